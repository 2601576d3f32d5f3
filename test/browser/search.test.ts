import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { command, previewSite } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";
import { some } from "../helpers/weekly.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const INDEXES = "**/search-index-*.json";
const RECENT = "docgen.search.recent";

const FILES = {
  "content/docs/index.md": "# Welcome\n\nGiraffes and zebras live here.\n",
  "content/docs/files/_category_.json": JSON.stringify({ label: "Files" }),
  "content/docs/files/write.md": [
    "# Write Options",
    "",
    "How a workbook is written.",
    "",
    "## Exporting with giraffes",
    "",
    "The function `XLSX.utils.sheet_to_json` exports giraffes; exported giraffes stay calm.",
    "",
    "```js",
    "const rows = XLSX.utils.sheet_to_json(sheet, { cellDates: true });",
    "```",
    "",
    "## Giraffe formats",
    "",
    "A giraffe is tall.",
    "",
  ].join("\n"),
  "content/docs/files/many.md": [
    "---\ntags: [savanna]\n---\n\n# Herds",
    ...["North", "South", "East", "West", "Middle"].map((place) => `## ${place}\n\nA hippo lives here.`),
    "",
  ].join("\n\n"),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`content/pages/den-${at}.md`, `# Den ${at}\n\nA lion sleeps here.\n`]),
  ),
  "content/docs/files/hidden.md": [
    "# Hidden",
    '## Choices\n\n<Tabs groupId="choice">\n<TabItem value="a" label="Alpha">\n\nA wombat.\n\n</TabItem>\n<TabItem value="b" label="Beta">\n\nA wombat or a numbat.\n\n</TabItem>\n</Tabs>',
    "## More\n\n<details>\n<summary>Rare</summary>\n\nA quokka.\n\n</details>",
  ].join("\n\n"),
  "content/docs/files/read.md": "# Read Options\n\nElectron reads a giraffe.\n\n## Dates\n\nSee `cellDates`.\n",
  "content/blog/2024-01-02-news.md": "---\ntitle: News\n---\n\nThe okapi has news.\n",
  "content/pages/zoo.md": "# Zoo\n\nAn okapi at the zoo.\n",
};

let browser: Browser;
let root: string;
let address: string;
/** A page that tests use one after the other: scripts and indexes are loaded once. */
let shared: Page;
/** Whether a test has left the shared page as the next one can use it. */
let isClean = false;

beforeAll(async () => {
  [root, browser] = await Promise.all([buildSite(FILES), openBrowser()]);
  address = await previewSite(root);
  shared = await (await openContext(browser, { viewport: DESKTOP })).newPage();
});
afterAll(() => browser?.close());

/** Does a test's work on the shared page, or in a context of its own: with options, or where nothing may be loaded before. */
async function visit(
  route: string,
  work: (page: Page, context: BrowserContext) => Promise<void>,
  { isFresh = false, options }: { readonly isFresh?: boolean; readonly options?: BrowserContextOptions } = {},
): Promise<void> {
  if (isFresh || options !== undefined) {
    const context = await openContext(browser, options ?? { viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto(address + route);
    await work(page, context);
    return context.close();
  }
  if (!isClean || new URL(shared.url()).pathname !== route) await shared.goto(address + route);
  isClean = false;
  await shared.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await work(shared, shared.context());
  if ((await shared.locator(PANEL).count()) > 0) await shared.keyboard.press("Escape");
  await isClosed(shared);
  await shared.keyboard.press("Escape");
  isClean = true;
}

const PANEL = "dialog.search-panel";
const input = (page: Page) => page.getByRole("combobox");
const options = (page: Page) => page.getByRole("option");
const status = (page: Page) => page.locator(".search-panel [role=status]");
const isClosed = (page: Page) => page.waitForSelector(PANEL, { state: "detached" });
const titles = (page: Page) => options(page).locator("strong").allTextContents();
const activeTitle = (page: Page) => page.locator('[role="option"][aria-selected="true"] strong').textContent();

/** Opens the search by its shortcut and waits for the results of a query. */
async function find(page: Page, query: string): Promise<void> {
  await page.keyboard.press("/");
  await input(page).fill(query);
  await options(page).first().waitFor();
}

/** The words that are highlighted, in the order of the page. */
const highlighted = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get("search-word") ?? [])].map((range) => (range as Range).toString().toLowerCase()),
  );
const isHighlighted = (page: Page) => page.waitForFunction(() => CSS.highlights.has("search-word"));

/** Opens the search of a page; its panel comes when it is released. */
async function openWithHeldPanel() {
  const context = await openContext(browser, { viewport: DESKTOP });
  const page = await context.newPage();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/SearchPanel-*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${address}/docs/`);
  const [request] = await Promise.all([page.waitForRequest(/SearchPanel-/), page.keyboard.press("/")]);
  return { context, page, request, release };
}

describe("the search panel", () => {
  test("opens by a click and by its keys, before React is there and after it", async () => {
    const ways = some(2, [
      (page: Page) => page.click(".search-button"),
      (page: Page) => page.keyboard.press("/"),
      (page: Page) => page.keyboard.press("Control+k"),
      (page: Page) => page.keyboard.press("Meta+k"),
    ]);
    for (const open of ways) {
      await visit("/docs/", async (page) => {
        await page.reload();
        for (const _time of ["before", "after"]) {
          await open(page);
          await input(page).waitFor();
          await page.keyboard.press("Escape");
          await isClosed(page);
        }
      });
    }
  });

  test("has the specified texts, and takes 512 characters", async () => {
    await visit("/docs/", async (page) => {
      await page.keyboard.press("/");
      await input(page).waitFor();
      expect(await input(page).getAttribute("placeholder")).toBe("Search...");
      await page.getByRole("dialog", { name: "Search" }).waitFor();
      await page.getByRole("button", { name: "Submit" }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).waitFor();
      expect(await page.getByRole("button", { name: "Clear" }).count()).toBe(0);
      await page.keyboard.insertText("x".repeat(600));
      expect((await input(page).inputValue()).length).toBe(512);
      await page.getByText("No results found.").waitFor();
      await page.getByRole("button", { name: "Clear" }).click();
      expect(await input(page).inputValue()).toBe("");
      expect(await input(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await page.getByRole("button", { name: "Cancel" }).click();
      await isClosed(page);
    });
  });

  test("opens again for a / that follows Escape before the dialog has told that it is closed", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      await page.evaluate(async () => {
        const press = (key: string) =>
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const isTold = new Promise((done) => {
          document.querySelector("dialog.search-panel")?.addEventListener("close", done);
        });
        press("Escape");
        await Promise.resolve();
        press("/");
        await isTold;
      });
      await input(page).fill("gira");
      await options(page).first().waitFor();
    });
  });

  test("closes on Escape with a query in it, on a click beside it, and when the focus goes elsewhere", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      await page.keyboard.press("Escape");
      await isClosed(page);
      await find(page, "giraffe");
      await page.mouse.click(20, 700);
      await isClosed(page);
      await find(page, "giraffe");
      await page.evaluate(() => {
        const other = document.createElement("dialog");
        other.innerHTML = "<button>other</button>";
        document.body.append(other);
        other.showModal();
      });
      await isClosed(page);
    });
  });

  test("keeps the query when the focus leaves the window, or goes to its own buttons", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      await input(page).evaluate((element) => {
        element.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: null }));
        window.dispatchEvent(new FocusEvent("blur"));
      });
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
      expect(await input(page).inputValue()).toBe("giraffe");
      expect(await options(page).count()).toBeGreaterThan(1);
    });
  });

  test("loses no letter and no Enter typed before it is there, and shows the field at once", async () => {
    const context = await openContext(browser, { viewport: DESKTOP });
    const page = await context.newPage();
    const held: (() => void)[] = [];
    for (const script of ["**/hydrate-*.js", "**/SearchPanel-*.js"]) {
      await page.route(script, async (route) => {
        await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      });
    }
    await page.goto(`${address}/docs/`);
    await page.keyboard.press("/");
    await page.keyboard.type("sheet_");
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    await expect.poll(() => held.length).toBe(2);
    await page.keyboard.type("to_jso");
    await page.keyboard.press("ArrowLeft");
    held[1]?.();
    await input(page).waitFor();
    await page.keyboard.type("x");
    expect(await input(page).inputValue()).toBe("sheet_to_jsxo");
    await page.keyboard.press("Backspace");
    await options(page).first().waitFor();
    expect(await page.locator("dialog").count()).toBe(1);
    await page.reload();
    await page.keyboard.press("/");
    await page.keyboard.type("giraffe");
    await page.keyboard.press("Enter");
    for (const count of [3, 4]) {
      await expect.poll(() => held.length).toBe(count);
      held[count - 1]?.();
    }
    await page.waitForURL(/\/docs\/files\//);
    await context.close();
  });

  test("waits for the letter that an input method composes", async () => {
    const { context, page, request, release } = await openWithHeldPanel();
    const keys = await context.newCDPSession(page);
    await keys.send("Input.imeSetComposition", { text: "ji", selectionStart: 2, selectionEnd: 2 });
    release();
    // Once it is loaded here, what waits for it has gone on, too, and what it shows is painted two frames later.
    await page.evaluate(`import(${JSON.stringify(request.url())})`);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    await keys.send("Input.imeSetComposition", { text: "jir", selectionStart: 3, selectionEnd: 3 });
    await keys.send("Input.insertText", { text: "giraffe" });
    await input(page).waitFor();
    expect(await input(page).inputValue()).toBe("giraffe");
    await context.close();
  });

  test("does not open any more where the reader closed it while it was loading", async () => {
    const { context, page, release } = await openWithHeldPanel();
    await page.keyboard.type("gir");
    await page.keyboard.press("Escape");
    await isClosed(page);
    await Promise.all([page.waitForResponse(/SearchPanel-/), release()]);
    await hydrate(page);
    expect(await page.locator(PANEL).count()).toBe(0);
    await page.keyboard.press("/");
    await input(page).waitFor();
    await context.close();
  });

  test("fills the screen of a phone, and works by touch", async () => {
    await visit(
      "/docs/",
      async (page) => {
        await page.tap(".search-button");
        await input(page).fill("giraffe");
        await options(page).first().waitFor();
        const box = await page.locator(PANEL).boundingBox();
        expect(box?.width).toBe(PHONE.width);
        expect(box?.height).toBe(PHONE.height);
        const isWider = await page.evaluate(() =>
          [...document.querySelectorAll(".search-panel *")].some(
            (element) => element.getBoundingClientRect().right > innerWidth,
          ),
        );
        expect(isWider).toBe(false);
        await options(page).first().tap();
        await isClosed(page);
        await page.waitForURL(/\/docs\/files\//);
      },
      { options: { viewport: PHONE, hasTouch: true, isMobile: true } },
    );
  });
});

describe("results", () => {
  test("the first is active by default, arrows wrap, Home and End stay with the text, Enter goes", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      const all = await titles(page);
      expect(all.length).toBeGreaterThan(2);
      expect(await activeTitle(page)).toBe(all[0]);
      await page.keyboard.press("ArrowUp");
      expect(await activeTitle(page)).toBe(all.at(-1));
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      expect(await activeTitle(page)).toBe(all[1]);
      await page.keyboard.press("Home");
      await page.keyboard.type("a");
      expect(await input(page).inputValue()).toBe("agiraffe");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("End");
      await page.keyboard.type("s");
      expect(await input(page).inputValue()).toBe("giraffes");
      // Until its answer has come the results are those of the query before, which has some of them too.
      await page.waitForSelector('dialog.search-panel[data-status="idle"]');
      await page.keyboard.press("ArrowDown");
      const chosen = await page.locator('[aria-selected="true"]').getAttribute("href");
      await page.keyboard.press("Enter");
      await isClosed(page);
      await page.waitForURL(address + (chosen ?? ""));
    });
  });

  test("the pointer makes them active and chooses; the page is not loaded anew", async () => {
    await visit("/docs/", async (page) => {
      await page.evaluate(() => document.body.setAttribute("data-kept", ""));
      await find(page, "giraffe");
      const second = options(page).nth(1);
      await second.hover();
      expect(await second.getAttribute("aria-selected")).toBe("true");
      const href = await second.getAttribute("href");
      await second.click();
      await page.waitForURL(address + (href ?? ""));
      expect(await page.locator("body[data-kept]").count()).toBe(1);
    });
  });

  test("Ctrl-Enter opens a new tab, as a link would, and the panel stays", async () => {
    await visit("/docs/", async (page, context) => {
      await find(page, "giraffe");
      const href = await options(page).first().getAttribute("href");
      const [tab] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Control+Enter")]);
      await tab.waitForURL(address + (href ?? ""));
      expect(await input(page).inputValue()).toBe("giraffe");
    });
  });

  test("those of one page stand together under its breadcrumb, each with title and marked passage", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      const group = page.getByRole("group", { name: "Files › Write Options" });
      expect(await group.locator(".search-trail").textContent()).toBe("Files › Write Options");
      expect(await group.getByRole("option").count()).toBe(2);
      const first = group.getByRole("option").filter({ hasText: "Exporting" });
      expect(await first.locator("strong mark").textContent()).toBe("giraffes");
      expect(await first.locator("span mark").allTextContents()).toContain("giraffes");
    });
  });

  test("are at most three of a page, until its further ones are asked for", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "hippo");
      expect(await options(page).count()).toBe(4);
      await page.keyboard.press("ArrowUp");
      const more = page.locator('[aria-selected="true"]');
      expect(await more.textContent()).toBe("2 more on this page");
      await page.keyboard.press("Enter");
      await expect.poll(() => titles(page)).toHaveLength(5);
      expect(await options(page).count()).toBe(5);
      expect(await activeTitle(page)).toBe((await titles(page))[3]);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/docs\/files\/many#/);
    });
  });

  test("an identifier is found", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "sheet_to_json");
      expect(await activeTitle(page)).toBe("Exporting with giraffes");
    });
  });

  test('say `Results for "giraffe"` where a word was corrected, and mark what was found', async () => {
    await visit("/docs/", async (page) => {
      await find(page, "calm girafe");
      await status(page).getByText('Results for "calm giraffe"').waitFor();
      expect(await options(page).locator("span mark").allTextContents()).toContain("giraffes");
      await page.getByRole("button", { name: 'Search instead for "calm girafe"' }).click();
      await status(page).getByText('Nothing found for "girafe"').waitFor();
      expect(await status(page).textContent()).not.toContain("Results for");
      expect(await input(page).evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await titles(page)).toEqual(["Exporting with giraffes"]);
    });
  });

  test("say what nothing was found for, beside what was found for the other words", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "calm qqqqzzzz girafe");
      await status(page).getByText('Results for "calm giraffe"').waitFor();
      await status(page).getByText('Nothing found for "qqqqzzzz"').waitFor();
      await input(page).fill("qqqqzzzz");
      await status(page).getByText("No results found.").waitFor();
      expect(await status(page).textContent()).toBe("No results found.");
    });
  });

  test("a fault of the query is a gentle line with its position", async () => {
    await visit("/docs/", async (page) => {
      const complaints = collectComplaints(page);
      for (const [query, message, position, part] of [
        ["nofield:giraffe", "unrecognised field", 1, "nofield"],
        ["giraffe~x", "edit distance must be numeric", 8, "~x"],
        ["giraffe^x", "boost must be numeric", 8, "^x"],
        ["giraffe + ", "expected term", 9, "+"],
      ] as const) {
        if ((await page.locator(PANEL).count()) === 0) await page.keyboard.press("/");
        await input(page).fill(query);
        const line = page.locator(".search-fault");
        await line.waitFor();
        expect(await line.textContent()).toContain(message);
        expect(await line.textContent()).toContain(`(character ${position})`);
        expect(await line.locator("mark").textContent()).toContain(part);
        expect(await status(page).locator(".search-fault").count()).toBe(1);
        await input(page).fill("giraffe");
        await line.waitFor({ state: "detached" });
      }
      expect(complaints).toEqual([]);
    });
  });

  test("Enter waits for an answer that is on its way", async () => {
    await visit(
      "/docs/",
      async (page) => {
        await hydrate(page);
        let release = () => {};
        const gate = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route(INDEXES, async (route) => {
          await gate;
          await route.continue();
        });
        await page.keyboard.press("/");
        await input(page).fill("okapi news");
        await page.keyboard.press("Enter");
        release();
        await page.waitForURL(/\/blog\//);
      },
      { isFresh: true },
    );
  });

  test.each(some(2, ["girafe", "okapi news", "giraffe", "sheet_to", "gir"]))(
    "finds what docgen search prints: %s",
    async (query) => {
      const { stdout } = await command("search", query, "--root", root, "--json");
      const printed = (JSON.parse(stdout) as { results: { route: string }[] }).results.map(({ route }) => route);
      await visit("/docs/", async (page) => {
        await find(page, query);
        const shown = await options(page).evaluateAll((links) =>
          links.map((link) => {
            const { pathname, hash } = new URL((link as HTMLAnchorElement).href);
            return pathname + hash;
          }),
        );
        // The panel puts results of one page under its best.
        const pages = [...new Set(printed.map((route) => route.split("#")[0]))];
        expect(shown).toEqual(pages.flatMap((own) => printed.filter((route) => route.split("#")[0] === own)));
      });
    },
  );

  test("docgen serve has the same panel", async () => {
    const served = await startServer("serve", "--root", makeSite(FILES));
    const context = await openContext(browser);
    const page = await context.newPage();
    context.setDefaultTimeout(5000);
    // A site that was just written may be read twice, and the page loaded anew.
    const ask = async () => {
      await page.goto(`${served}/docs/`);
      await find(page, "sheet_to_json");
      return activeTitle(page);
    };
    await expect.poll(() => ask().catch(String), { timeout: 40_000 }).toBe("Exporting with giraffes");
    await context.close();
  });
});

test("every text of the panel is the locale's, the errors of queries included", async () => {
  const ids = [
    ["label", "placeholder", "submit", "clear", "clearRecent", "results", "noResults"],
    ["corrected", "verbatim", "missing", "queryError", "seeAll", "moreOfPage", "suggestions", "topPages", "nearWords"],
    ["queryError.field", "queryError.term", "queryError.distance", "queryError.boost"],
  ].flatMap((names) => names.map((name) => `theme.SearchBar.${name}`));
  const values = "{query}{words}{message}{name}";
  const others = [
    "theme.SearchModal.searchBox.cancelButtonText",
    "theme.SearchModal.startScreen.recentSearchesTitle",
    "theme.SearchPage.fetchingNewResults",
    "theme.SearchBar.results.plurals",
  ];
  const texts = [...ids, ...others].map((id) => [id, { message: `<${id} ${values}>` }]);
  const root = await buildSite({
    ...FILES,
    "site.config.ts":
      'export default { title: "F", url: "https://example.com", i18n: { defaultLocale: "de", locales: ["de"] } };\n',
    "content/i18n/de/code.json": JSON.stringify(Object.fromEntries(texts)),
  });
  const address = await previewSite(root);
  const context = await openContext(browser, { viewport: DESKTOP });
  const page = await context.newPage();
  const said = (id: string, value = "") => status(page).getByText(`<theme.SearchBar.${id} ${value}`).first().waitFor();
  await page.goto(`${address}/docs/`);
  await page.keyboard.press("/");
  await input(page).fill("qqqqzzzz");
  await said("noResults");
  await input(page).fill("calm girafe qqqqzzzz");
  await said("corrected", "calm giraffe{words}");
  await said("missing", "{query}qqqqzzzz");
  await said("results.plurals");
  const names = await page
    .locator(".search-panel :is(button, input, [role=listbox])")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
  expect(names).toHaveLength(6);
  for (const name of names) expect(name).toMatch(/^<theme\./);
  expect(await input(page).getAttribute("placeholder")).toMatch(/^<theme\./);
  for (const [query, kind] of [
    ["nofield:giraffe", "field"],
    ["giraffe + ", "term"],
    ["giraffe~x", "distance"],
    ["giraffe^x", "boost"],
  ]) {
    await input(page).fill(query ?? "");
    await said("queryError", `{query}{words}<theme.SearchBar.queryError.${kind}`);
  }
  await input(page).fill("giraffe");
  await options(page).first().waitFor();
  await page.keyboard.press("Enter");
  await isClosed(page);
  await page.keyboard.press("/");
  await page.getByRole("group", { name: "recentSearchesTitle" }).waitFor();
  await page.getByRole("listbox", { name: "suggestions" }).getByRole("group", { name: "topPages" }).waitFor();
  await page.getByRole("button", { name: "clearRecent" }).waitFor();
  await context.close();
});

describe("screen readers", () => {
  test("are told of a combobox with its listbox, the active option, and the number of results", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      const list = page.getByRole("listbox", { name: "Results" });
      expect(await input(page).getAttribute("aria-controls")).toBe(await list.getAttribute("id"));
      expect(await input(page).getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("ArrowDown");
      const active = await input(page).getAttribute("aria-activedescendant");
      expect(await options(page).nth(1).getAttribute("id")).toBe(active);
      expect(await list.locator('[aria-selected="true"]').count()).toBe(1);
      expect(await status(page).textContent()).toBe(`${await options(page).count()} results`);
      await input(page).fill("sheet_to_json");
      await expect.poll(() => status(page).textContent()).toMatch(/^(One result|\d results)$/);
      await input(page).fill("qqqqzzzz");
      await status(page).getByText("No results found.").waitFor();
      expect(await input(page).getAttribute("aria-expanded")).toBe("false");
      expect(await input(page).getAttribute("aria-activedescendant")).toBeNull();
    });
  });
});

describe("the index", () => {
  /** Opens a page and counts what is fetched of the indexes. */
  async function counted(work: (page: Page, asked: string[]) => Promise<void>): Promise<void> {
    await visit(
      "/docs/",
      async (page) => {
        const asked: string[] = [];
        page.on("request", (request) => {
          const name = new URL(request.url()).pathname.slice(1);
          if (name.startsWith("search-index-")) asked.push(name);
        });
        await work(page, asked);
      },
      { isFresh: true },
    );
  }
  const ALL = ["search-index-default.json", "search-index-docs-default-current.json"];

  test.each([
    ["hover", (page: Page) => page.hover(".search-button")],
    ["focus", (page: Page) => page.focus(".search-button")],
  ])("is fetched on %s of the button, only those that exist, and not before", async (_, reach) => {
    await counted(async (page, asked) => {
      await hydrate(page);
      expect(asked).toEqual([]);
      await reach(page);
      await expect.poll(() => [...asked].sort()).toEqual(ALL);
    });
  });

  test("is fetched once for hover, click and shortcut, and kept across navigations in the page", async () => {
    await counted(async (page, asked) => {
      await page.hover(".search-button");
      await page.click(".search-button");
      await input(page).fill("giraffe");
      await options(page).first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/docs\/files\//);
      await find(page, "okapi");
      expect([...asked].sort()).toEqual(ALL);
    });
  });

  test("that cannot be loaded gives no results and no error, and is tried again at the next opening", async () => {
    await visit(
      "/docs/",
      async (page) => {
        const exceptions: Error[] = [];
        page.on("pageerror", (error) => exceptions.push(error));
        await page.route(INDEXES, (route) => route.fulfill({ status: 500 }));
        await page.keyboard.press("/");
        await input(page).fill("giraffe");
        await page.getByText("No results found.").waitFor();
        expect(await page.locator(".search-fault").count()).toBe(0);
        await page.keyboard.press("Escape");
        await isClosed(page);
        await page.unroute(INDEXES);
        await find(page, "giraffe");
        expect(exceptions).toEqual([]);
      },
      { isFresh: true },
    );
  });

  test("is asked in a worker; one that cannot be started finds nothing, and is tried again", async () => {
    await visit(
      "/docs/",
      async (page) => {
        const complaints = collectComplaints(page);
        await page.route("**/search-worker-*.js", (route) => route.abort());
        await page.keyboard.press("/");
        await input(page).fill("giraffe");
        await page.getByText("No results found.").waitFor();
        expect(page.workers()).toHaveLength(0);
        await page.keyboard.press("Escape");
        await isClosed(page);
        await page.unroute("**/search-worker-*.js");
        await find(page, "giraffe");
        expect(page.workers().map((worker) => worker.url())).toEqual([
          expect.stringContaining("/assets/search-worker-"),
        ]);
        expect(complaints.filter((complaint) => complaint.startsWith("exception"))).toEqual([]);
      },
      { isFresh: true },
    );
  });

  test("that takes long makes the search stalled, shown and said gently, until it has come", async () => {
    await visit(
      "/docs/",
      async (page) => {
        let release = () => {};
        const gate = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route(INDEXES, async (route) => {
          await gate;
          await route.continue();
        });
        const panel = page.locator(PANEL);
        await page.keyboard.press("/");
        await input(page).waitFor();
        expect(await panel.getAttribute("data-status")).toBe("idle");
        await input(page).fill("giraffe");
        await page.waitForSelector('dialog[data-status="stalled"]');
        const told = await status(page).getByText("Loading results…").boundingBox();
        expect(told?.height).toBeGreaterThan(10);
        expect(await page.getByText("No results found.").count()).toBe(0);
        release();
        await options(page).first().waitFor();
        expect(await panel.getAttribute("data-status")).toBe("idle");
      },
      { isFresh: true },
    );
  });

  test("is stalled after 300 ms, not before", async () => {
    const context = await openContext(browser, { viewport: DESKTOP });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${address}/docs/`);
    await page.route(INDEXES, () => {});
    const panel = page.locator(PANEL);
    await page.keyboard.press("/");
    await input(page).waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await input(page).fill("giraffe");
    await page.waitForSelector('dialog[data-status="loading"]');
    await page.clock.runFor(299);
    expect(await panel.getAttribute("data-status")).toBe("loading");
    await page.clock.runFor(1);
    await page.waitForSelector('dialog[data-status="stalled"]');
    await context.close();
  });

  test("answers that come late are dropped", async () => {
    const context = await openContext(browser, { viewport: DESKTOP });
    await context.addInitScript(() => {
      // The first answer comes only when the reader has typed on.
      window.Worker = class extends Worker {
        override set onmessage(give: (event: MessageEvent) => void) {
          super.onmessage = (first) => {
            super.onmessage = give;
            document.documentElement.dataset.answered = "";
            document.addEventListener("release", () => give(first));
          };
        }
      };
    });
    const page = await context.newPage();
    await page.goto(`${address}/docs/`);
    await page.keyboard.press("/");
    await input(page).fill("giraffe");
    await page.waitForSelector("html[data-answered]");
    await input(page).fill("okapi");
    await page.evaluate(() => document.dispatchEvent(new Event("release")));
    await options(page).first().waitFor();
    expect((await titles(page)).sort()).toEqual(["News", "Zoo"]);
    await context.close();
  });
});

describe("recent searches", () => {
  const stored = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "[]"), RECENT);

  test("are kept where they led somewhere, at most 5, newest first, each once; chosen they are asked again", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "tall");
      await page.keyboard.press("Escape");
      await isClosed(page);
      expect(await stored(page)).toEqual([]);
      for (const query of ["giraffe", "okapi", "zebras", "calm", "electron", "cellDates", "Okapi"]) {
        await find(page, query);
        await page.keyboard.press("Enter");
        await isClosed(page);
      }
      expect(await stored(page)).toEqual(["Okapi", "cellDates", "electron", "calm", "zebras"]);
      await page.keyboard.press("/");
      await page.getByRole("group", { name: "Recent" }).waitFor();
      const edges = await options(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
      expect(new Set(edges).size).toBe(1);
      const kept = ["Okapi", "cellDates", "electron", "calm", "zebras"];
      expect(await options(page).allTextContents()).toEqual([...kept, "Files", "Welcome"]);
      expect(await page.locator('[aria-selected="true"]').count()).toBe(0);
      for (const _query of kept) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await input(page).inputValue()).toBe("zebras");
      await page.getByText("Welcome").first().waitFor();
    });
  });

  test("can be cleared", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe");
      await page.keyboard.press("Enter");
      await isClosed(page);
      await page.keyboard.press("/");
      await page.getByRole("button", { name: "Clear recent searches" }).click();
      expect(await options(page).allTextContents()).toEqual(["Files", "Welcome"]);
      expect(await stored(page)).toEqual([]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${address}/docs/files/`);
    });
  });

  test("are silently left out where storage is blocked", async () => {
    const context = await openContext(browser);
    await context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      }
    });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${address}/docs/`);
    await find(page, "giraffe");
    await page.keyboard.press("Enter");
    await isHighlighted(page);
    await page.keyboard.press("/");
    await input(page).waitFor();
    expect(await options(page).allTextContents()).toEqual(["Files", "Welcome"]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("where nothing is found", () => {
  test("near words, tags and the sections are offered, and the keys of the panel are told", async () => {
    await visit("/docs/", async (page) => {
      await page.keyboard.press("/");
      await input(page).fill("optionsxyzw savannaxyzw");
      const offered = (name: string) => page.getByRole("group", { name }).getByRole("option").allTextContents();
      await page.getByRole("group", { name: "Similar words" }).waitFor();
      expect(await offered("Similar words")).toEqual(["options"]);
      expect(await offered("Tags")).toEqual(["savanna"]);
      expect(await offered("Sections")).toEqual(["Files", "Welcome"]);
      expect(await page.locator(".search-foot kbd").allTextContents()).toEqual(["↑", "↓", "↵", "esc"]);
      await page.getByRole("option", { name: "savanna" }).click();
      await expect.poll(() => activeTitle(page)).toBe("Herds");
      expect(await input(page).inputValue()).toBe("tags:savanna");
    });
  });
});

describe("the page of all results", () => {
  const field = (page: Page) => page.getByRole("main").getByRole("searchbox", { name: "Search" });
  const pages = (page: Page) => page.locator(".search-results h2 strong").allTextContents();

  test("is reached by the search button without JavaScript, and with it in another tab", async () => {
    const own = await openContext(browser, { javaScriptEnabled: false });
    const plain = await own.newPage();
    await plain.goto(`${address}/docs/`);
    await plain.getByRole("link", { name: "Search" }).click();
    await plain.waitForURL(`${address}/search`);
    await own.close();
    await visit("/docs/", async (page) => {
      const opened = page.context().waitForEvent("page");
      await page.getByRole("link", { name: "Search" }).click({ modifiers: ["ControlOrMeta"] });
      await (await opened).waitForURL(`${address}/search`);
      await (await opened).close();
      await page.getByRole("link", { name: "Search" }).click();
      await page.getByRole("combobox").waitFor();
      expect(page.url()).toBe(`${address}/docs/`);
    });
  });

  test("is linked to only where there are results", async () => {
    await visit("/docs/", async (page) => {
      const link = page.getByRole("link", { name: "All results" });
      await find(page, "hippo");
      await link.waitFor();
      await page.getByRole("combobox").fill("xylophonically");
      await link.waitFor({ state: "detached" });
    });
  });

  test("is reached from the panel, and shows all sections by page", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "hippo");
      await page.getByRole("link", { name: "All results" }).click();
      await page.waitForURL(`${address}/search?q=hippo`);
      await isClosed(page);
      await page.locator(".search-results li").first().waitFor();
      expect(await field(page).inputValue()).toBe("hippo");
      expect(await pages(page)).toEqual(["Herds"]);
      expect(await page.locator(".search-results > li > small").allTextContents()).toEqual(["Files"]);
      const parts = page.locator(".search-results li li");
      expect(await parts.locator("a").count()).toBe(3);
      await parts.getByRole("button", { name: "2 more on this page" }).click();
      await expect.poll(() => parts.locator("a").count()).toBe(5);
      await parts.locator("a").last().click();
      await page.waitForURL(/\/docs\/files\/many#/);
      await isHighlighted(page);
      await page.goBack();
      await page.locator(".search-results li").first().waitFor();
      expect(await field(page).inputValue()).toBe("hippo");
    });
  });

  test("works from its address, by parts of the site that are kept in it, and offers what else to ask", async () => {
    await visit("/search", async (page) => {
      const complaints = collectComplaints(page);
      await page.goto(`${address}/search?q=okapi&section=Blog`);
      await page.locator(".search-results li").first().waitFor();
      expect(await pages(page)).toEqual(["News"]);
      expect(await page.getByRole("group", { name: "Section" }).getByRole("radio").count()).toBe(3);
      await page.locator("label", { hasText: "Pages" }).click();
      await expect.poll(() => pages(page)).toEqual(["Zoo"]);
      await page.locator("label", { hasText: "Blog" }).click();
      await page.getByRole("radio", { name: "Blog" }).press("ArrowUp");
      await page.getByRole("radio", { name: "Pages" }).press("ArrowUp");
      await expect.poll(async () => (await pages(page)).sort()).toEqual(["News", "Zoo"]);
      await field(page).fill("calm girafe");
      await page.getByRole("button", { name: "Search instead for" }).click();
      await page.waitForURL(`${address}/search?q=calm+girafe&verbatim=1`);
      await page.locator("main [role=status]").getByText('Nothing found for "girafe"').waitFor();
      await field(page).fill("optionsxyzw");
      await page.getByRole("button", { name: "options", exact: true }).click();
      await expect.poll(() => pages(page)).toContain("Write Options");
      await page.waitForURL(`${address}/search?q=options`);
      await field(page).press("Enter");
      expect(await field(page).inputValue()).toBe("options");
      expect(complaints).toEqual([]);
    });
  });

  test("marks the chosen part in forced colours, and needs one line for the parts on a phone", async () => {
    const own = await openContext(browser, { viewport: PHONE, forcedColors: "active" });
    const page = await own.newPage();
    await page.goto(`${address}/search?q=okapi&section=Blog`);
    const parts = page.getByRole("group", { name: "Section" }).locator("label");
    await parts.first().waitFor();
    const looks = await parts.evaluateAll((all) =>
      all.map((part) => [part.textContent?.split(" ")[0], getComputedStyle(part).textDecorationLine]),
    );
    expect(looks.filter(([, line]) => line === "underline")).toEqual([["Blog", "underline"]]);
    // Two parts more than fit.
    await parts.last().evaluate((last) => {
      for (const name of ["Getting started with a long name", "API reference and options"]) {
        const copy = last.cloneNode(true);
        copy.firstChild?.after(name);
        last.after(copy);
      }
    });
    expect(new Set(await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top))).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await own.close();
  });

  test("shows more pages when asked", async () => {
    await visit("/search", async (page) => {
      await field(page).fill("lion");
      await expect.poll(() => pages(page)).toHaveLength(10);
      await page.getByRole("button", { name: "More results" }).click();
      await expect.poll(() => pages(page)).toHaveLength(12);
      expect(await page.getByRole("button", { name: "More results" }).count()).toBe(0);
    });
  });

  test("Back from a result brings back the pages and sections that were shown, and the place among them", async () => {
    await visit(
      "/search?q=lion",
      async (page) => {
        await page.setViewportSize({ width: 1280, height: 400 });
        await expect.poll(() => pages(page)).toHaveLength(10);
        await page.getByRole("button", { name: "More results" }).click();
        await expect.poll(() => pages(page)).toHaveLength(12);
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
        const top = await page.evaluate(() => Math.round(scrollY));
        expect(top).toBeGreaterThan(400);
        await page.evaluate(() => document.querySelector<HTMLElement>(".search-results > li:last-child a")?.click());
        await page.waitForURL(/\/den-\d+$/);
        await page.goBack();
        await expect.poll(() => pages(page)).toHaveLength(12);
        await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
      },
      { isFresh: true },
    );
  });

  test("without a script leads to the overview, and stays out of what lists pages", async () => {
    const listed = ["sitemap.xml", "llms.txt", "llms-full.txt"].map((file) => readOutput(root, file)).join("");
    expect(listed).toContain("/docs/");
    expect(listed).not.toContain("/search");
    expect(readOutput(root, "search/index.html")).toContain('<meta name="robots" content="noindex, nofollow">');
    await visit(
      "/search",
      async (page) => {
        await page.locator("main noscript p").waitFor();
        expect(await page.getByRole("main").locator("a").getAttribute("href")).toBe("/docs/files/");
        expect(await field(page).count()).toBe(0);
      },
      { options: { javaScriptEnabled: false } },
    );
  });
});

describe("an address without a page", () => {
  test.each([
    ["/docs/files/reed", "Read Options", "reed"],
    ["/zoo/write_options.html", "Write Options", "write options"],
    ["/blog/2024/news", "News", "news"],
    ["/nowhere/writefile", "Write Options", "writefile"],
  ])("%s offers %s, and a search for its words", async (path, title, words) => {
    await visit("/docs/", async (page) => {
      await page.goto(address + path);
      const near = page.getByRole("main").getByRole("listitem").getByRole("link");
      await near.first().waitFor();
      expect(await near.first().textContent()).toBe(title);
      const field = page.getByRole("searchbox", { name: "Search" });
      expect(await field.inputValue()).toBe(words);
      await hydrate(page);
      expect(await near.first().textContent()).toBe(title);
      if (title !== "Read Options") return;
      await field.fill("giraffe");
      await page.getByRole("main").getByRole("button", { name: "Search" }).click();
      await page.waitForURL(`${address}/search?q=giraffe`);
      await page.locator(".search-results li").first().waitFor();
    });
  });

  test("that is like none offers the search alone", async () => {
    await visit("/docs/", async (page) => {
      await Promise.all([page.waitForResponse(/\/pages-/), page.goto(`${address}/%F0%9F%A6%93/qqq`)]);
      expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("qqq");
      expect(await page.getByRole("main").getByRole("listitem").count()).toBe(0);
    });
  });
});

describe("after picking a result", () => {
  test("its words are highlighted in the article, identifiers and forms included, and nothing is in the address or the document", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "sheet_to_json export");
      await page.keyboard.press("Enter");
      await isHighlighted(page);
      expect(page.url()).toBe(`${address}/docs/files/write#exporting-with-giraffes`);
      const words = await highlighted(page);
      expect(words.filter((word) => word.includes("sheet_to_json"))).toHaveLength(2);
      expect(words).toEqual(expect.arrayContaining(["exporting", "exports", "exported"]));
      expect(await page.locator("main mark").count()).toBe(0);
      expect(
        await page.evaluate(() =>
          [...(CSS.highlights.get("search-word") ?? [])].every(
            (range) => (range as Range).startContainer.parentElement?.closest("article") !== null,
          ),
        ),
      ).toBe(true);
    });
  });

  test("its words are in view where they stand in closed details or another tab, and no tab changes without need", async () => {
    for (const [query, text, isHere] of [
      ["numbat", "A wombat or a numbat.", false],
      ["quokka", "A quokka.", false],
      ["wombat", "A wombat.", false],
      ["quokka", "A quokka.", true],
    ] as const) {
      await visit(isHere ? "/docs/files/hidden" : "/docs/", async (page) => {
        await find(page, query);
        await page.keyboard.press("Enter");
        await isHighlighted(page);
        await page.getByText(text, { exact: true }).waitFor();
      });
    }
  });

  test("they are highlighted in the main element where there is no article", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "okapi zoo");
      await page.keyboard.press("Enter");
      await isHighlighted(page);
      expect(await highlighted(page)).toEqual(["zoo", "okapi", "zoo"]);
    });
  });

  test("the highlight is removed when the page changes, and on Escape", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe formats");
      await page.keyboard.press("Enter");
      await isHighlighted(page);
      await find(page, "giraffe");
      await page.keyboard.press("Escape");
      await isClosed(page);
      expect(await highlighted(page)).not.toEqual([]);
      await page.keyboard.press("Escape");
      expect(await highlighted(page)).toEqual([]);
      await find(page, "giraffe formats");
      await page.keyboard.press("Enter");
      await isHighlighted(page);
      await page.locator(".pagination a").first().click();
      await page.waitForURL((url) => !url.pathname.endsWith("/write"));
      await expect.poll(() => highlighted(page)).toEqual([]);
      await page.goBack();
      await page.waitForURL(/\/write/);
      expect(await highlighted(page)).toEqual([]);
    });
  });

  test("the words are there too where the browser loads the page, and only the first time", async () => {
    await visit("/docs/", async (page) => {
      await find(page, "giraffe formats");
      await options(page)
        .first()
        .evaluate((link) => link.setAttribute("data-noroute", ""));
      await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
      await isHighlighted(page);
      expect(await highlighted(page)).toContain("giraffe");
      await page.keyboard.press("Escape");
      expect(await highlighted(page)).toEqual([]);
      await page.reload();
      await hydrate(page);
      expect(await highlighted(page)).toEqual([]);
    });
  });

  test("<mark> stands in where the browser has no highlights, and leaves no trace", async () => {
    const context = await openContext(browser);
    await context.addInitScript(() => {
      delete (CSS as { highlights?: unknown }).highlights;
      Reflect.deleteProperty(Object.getPrototypeOf(CSS), "highlights");
    });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${address}/docs/files/write`);
    const before = await page.locator("article .markdown").innerHTML();
    await find(page, "sheet_to_json");
    await page.keyboard.press("Enter");
    await page.waitForSelector("article mark.search-word");
    expect((await page.locator("article mark").allTextContents()).join(" ")).toContain("sheet_to_json");
    await isClosed(page);
    await page.keyboard.press("Escape");
    expect(await page.locator("article mark").count()).toBe(0);
    expect(await page.locator("article .markdown").innerHTML()).toBe(before);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
