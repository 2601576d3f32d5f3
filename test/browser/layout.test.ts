import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";
import { LAYOUT_FILES, scrollTo, settle } from "../helpers/layout-site.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";

const DEEP = {
  "content/docs/2-other/more/deep.md": "# Deep\n\n|A|B|C|D|E|\n|-|-|-|-|-|\n|one|2|3|4|5|\n",
  "content/docs/2-other/tables.md": `# Tables\n\n|Format|Read|\n|-|-|\n${"|XLSX|yes|\n".repeat(40)}\n<Options>\n\n|Option|Default|Meaning|\n|-|-|-|\n${Array.from({ length: 40 }, (_, index) => `|\`o${index}\`|\`false\`|${"What it means. ".repeat(9)}|\n`).join("")}\n</Options>\n\n|You see|Cause|Remedy|\n|-|-|-|\n|\`Cannot read properties of null\`|a call of \`createWorksheetFromAllRows\`|pass rows|\n`,
  "content/docs/2-other/more/word.md": `---\ntags: [${LONG_WORD}]\n---\n\n# ${LONG_WORD}\n\n:::note ${LONG_WORD}\n\nText.\n\n:::\n`,
};

let browser: Browser;
let context: BrowserContext;
let address: string;

beforeAll(async () => {
  address = await previewSite(await buildSite({ ...LAYOUT_FILES, ...DEEP }));
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 700 }, reducedMotion: "reduce" });
});

afterAll(() => browser?.close());

/** Opens a page and fails the test where it complains. */
async function open(route: string, run: (page: Page) => Promise<void>, options?: BrowserContextOptions): Promise<void> {
  const own = options === undefined ? undefined : await openContext(browser, options);
  const page = await (own ?? context).newPage();
  const complaints = collectComplaints(page);
  await page.goto(address + route);
  await run(page);
  expect(complaints).toEqual([]);
  await (own ?? page).close();
}

/** The distance from the window's top to the navbar's end: 0 where it is hidden. */
const navbarBottom = (page: Page) =>
  page.locator(".navbar").evaluate((navbar) => Math.max(0, Math.round(navbar.getBoundingClientRect().bottom)));

const NAVBAR_PX = 57;

describe("text of twice the usual size", () => {
  const LARGE = { fontSizes: { standard: 32, fixed: 26 } };

  test.each([1280, 390])("has the room of a small window at %i px, and nothing beyond it", async (width) => {
    const own = await openContext(browser, { viewport: { width, height: 800 } });
    const page = await own.newPage();
    await (await own.newCDPSession(page)).send("Page.setFontSizes", LARGE);
    await page.goto(`${address}/docs/long`);
    const beyond = await page.evaluate(() => {
      const { documentElement, body } = document;
      return documentElement.scrollWidth - body.clientWidth;
    });
    expect(beyond).toBe(0);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator("#docgen-sidebar").waitFor();
    const button = await page.locator(".color-mode").boundingBox();
    expect((button?.x ?? width) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
    await own.close();
  });
});

test("in a low window, such as at a zoom of 400 %, no bar covers the text, and a link leads to the top of it", async () => {
  const size = { viewport: { width: 320, height: 256 } };
  const cornerOf = (page: Page) =>
    page.evaluate(() => {
      const top = document.elementFromPoint(100, 4);
      return top?.closest(".navbar, .toc, thead")?.className ?? "text";
    });
  await open(
    "/docs/long#three",
    async (page) => {
      const top = await page.locator("#three").evaluate((heading) => heading.getBoundingClientRect().top);
      expect([top >= 0 && top < 40, await cornerOf(page)]).toEqual([true, "text"]);
      await scrollTo(page, 900);
      await scrollTo(page, 800);
      expect(await cornerOf(page)).toBe("text");
      await scrollTo(page, 0);
      expect(await cornerOf(page)).toContain("navbar");
    },
    size,
  );
  await open(
    "/docs/other/tables",
    async (page) => {
      await page.locator(".table.fits").first().waitFor();
      await scrollTo(page, 800);
      expect(await cornerOf(page)).toBe("text");
    },
    size,
  );
});

test("the sign of a heading's link is not copied with the heading", async () => {
  await open("/docs/long", async (page) => {
    const copied = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector("main h2") as Element);
      return getSelection()?.toString();
    });
    expect(copied).not.toContain("#");
  });
});

describe("the navbar", () => {
  test("hides when scrolling down and reappears when scrolling up, and nothing else moves", async () => {
    await open("/docs/long", async (page) => {
      const heading = () => page.locator("#two").evaluate((element) => element.getBoundingClientRect().top + scrollY);
      const before = await heading();
      await scrollTo(page, 600);
      await expect.poll(() => navbarBottom(page)).toBe(0);
      expect(await heading()).toBe(before);
      await scrollTo(page, 560);
      await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
      expect(await heading()).toBe(before);
    });
  });

  test("stays visible while the scroll position is above its own height", async () => {
    await open("/docs/long", async (page) => {
      await scrollTo(page, NAVBAR_PX - 1);
      expect(await navbarBottom(page)).toBe(NAVBAR_PX);
      await scrollTo(page, NAVBAR_PX + 1);
      await expect.poll(() => navbarBottom(page)).toBe(0);
      await scrollTo(page, NAVBAR_PX - 1);
      await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
    });
  });

  test("does not reappear where the page bounces back from its end", async () => {
    await open("/docs/long", async (page) => {
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      await scrollTo(page, end);
      await scrollTo(page, end - 20);
      await settle(page);
      expect(await navbarBottom(page)).toBe(0);
      await scrollTo(page, end - NAVBAR_PX - 20);
      await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
    });
  });

  test.each(["reduce", "no-preference"] as const)(
    "a hash navigation hides it, swallows its scrolling, and the next one up shows it again (motion: %s)",
    async (reducedMotion) => {
      await open(
        "/docs/long",
        async (page) => {
          await scrollTo(page, 3000);
          await scrollTo(page, 2900);
          await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
          // The jump goes up: without the rule it would stay.
          const landed = page.evaluate(
            () => new Promise((done) => addEventListener("scrollend", done, { once: true })),
          );
          await page.locator('.toc a[href="#two"]').click();
          await landed;
          await expect.poll(() => navbarBottom(page)).toBe(0);
          expect(await page.evaluate(() => scrollY)).toBeLessThan(2900);
          await page.mouse.move(500, 400);
          await page.mouse.wheel(0, -100);
          await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
        },
        { viewport: { width: 1280, height: 700 }, reducedMotion },
      );
    },
  );

  test("any other navigation shows it", async () => {
    await open("/docs/long", async (page) => {
      await scrollTo(page, 1000);
      await expect.poll(() => navbarBottom(page)).toBe(0);
      await page.evaluate(() => document.dispatchEvent(new Event("docgen:navigated")));
      await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
    });
  });

  test("shows itself to who tabs into it", async () => {
    await open("/docs/long", async (page) => {
      await scrollTo(page, 1000);
      await expect.poll(() => navbarBottom(page)).toBe(0);
      await page.locator(".brand").focus();
      await page.keyboard.press("Tab");
      await expect.poll(() => navbarBottom(page)).toBe(NAVBAR_PX);
    });
  });
});

describe("a dropdown", () => {
  const summary = (page: Page) => page.locator(".navbar .dropdown summary");
  const item = (page: Page) => page.locator(".dropdown").getByRole("link", { name: "Long page" });

  test("opens on hover, and closes when the pointer leaves", async () => {
    await open("/docs/", async (page) => {
      expect(await item(page).isVisible()).toBe(false);
      await summary(page).hover();
      await item(page).waitFor();
      await item(page).hover();
      await page.mouse.move(600, 500);
      await item(page).waitFor({ state: "hidden" });
    });
  });

  test("click and Enter toggle it, under the pointer too", async () => {
    await open("/docs/", async (page) => {
      await summary(page).click();
      await item(page).waitFor();
      await page.mouse.move(600, 500);
      await settle(page);
      expect(await item(page).isVisible()).toBe(true);
      await summary(page).click();
      await item(page).waitFor({ state: "hidden" });
      await page.mouse.move(600, 500);
      await page.keyboard.press("Enter");
      await item(page).waitFor();
      await page.keyboard.press("Enter");
      await item(page).waitFor({ state: "hidden" });
    });
  });

  test("Escape closes it and gives the focus back", async () => {
    await open("/docs/", async (page) => {
      await summary(page).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await item(page).evaluate((link) => link === document.activeElement)).toBe(true);
      await page.keyboard.press("Escape");
      await item(page).waitFor({ state: "hidden" });
      expect(await summary(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await summary(page).hover();
      await item(page).waitFor();
      await page.keyboard.press("Escape");
      await item(page).waitFor({ state: "hidden" });
    });
  });

  test("a click or focus outside closes it, and Tab past the last item", async () => {
    await open("/docs/", async (page) => {
      await summary(page).focus();
      await page.keyboard.press("Enter");
      await item(page).waitFor();
      await page.mouse.click(700, 500);
      await item(page).waitFor({ state: "hidden" });
      await summary(page).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      expect(await item(page).isVisible()).toBe(true);
      await page.keyboard.press("Tab");
      await item(page).waitFor({ state: "hidden" });
    });
  });

  test("works without JavaScript", async () => {
    await open(
      "/docs/",
      async (page) => {
        await summary(page).focus();
        await page.keyboard.press("Enter");
        await item(page).waitFor();
        await page.keyboard.press("Enter");
        await item(page).waitFor({ state: "hidden" });
        await summary(page).hover();
        await item(page).waitFor();
        // What a script would do is not offered.
        expect(await page.locator("button:visible").evaluateAll((all) => all.map((one) => one.className))).toEqual([]);
      },
      { javaScriptEnabled: false },
    );
  });
});

describe("the button back to the top", () => {
  const button = (page: Page) => page.getByRole("button", { name: "Scroll back to top" });

  test("appears when scrolling up beyond 300 px, and goes when scrolling down or near the top", async () => {
    await open("/docs/long", async (page) => {
      await scrollTo(page, 1000);
      expect(await button(page).isVisible()).toBe(false);
      await scrollTo(page, 900);
      await button(page).waitFor();
      await scrollTo(page, 950);
      await button(page).waitFor({ state: "hidden" });
      await scrollTo(page, 301);
      await button(page).waitFor();
      await scrollTo(page, 299);
      await button(page).waitFor({ state: "hidden" });
    });
  });

  test("leads to the top with the focus, without React", async () => {
    await open("/docs/long", async (page) => {
      const scripts: string[] = [];
      page.on("request", (request) => scripts.push(request.url()));
      await scrollTo(page, 1000);
      await scrollTo(page, 900);
      await button(page).click();
      await page.waitForFunction(() => scrollY === 0);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("docgen-main");
      await button(page).waitFor({ state: "hidden" });
      expect(scripts.filter((url) => url.includes("hydrate"))).toEqual([]);
    });
  });

  test("scrolls smoothly, but not under reduced motion", async () => {
    const steps = async (page: Page) => {
      await scrollTo(page, 1000);
      await scrollTo(page, 900);
      await button(page).click();
      return page.evaluate(
        () =>
          new Promise<number>((done) => {
            const seen = new Set<number>();
            const look = () => {
              seen.add(scrollY);
              if (scrollY === 0) done(seen.size);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
    };
    await open("/docs/long", async (page) => expect(await steps(page)).toBe(1));
    await open("/docs/long", async (page) => expect(await steps(page)).toBeGreaterThan(2), {
      viewport: { width: 1280, height: 700 },
      reducedMotion: "no-preference",
    });
  });
});

describe("the way to a heading", () => {
  const moving: BrowserContextOptions = { viewport: { width: 1280, height: 700 }, reducedMotion: "no-preference" };
  type Watched = typeof window & { positions: Set<number>; end: Promise<unknown> };
  const watch = () => {
    const positions = new Set<number>();
    addEventListener("scroll", () => positions.add(scrollY));
    const end = new Promise((done) => addEventListener("scrollend", done, { once: true }));
    Object.assign(window, { positions, end });
  };
  /** The number of positions on the way, of which the last is that of the heading. */
  const positions = async (page: Page, id: string) => {
    await page.evaluate(() => (window as Watched).end);
    const top = await page.locator(`#${id}`).evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top).toBeCloseTo(72, 0);
    return page.evaluate(() => (window as Watched).positions.size);
  };

  test("is one jump when the page loads, however far", async () => {
    for (const id of ["one", "five"]) {
      const own = await openContext(browser, moving);
      const page = await own.newPage();
      await page.addInitScript(watch);
      await page.goto(`${address}/docs/long#${id}`);
      expect(await positions(page, id)).toBe(1);
      await own.close();
    }
  });

  test("is smooth after a click if it is short, but not under reduced motion", async () => {
    const click = async (page: Page, id: string) => {
      await page.evaluate(watch);
      await page.locator(`.toc a[href="#${id}"]`).click();
      return positions(page, id);
    };
    const onMove = async (page: Page) => {
      expect(await click(page, "one")).toBeGreaterThan(2);
      expect(await click(page, "five")).toBe(1);
    };
    await open("/docs/long", onMove, moving);
    await open("/docs/long", async (page) => expect(await click(page, "one")).toBe(1));
  });
});

describe("the table of contents", () => {
  const marked = (page: Page) =>
    page
      .locator(".toc a")
      .evaluateAll((all) =>
        all.flatMap((link) => (link.getAttribute("aria-current") === "true" ? [link.getAttribute("href")] : [])),
      );
  /** Scrolls so that a heading stands at a height of the window. */
  const bring = async (page: Page, id: string, top: number) => {
    const y = await page.evaluate(
      (name) => scrollY + (document.getElementById(name)?.getBoundingClientRect().top ?? 0),
      id,
    );
    await scrollTo(page, y - top);
  };

  test("marks the last heading in the upper fifth of the window or above it, none before the first, the last at the end", async () => {
    await open("/docs/long", async (page) => {
      expect(await marked(page)).toEqual([]);
      await bring(page, "one", 400);
      await expect.poll(() => marked(page)).toEqual([]);
      await bring(page, "one", 120);
      await expect.poll(() => marked(page)).toEqual(["#one"]);
      await bring(page, "two", 250);
      await expect.poll(() => marked(page)).toEqual(["#one"]);
      await bring(page, "two", 120);
      await expect.poll(() => marked(page)).toEqual(["#two"]);
      await scrollTo(page, 100_000);
      await expect.poll(() => marked(page)).toEqual(["#six"]);
    });
  });

  test("is beside the article, and folded below its title in a narrow window", async () => {
    const link = (page: Page) => page.locator('.toc a[href="#one"]');
    await open("/docs/long", async (page) => {
      expect(await link(page).isVisible()).toBe(true);
      expect(await page.locator(".toc summary").isVisible()).toBe(false);
      await page.setViewportSize({ width: 1199, height: 700 });
      const toggle = page.locator(".toc summary", { hasText: "On this page" });
      await toggle.waitFor();
      await expect.poll(() => link(page).evaluate((element) => element.checkVisibility())).toBe(false);
      const heading = await page.locator("h1").boundingBox();
      expect((await toggle.boundingBox())?.y).toBeGreaterThan(heading?.y ?? 0);
      await toggle.click();
      await link(page).click();
      await page.waitForURL(/#one$/);
    });
    await open("/docs/long", async (page) => expect(await link(page).isVisible()).toBe(true), {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 700 },
    });
  });
});

test.each([1100, 390])("a post has its contents between its title and its text, at %i px", async (width) => {
  await open("/blog/post", async (page) => {
    await page.setViewportSize({ width, height: 700 });
    const tops = await page
      .locator("h1, .toc summary, h2")
      .evaluateAll((parts) => parts.map((part) => [part.getBoundingClientRect().top, part.localName] as const));
    expect(tops.sort(([a], [b]) => a - b).map(([, name]) => name)).toEqual(["h1", "summary", "h2"]);
    const edges = await page.locator("h1, h2").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(edges[0]).toBe(edges[1]);
    // Recent posts are beside it, or below it.
    const aside = await page.locator(".recent-posts").boundingBox();
    expect((aside?.y ?? 0) < (tops.at(-1)?.[0] ?? 0)).toBe(width > 1000);
  });
});

test("what a reader touches is as high as a finger is wide, except for links in a text", async () => {
  const own = await openContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await own.newPage();
  const small: string[] = [];
  for (const route of ["/docs/", "/docs/long", "/docs/guide/", "/docs/tags", "/blog", "/blog/post", "/search?q=one"]) {
    await page.goto(address + route);
    if (route.startsWith("/search")) await page.locator(".search-results a").first().waitFor();
    small.push(
      ...(await page.locator("a, button, summary, label, input:not(.visually-hidden)").evaluateAll((all, from) => {
        const isSmall = (element: Element) =>
          element.checkVisibility() &&
          !element.matches(".skip-link") &&
          getComputedStyle(element).display !== "inline" &&
          element.getBoundingClientRect().height < 44;
        return all.filter(isSmall).map((element) => `${from} ${element.outerHTML.slice(0, 80)}`);
      }, route)),
    );
  }
  expect(small).toEqual([]);
  await own.close();
});

test.runIf(IS_WEEKLY)("text begins at one place on all kinds of pages", async () => {
  // With a list of headings, without one, a category, tags, a neighbour and a page whose title is one long word, a page
  // outside of the docs, posts, an archive, none.
  const routes = [
    "docs/long",
    "docs/",
    "docs/guide/",
    "docs/tags/",
    "docs/other/more/deep",
    "docs/other/more/word",
    "",
    "blog/",
    "blog/post",
    "blog/archive",
    "404.html",
  ];
  const widths = [1280, 1920, 1024, 390];
  const places = new Map(widths.map((width) => [width, new Set<number>()]));
  for (const route of routes) {
    await open(`/${route}`, async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        const { left, isWide } = await page.locator("h1").evaluate((heading) => ({
          left: heading.getBoundingClientRect().left,
          isWide: document.documentElement.scrollWidth > innerWidth,
        }));
        places.get(width)?.add(left);
        expect(isWide, `${route} at ${width} px`).toBe(false);
      }
    });
  }
  expect([...places.values()].map(({ size }) => size)).toEqual(widths.map(() => 1));
});

describe("tables", () => {
  const head = (page: Page, name = "Format") => page.getByRole("columnheader", { name }).boundingBox();

  test("keep their head in view below the navbar, and what a link leads to below their head", async () => {
    await open("/docs/other/tables", async (page) => {
      await page.locator(".table.fits").first().waitFor();
      await scrollTo(page, 600);
      expect(await navbarBottom(page)).toBe(0);
      expect((await head(page))?.y).toBe(0);
      await scrollTo(page, 500);
      await expect.poll(async () => (await head(page))?.y).toBe(NAVBAR_PX);
      await page.goto(`${address}/docs/other/tables#opt-o9`);
      await settle(page);
      const row = await page.locator("#opt-o9").boundingBox();
      const { y = 0, height = 0 } = (await head(page, "Option")) ?? {};
      expect(row?.y).toBeGreaterThanOrEqual(y + height);
    });
  });

  test("of options stack on phones, and those that don't fit are lists of headers and values", async () => {
    await open(
      "/docs/other/tables",
      async (page) => {
        const [name, standard, meaning] = await Promise.all(
          [0, 1, 2].map((cell) => page.locator("#opt-o9 td").nth(cell).boundingBox()),
        );
        expect(standard?.y).toBe(name?.y);
        expect(meaning?.y).toBeGreaterThan(standard?.y ?? 0);
        expect(meaning?.width).toBe((await page.locator(".options").boundingBox())?.width);
        // The table above fits.
        expect(await page.locator("th:visible").allTextContents()).toEqual(["Format", "Read", "Option", "Default"]);
        const cells = page.locator("tr", { hasText: "pass rows" }).locator("td");
        expect(await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, "::before").content))).toEqual(
          ["none", '"Cause "', '"Remedy "'],
        );
        expect(
          await page.locator(".table").evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth)),
        ).toEqual([0, 0, 0]);
        expect(await page.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth)).toBeLessThanOrEqual(
          0,
        );
      },
      { viewport: { width: 390, height: 700 } },
    );
  });
});

test("on a phone breadcrumbs are one step up, and the first of many columns stays in sight", async () => {
  await open("/docs/other/more/deep", async (page) => {
    const shown = () => page.locator(".breadcrumbs li:visible").allTextContents();
    expect(await shown()).toEqual(["", "Other", "More", "Deep"]);
    await page.setViewportSize({ width: 390, height: 700 });
    expect(await shown()).toEqual(["More"]);
    const cell = page.locator("td", { hasText: "one" });
    const before = await cell.boundingBox();
    // The script's observer has seen the new width: the table scrolls.
    const scrolled = await page.locator(".table:not(.fits)").evaluate((table) => {
      table.scrollLeft = 200;
      return table.scrollLeft;
    });
    expect(scrolled).toBe(200);
    expect(await cell.boundingBox()).toEqual(before);
  });
});
