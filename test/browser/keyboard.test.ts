import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openContext, openPage } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";
import { openSite } from "../helpers/real-site.ts";

/** What pages of the project's own site have, without its many links on the way and its large search index. */
const FILES = {
  "site.config.ts": `export default { title: "T", url: "https://example.com", live: {} };\n`,
  "content/docs/index.md": "# Start\n\n[Write](/docs/write)\n",
  "content/docs/write.md": "# Write\n\nWrites a sheet.\n\n```js\nwrite(sheet);\n```\n",
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [
      `content/docs/sheets/sheet-${at}.md`,
      `# Sheet ${at}\n\nA sheet of cells.\n`,
    ]),
  ),
  "content/docs/sheets/json.md": "# JSON\n\nThe function `sheet_to_json` reads a sheet.\n",
  "content/docs/live.md":
    "# Live\n\n```jsx live\nfunction Tab() {\n  return <b>sample</b>;\n}\n```\n\n[Start](/docs/)\n",
  "content/docs/table.md":
    '# Table\n\n<FilterTable label="Filter formats">\n\n| Format | Read |\n|---|---|\n| XLSX | yes |\n| XLSB | yes |\n\n</FilterTable>\n\n' +
    '<FilterTable label="Your message">\n\n## Read\n\n### reading "slice"\n\nNo bytes, [no table](#no-table).\n\n### no table\n\nA page.\n\n' +
    "```text\nlogin\n```\n\n</FilterTable>\n",
  "content/docs/details.md": "# Details\n\n<details>\n<summary>More</summary>\n\nInside.\n\n</details>\n",
};

let browser: Browser;
let context: BrowserContext;
let address: string;
let small: string;

beforeAll(async () => {
  small = await previewSite(await buildSite(FILES));
  [{ address }, browser] = await Promise.all([openSite(), openBrowser()]);
  context = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
});

afterAll(() => browser?.close());

/** Opens a page; from here on only keys are used. */
async function open(route: string, site = address, viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await openPage(context);
  await page.setViewportSize(viewport);
  await page.goto(site + route, { waitUntil: "load" });
  return page;
}

const hasFocus = (target: Locator) =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** The most presses of a key that lead anywhere on a page. */
const PATIENCE = 250;

/** Presses Tab, or another key, until the target has the focus; what has it on the way must show it. */
async function walkTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let pressed = 0; pressed < PATIENCE; pressed++) {
    await page.keyboard.press(key);
    const { isThere, unmarked } = await target.evaluateAll((elements) => {
      const element = document.activeElement;
      const isThere = elements.some((one) => one === element);
      if (element === null || element === document.body || element.matches("iframe, .cm-content")) return { isThere };
      // Radio buttons of tabs and the search field show it on what is around or beside them.
      const marked = [element, element.nextElementSibling, element.parentElement, element.closest("dialog")];
      const shows = marked.some((one) => one !== null && getComputedStyle(one).outlineStyle !== "none");
      return { isThere, unmarked: shows ? undefined : element.outerHTML.slice(0, 200) };
    });
    expect(unmarked).toBeUndefined();
    if (isThere) return;
  }
  throw new Error(`${PATIENCE} presses of ${key} did not reach ${target}`);
}

describe("with keys alone", () => {
  test("the skip link comes first, shows itself and leads past the menus", async () => {
    const page = await open("/docs/api/parse-options");
    const skip = page.getByRole("link", { name: "Skip to main content" });
    await walkTo(page, skip);
    const box = await skip.boundingBox();
    expect(box !== null && box.x >= 0 && box.y >= 0 && box.width > 40).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.localName === "main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  test("the navbar's links are reached and followed, the colour mode is switched", async () => {
    const page = await open("/docs/");
    const toggle = page.getByRole("button", { name: "Switch between light and dark mode" });
    await walkTo(page, toggle);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    expect(await hasFocus(toggle)).toBe(true);
    await walkTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/api\/$/);
  });

  test("a section of the sidebar is opened, walked and closed, and its pages are followed", async () => {
    const page = await open("/docs/");
    const sidebar = page.getByRole("navigation", { name: "Docs sidebar" });
    const category = sidebar.locator(".category", { hasText: "Common Use Cases" });
    const caret = category.locator(".caret").first();
    const pages = category.locator("ul").getByRole("link");
    await walkTo(page, caret);
    expect(await caret.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    await pages.first().waitFor();
    expect(await caret.getAttribute("aria-expanded")).toBe("true");
    expect(await hasFocus(caret)).toBe(true);
    await page.keyboard.press("Space");
    await pages.first().waitFor({ state: "detached" });
    await page.keyboard.press("Space");
    await walkTo(page, pages.last());
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/solutions\/\w+$/);
  });

  test("tabs are chosen by arrow keys, and the focus stays with them", async () => {
    const page = await open("/docs/getting-started/installation/frameworks");
    const tabs = page.locator(".tabs").first();
    const [first, second] = [tabs.getByRole("radio").first(), tabs.getByRole("radio").nth(1)];
    await walkTo(page, first);
    await page.keyboard.press("ArrowRight");
    expect(await hasFocus(second)).toBe(true);
    const shown = await tabs
      .locator(":scope > .tab-panel")
      // Closed panels have an empty box, so that the browser finds text in them.
      .evaluateAll((panels) => panels.map((panel) => panel.firstElementChild?.checkVisibility()));
    expect(shown.slice(0, 2)).toEqual([false, true]);
    await walkTo(page, tabs.locator(":scope > .tab-panel:visible pre"));
  });

  test("the search is opened, used and left again, the focus where it was", async () => {
    const page = await open("/docs/", small);
    const button = page.getByRole("link", { name: "Search" });
    const input = page.getByRole("combobox");
    await walkTo(page, button);
    await page.keyboard.press("Enter");
    await input.waitFor();
    // At once: results of half of the word would come in between, and take the choice away.
    await page.keyboard.insertText("sheet");
    await page.getByRole("option").nth(7).waitFor();
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    for (let pressed = 0; pressed < 7; pressed++) await page.keyboard.press("ArrowDown");
    expect(await chosen.getAttribute("id")).toBe(await input.getAttribute("aria-activedescendant"));
    expect(await page.getByRole("option").nth(7).getAttribute("aria-selected")).toBe("true");
    const count = await page.getByRole("option").count();
    for (let pressed = 7; pressed < count; pressed++) await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("option").first().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "detached" });
    expect(await hasFocus(button)).toBe(true);
    await page.keyboard.press("/");
    await input.waitFor();
    await page.keyboard.type("sheet_to_json");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/sheets\/json/);
  });

  test("the chosen result is never out of sight", async () => {
    const page = await open("/docs/", small, { width: 700, height: 320 });
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.insertText("sheet");
    await page.getByRole("option").nth(7).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => {
      const last = [...document.querySelectorAll('[role="option"]')].at(-1);
      const { bottom = Number.POSITIVE_INFINITY } = last?.getBoundingClientRect() ?? {};
      const panel = document.querySelector("dialog")?.getBoundingClientRect();
      return last?.getAttribute("aria-selected") === "true" && panel !== undefined && bottom <= panel.bottom + 1;
    });
  });

  test("a live sample is edited, left and put back", async () => {
    const page = await open("/docs/live", small);
    const figure = page.locator("figure.live").first();
    const code = figure.locator("pre");
    const editor = page.getByRole("textbox", { name: "Code of live sample 1" });
    const original = await code.textContent();
    await walkTo(page, code.or(editor));
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "textbox");
    await page.waitForFunction(() => {
      const around = document.activeElement?.closest(".cm-editor");
      return around instanceof Element && getComputedStyle(around).outlineStyle === "solid";
    });
    await page.keyboard.press("Control+a");
    await page.keyboard.type("<b>typed</b>");
    await figure.frameLocator("iframe").getByText("typed").waitFor();
    await page.keyboard.press("Tab");
    expect(await hasFocus(editor)).toBe(false);
    const reset = page.getByRole("button", { name: "Reset live sample 1" });
    await walkTo(page, reset, "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction((text) => document.querySelector("figure.live pre")?.textContent === text, original);
    expect(await hasFocus(reset)).toBe(true);
  });

  test("a table is filtered, and Escape empties the filter", async () => {
    const page = await open("/docs/table", small);
    const box = page.locator(".filter-table input").first();
    const rows = page.locator(".filter-table").first().locator("tbody tr:visible");
    const all = await rows.count();
    await walkTo(page, box);
    await page.keyboard.type("xlsb");
    expect(await rows.count()).toBeLessThan(all);
    await page.keyboard.press("Escape");
    expect(await rows.count()).toBe(all);
    // Sections with most of the words stay, with their code; a link to another one ends the filter.
    const headings = page.locator(".filter-table").last().locator("h2:visible, h3:visible, pre:visible");
    await walkTo(page, page.getByRole("searchbox", { name: "Your message" }));
    await page.keyboard.type('TypeError: reading "slice" at line 3');
    expect(await headings.evaluateAll((all) => all.map(({ id }) => id))).toEqual(["reading-slice"]);
    expect(await page.getByRole("status").allInnerTexts()).toEqual(["", "1 of 3 sections"]);
    await walkTo(page, page.getByRole("link", { name: "no table" }));
    await page.keyboard.press("Enter");
    expect(await headings.count()).toBe(4);
  });

  test("code is scrolled to and copied", async () => {
    const page = await open("/docs/write", small);
    const copy = page.getByRole("button", { name: /^(?:Copy code|Copied)$/ }).first();
    await walkTo(page, copy);
    expect(await copy.evaluate((button) => getComputedStyle(button).opacity)).toBe("1");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
  });

  test("details are opened and closed", async () => {
    const page = await open("/docs/details", small);
    const summary = page.locator("article summary").first();
    const details = page.locator("article details").first();
    await walkTo(page, summary);
    await page.keyboard.press("Enter");
    expect(await details.evaluate((element: HTMLDetailsElement) => element.open)).toBe(true);
    await page.keyboard.press("Space");
    expect(await details.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false);
  });
});
