import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

const TABS = (group: string, query = "") => `<Tabs groupId="${group}"${query}>
<TabItem value="a" label="Alpha">

First panel.

## In alpha

</TabItem>
<TabItem value="b" label="Beta">

Second panel.

</TabItem>
</Tabs>
`;

const FILES = {
  "content/docs/index.md": "# Start\n",
  "content/docs/tabs.md": `# Tabs\n\n${TABS("one")}\nBetween.\n\n${TABS("one").replace("## In alpha", "")}`,
  "content/docs/query.md": `# Query\n\n${TABS("two", " queryString")}`,
  "content/docs/details.md": `# Details\n\n<details>\n<summary>More</summary>\n\n## Inside\n\nHidden text.\n\n</details>\n\n${TABS("three").replaceAll(' groupId="three"', "")}`,
  "content/docs/code.md": [
    "# Code\n",
    "```js\nconst a = 1; // [!code --]\nconst a = 2; // [!code ++]\n```\n",
    "```diff\n-old\n+new\n same\n```\n",
    "```bash\n$ npm i xlsx\nadded 1 package\n$ node a.js\n```\n",
    `\`\`\`js {2}\nconst short = 1;\nconst long = "${"x".repeat(400)}";\n\`\`\`\n`,
  ].join("\n"),
  // Lines that end below where buttons are, wide and narrow, with a caption and without, low and high.
  "content/docs/many.md": [
    "# Many\n",
    ...["", 'title="a.js"', "wrap", "output", "showLineNumbers"].flatMap((word) =>
      [20, 37, 41, 48, 100, 140].flatMap((width) =>
        [1, 2, 8].map((height) => `\`\`\`js ${word}\n${`${"m".repeat(width)}\n`.repeat(height)}\`\`\`\n`),
      ),
    ),
  ].join("\n"),
  "content/docs/fold.md": `# Fold\n\n\`\`\`js\n${Array.from({ length: 80 }, (_, line) => `line(${line + 1});\n`).join("")}\`\`\`\n`,
  "content/docs/columns.md": `# Columns\n\n## One\n\n| ${Array.from({ length: 12 }, (_, column) => `Column ${column}`).join(" | ")} |\n|${"---|".repeat(12)}\n${`| ${Array.from({ length: 12 }, (_, column) => `value ${column}`).join(" | ")} |\n`.repeat(60)}\n## Two\n\nEnd.\n`,
  "content/static/large.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#fff"/></svg>',
  "content/static/small.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#fff"/></svg>',
  "content/docs/pictures.md":
    "# Pictures\n\n![A large one](/large.svg)\n\n![A small one](/small.svg)\n\n[![Linked](/large.svg)](/docs/)\n",
  // Two pixels per CSS pixel: the first is wider than the text, the other is not.
  "content/static/sharp@2x.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3200" height="600"/>',
  "content/static/sharp-small@2x.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"/>',
  "content/docs/sharp.md":
    "# Sharp\n\n![Large](/sharp@2x.svg)\n\n![Small](/sharp-small@2x.svg)\n\n![A large one](/large.svg)\n",
  "content/docs/raw-pictures.md": [
    "# Raw pictures\n",
    '<p><img src="/large.svg" alt="A large one"><a href="/docs/"><img src="/large.svg" alt="Linked"></a><br><img src="/large.svg" alt=""></p>\n',
    'A <img src="/large.svg" alt="In text" width="80"> and [<img src="/large.svg" alt="In a link">](/docs/).\n',
  ].join("\n"),
  "content/docs/late.md":
    '# Late\n\n<picture><img src="/large.svg" alt="A large one" width="1600" height="900"></picture>\n',
  "content/docs/filter.md":
    '# Filter\n\n<FilterTable label="Filter formats">\n\n| Format | Read |\n|---|---|\n| XLSX | yes |\n| XLSB | yes |\n| Größe | no |\n\n</FilterTable>\n',
  "content/blog/2026-01-01-a.md": "# A\n\n```mermaid\nflowchart LR\n  A[File] --> B[Rows]\n```\n\n<!-- truncate -->\n",
  "content/blog/2026-01-02-b.md": "# B\n\n```mermaid\nflowchart LR\n  A[File] --> C[Rows]\n```\n\n<!-- truncate -->\n",
  "content/docs/wide-diagram.md": `# Wide\n\n\`\`\`mermaid\nflowchart LR\n${Array.from({ length: 12 }, (_, index) => `  N${index}[Number ${index}] --> N${index + 1}[Number ${index + 1}]\n`).join("")}\`\`\`\n`,
  "content/docs/diagram.md": "# Diagram\n\n```mermaid\nflowchart LR\n  A[File] --> B[Rows]\n```\n",
};

let browser: Browser;
let context: BrowserContext;
let address: string;

beforeAll(async () => {
  const root = await buildSite(FILES);
  address = await previewSite(root);
  browser = await openBrowser();
  context = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
});

afterAll(() => browser?.close());

/** Opens a page and fails the test where it complains. */
async function open(route: string, run: (page: Page) => Promise<void>, own = context): Promise<void> {
  const page = await own.newPage();
  const complaints = collectComplaints(page);
  await page.goto(address + route);
  await run(page);
  expect(complaints).toEqual([]);
  await page.close();
}

describe("tabs", () => {
  test("a choice holds in all groups of the id, and on the next visit", async () => {
    await open("/docs/tabs", async (page) => {
      await page.getByText("Beta").first().click();
      expect(
        await page.getByText("Second panel.").evaluateAll((all) => all.map((one) => one.checkVisibility())),
      ).toEqual([true, true]);
      await page.reload();
      await page.getByText("Second panel.").first().waitFor();
    });
  });

  test("arrow keys choose", async () => {
    const own = await openContext(browser);
    await open(
      "/docs/tabs",
      async (page) => {
        await page.getByRole("radio", { name: "Alpha" }).first().focus();
        await page.keyboard.press("ArrowRight");
        await page.getByText("Second panel.").first().waitFor();
      },
      own,
    );
    await own.close();
  });

  test("a link to a heading in a panel that isn't chosen chooses it", async () => {
    await open("/docs/tabs#in-alpha", async (page) => {
      const heading = page.getByRole("heading", { name: "In alpha" });
      await heading.waitFor();
      await page.getByText("Beta").first().click();
      await heading.waitFor({ state: "hidden" });
      await page.locator('.toc [href="#in-alpha"]').first().click();
      await heading.waitFor();
    });
  });

  test("the browser's search finds text in a panel that isn't chosen, and chooses it, again and again", async () => {
    await open("/docs/tabs#:~:text=Second%20panel.", async (page) => {
      const panels = page.locator(".tab-panel");
      const hidden = () => panels.evaluateAll((all) => all.slice(0, 2).map((panel) => panel.getAttribute("hidden")));
      const shown = () =>
        panels.evaluateAll((all) => all.slice(0, 2).map((panel) => panel.firstElementChild?.checkVisibility()));
      await page.getByText("Second panel.").first().waitFor();
      expect(await page.getByRole("radio", { name: "Beta" }).first().isChecked()).toBe(true);
      expect([await hidden(), await shown()]).toEqual([
        ["until-found", null],
        [false, true],
      ]);
      await page.getByText("Alpha").first().click();
      expect([await hidden(), await shown()]).toEqual([
        [null, "until-found"],
        [true, false],
      ]);
    });
  });

  test("a group with a name in the address reads and writes it", async () => {
    await open("/docs/query?two=b", async (page) => {
      await page.getByText("Second panel.").waitFor();
      await page.getByText("Alpha", { exact: true }).click();
      await page.waitForURL(/\?two=a$/);
    });
  });

  test("all panels are there without JavaScript and in print", async () => {
    const own = await openContext(browser, { javaScriptEnabled: false });
    await open(
      "/docs/tabs",
      async (page) => {
        await page.getByText("Beta").first().click();
        await page.getByText("Second panel.").first().waitFor();
        await page.emulateMedia({ media: "print" });
        expect(await page.locator(".tab-panel").evaluateAll((all) => all.map((one) => one.checkVisibility()))).toEqual([
          true,
          true,
          true,
          true,
        ]);
      },
      own,
    );
    await own.close();
  });
});

test("a link to a heading inside closed details opens them, and Back what was open or chosen", async () => {
  await open("/docs/details#inside", async (page) => {
    await page.getByText("Hidden text.").waitFor();
  });
  await open("/docs/details", async (page) => {
    expect(await page.getByText("Hidden text.").isVisible()).toBe(false);
    await page.evaluate(() => {
      location.hash = "#inside";
    });
    await page.getByText("Hidden text.").waitFor();
  });
  await open("/docs/details", async (page) => {
    await page.getByText("More", { exact: true }).click();
    await page.getByText("Beta").click();
    await page.click('.sidebar a[href="/docs/"]');
    await page.getByRole("heading", { name: "Start" }).waitFor();
    await page.goBack();
    await page.getByText("Hidden text.").waitFor();
    await page.getByText("Second panel.").waitFor();
  });
});

describe("code blocks", () => {
  test("copy the code as one wants to paste it", async () => {
    await open("/docs/code", async (page) => {
      const copied: string[] = [];
      for (const index of [0, 1, 2]) {
        await page.locator("figure.code").nth(index).hover();
        await page.locator(".copy").nth(index).click();
        await page.locator(`.copy[data-state="copied"]`).nth(0).waitFor();
        copied.push(await page.evaluate(() => navigator.clipboard.readText()));
      }
      expect(copied).toEqual(["const a = 2;", "new\nsame", "npm i xlsx\nnode a.js"]);
    });
  });

  test("run to the border, as marks do, where they overflow", async () => {
    await open("/docs/code", async (page) => {
      await page.locator(".overflowing").waitFor();
      const ends = await page.locator(".overflowing").evaluate((figure) => {
        const pre = figure.querySelector("pre");
        pre?.scrollTo({ left: pre.scrollWidth });
        const border = figure.getBoundingClientRect().right - 1;
        return [pre, figure.querySelector(".marked")].map(
          (part) => Math.round(border - (part?.getBoundingClientRect().right ?? 0)) + 0,
        );
      });
      expect(ends).toEqual([0, 0]);
    });
  });

  test("show marked lines in forced colours", async () => {
    const own = await openContext(browser, { forcedColors: "active" });
    const border = (line: Element) => getComputedStyle(line).borderLeftStyle;
    await open(
      "/docs/code",
      async (page) => {
        expect(await page.locator(".marked").evaluate(border)).toBe("solid");
        expect(await page.locator(".line:not(.marked)").first().evaluate(border)).toBe("none");
      },
      own,
    );
    await own.close();
  });

  test("scrolled to their end are never covered by their buttons, which fit fingers, by touch and by pointer", async () => {
    for (const [options, size] of [
      [{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, 44],
      [{ viewport: { width: 1280, height: 800 } }, 28],
    ] as const) {
      const own = await openContext(browser, options);
      const covered = async (page: Page) => {
        await page.locator(".copy").first().waitFor({ state: "attached" });
        return page.locator("figure.code").evaluateAll((figures, least) => {
          // For a single layout.
          for (const pre of document.querySelectorAll("figure.code pre")) pre.scrollLeft = 1e6;
          return figures.flatMap((figure, index) => {
            const box = figure.querySelector("pre")?.getBoundingClientRect() ?? new DOMRect();
            // Of the text itself: lines are blocks that go on below the buttons.
            const walk = document.createTreeWalker(figure.querySelector("code") ?? figure, NodeFilter.SHOW_TEXT);
            const texts: DOMRect[] = [];
            for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
              const range = document.createRange();
              range.selectNode(text);
              texts.push(...range.getClientRects());
            }
            const buttons = [...figure.querySelectorAll(".code-buttons button")].map((one) =>
              one.getBoundingClientRect(),
            );
            const isOver = (button: DOMRect) =>
              texts.some(
                ({ left, right, top, bottom }) =>
                  Math.min(right, box.right) - 1 > button.left &&
                  Math.max(left, box.left) < button.right &&
                  bottom - 4 > button.top &&
                  top + 4 < button.bottom,
              );
            const isOutside = ({ bottom, height }: DOMRect) =>
              height < least || bottom > figure.getBoundingClientRect().bottom + 1;
            return buttons.some((button) => isOver(button) || isOutside(button)) ? [index] : [];
          });
        }, size);
      };
      await open("/docs/many", async (page) => expect(await covered(page)).toEqual([]), own);
      await own.close();
    }
  });

  test("are folded where they are long: opened without JavaScript, copied and printed whole", async () => {
    const isShown = (page: Page) =>
      page.locator("figure.code").evaluate((figure) => {
        const { bottom } = figure.querySelector("pre")?.getBoundingClientRect() ?? new DOMRect();
        const range = document.createRange();
        range.selectNodeContents(figure.querySelector("code") ?? figure);
        return range.getBoundingClientRect().bottom <= bottom;
      });
    await open("/docs/fold", async (page) => {
      await page.locator("figure.code").hover();
      await page.locator(".copy").click();
      await page.locator('.copy[data-state="copied"]').waitFor();
      expect((await page.evaluate(() => navigator.clipboard.readText())).split("\n")).toHaveLength(80);
      await page.emulateMedia({ media: "print" });
      expect(await isShown(page)).toBe(true);
    });
    const own = await openContext(browser, { javaScriptEnabled: false });
    await open(
      "/docs/fold",
      async (page) => {
        expect(await isShown(page)).toBe(false);
        await page.getByText("Show all 80 lines").click();
        expect(await isShown(page)).toBe(true);
      },
      own,
    );
    await own.close();
  });

  test("get their buttons, and the browser computes the styles of their tokens once", async () => {
    await open("/docs/", async (page) => {
      await browser.startTracing(page, { categories: ["devtools.timeline"] });
      await page.goto(`${address}/docs/fold`);
      await page.locator(".copy").waitFor();
      // Styles are up to date once a layout was asked for.
      const elements = await page.evaluate(() => document.body.offsetHeight && document.querySelectorAll("*").length);
      const trace = JSON.parse((await browser.stopTracing()).toString()) as {
        readonly traceEvents: readonly { readonly name: string; readonly args: { readonly elementCount?: number } }[];
      };
      const computed = trace.traceEvents
        .filter(({ name }) => name === "UpdateLayoutTree")
        .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
      expect(computed).toBeGreaterThan(elements / 2);
      expect(computed).toBeLessThan(elements * 1.5);
    });
  });

  test("wrap long lines when asked", async () => {
    await open("/docs/code", async (page) => {
      const figure = page.locator("figure.code").nth(3);
      expect(await page.locator(".wrap-lines").count()).toBe(1);
      await figure.hover();
      await figure.getByRole("button", { name: "Wrap lines" }).click();
      expect(await figure.locator("pre").evaluate((pre) => pre.scrollWidth <= pre.clientWidth)).toBe(true);
    });
  });
});

test("diagrams of several posts in a list are all drawn", async () => {
  await open("/blog/", async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("figure.mermaid[data-drawn]").length === 2);
    const drawn = await page.locator("figure.mermaid svg[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(drawn).size).toBe(2);
  });
});

describe("pictures", () => {
  test("shown smaller than they are open at full size: by click and Enter, closed by Escape, the focus back", async () => {
    await open("/docs/pictures", async (page) => {
      // Without scripts, a link leads to the file.
      const linksOf = async (route: string) => {
        const html = await (await fetch(address + route)).text();
        return [...html.matchAll(/(<[^<]*>)<img src="\/(\w+).svg"/g)].map(([, tag, name]) => `${tag}${name}`);
      };
      const [opens, leads] = ['<a href="/large.svg">large', '<a href="/docs/">large'];
      expect(await linksOf("/docs/pictures")).toEqual([opens, "<p>small", leads]);
      expect(await linksOf("/docs/raw-pictures")).toEqual([opens, leads, "<br>large", opens, leads]);
      const large = page.getByRole("button", { name: "A large one" });
      const dialog = page.getByRole("dialog", { name: "A large one" });
      await large.waitFor();
      expect(await page.getByRole("button", { name: "A small one" }).count()).toBe(0);
      for (const act of [() => large.click(), () => large.press("Enter")]) {
        await act();
        expect((await dialog.getByRole("img").boundingBox())?.width).toBe(1600);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        expect(await large.evaluate((image) => document.activeElement === image)).toBe(true);
      }
      await large.click();
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "detached" });
    });
  });

  test("with two pixels per CSS pixel open at the size that they are meant to have", async () => {
    await open("/docs/sharp", async (page) => {
      await page.getByRole("button", { name: "Large", exact: true }).click();
      expect((await page.getByRole("dialog").locator("img").boundingBox())?.width).toBe(1600);
      expect(await page.getByRole("button", { name: "Small" }).count()).toBe(0);
    });
  });

  test("open, too, where they load after the page", async () => {
    await open("/docs/", async (page) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/large.svg", async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(`${address}/docs/late`, { waitUntil: "domcontentloaded" });
      // It has its size, and has been looked at, before it is there.
      await page.locator('img[tabindex="-1"][alt="A large one"]').waitFor();
      release();
      await page.getByRole("button", { name: "A large one" }).waitFor({ timeout: 10_000 });
    });
  });

  test("drawn from diagrams open, too, where they are wider than the page", async () => {
    await open("/docs/wide-diagram", async (page) => {
      await page.locator("figure.zoomable .diagram").click();
      expect((await page.locator("dialog.zoom svg").boundingBox())?.width).toBeGreaterThan(1000);
    });
  });

  test("are dimmed in dark mode until the pointer is on them, and not in light mode", async () => {
    await open("/docs/pictures", async (page) => {
      const filter = () => page.getByAltText("A large one").evaluate((image) => getComputedStyle(image).filter);
      expect(await filter()).toBe("none");
      await page.click(".color-mode");
      await expect.poll(filter).toMatch(/^brightness/);
      await page.getByAltText("A large one").hover();
      await expect.poll(filter).toBe("none");
    });
  });
});

test("a filtered table shows the rows in which all words stand, and how many they are", async () => {
  await open("/docs/filter", async (page) => {
    await page.getByRole("searchbox", { name: "Filter formats" }).fill("xls yes");
    expect(await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.checkVisibility()))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await page.locator("output").textContent()).toBe("2 of 3 rows");
    await page.getByRole("searchbox", { name: "Filter formats" }).fill("GRÖSSE".normalize("NFD"));
    expect(await page.locator("output").textContent()).toBe("1 of 3 rows");
  });
  const own = await openContext(browser, { javaScriptEnabled: false });
  // The place of the field is not left empty.
  await open("/docs/filter", async (page) => expect(await page.locator(".filter-box").isVisible()).toBe(false), own);
  await own.close();
});

test("a diagram is drawn, follows the colour mode, and its source is there without JavaScript", async () => {
  await open("/docs/diagram", async (page) => {
    const svg = page.locator("figure.mermaid svg");
    await svg.waitFor();
    const before = await svg.getAttribute("id");
    const style = await svg.innerHTML();
    await page.click(".color-mode");
    await page.waitForFunction((old) => document.querySelector("figure.mermaid svg")?.innerHTML !== old, style);
    expect(before).toContain("docgen-diagram");
  });
  const own = await openContext(browser, { javaScriptEnabled: false });
  await open("/docs/diagram", (page) => page.getByText("flowchart LR").waitFor(), own);
  await own.close();
});

test("on a phone the contents stay in view below the title and the navbar, and a table of many columns is a list", async () => {
  const own = await openContext(browser, { viewport: { width: 390, height: 800 } });
  await open(
    "/docs/columns",
    async (page) => {
      const top = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => Math.round(element.getBoundingClientRect().top));
      expect(await top(".toc")).toBeGreaterThan(await top("h1"));
      expect(await top(".toc")).toBeLessThan(await top("h2"));
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await page.locator(".table").evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      await page.locator(".toc summary").click();
      const second = page.locator(".toc a", { hasText: "Two" });
      const before = await top("h2");
      await second.click();
      await second.waitFor({ state: "hidden" });
      await page.waitForFunction(() => scrollY > 1000);
      // Opened or closed, the list moves no text.
      expect(before).toBe((await top("h2")) + (await page.evaluate(() => scrollY)));
      const navbar = await page.locator(".navbar").evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom));
      expect(await top(".toc")).toBe(navbar);
    },
    own,
  );
  await own.close();
});

test("the head of a table that scrolls sideways stays in view, in a box of its own", async () => {
  await open("/docs/columns", async (page) => {
    await page.locator(".table").evaluate((box) => box.scrollTo(100, 400));
    const [box, head, corner] = await page.evaluate(() =>
      [".table", ".table th:nth-child(2)", ".table th"].map((part) =>
        document.querySelector(part)?.getBoundingClientRect().toJSON(),
      ),
    );
    expect(head.top).toBe(box.top);
    expect(corner.left).toBe(box.left);
    expect(box.height).toBeLessThan(800);
  });
});
