import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext, openSettled } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";
import { LAYOUT_FILES } from "../helpers/layout-site.ts";
import { openSite } from "../helpers/real-site.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What opens above a page is the same on all pages: axe takes the longer, the more the page behind it has. */
const FILES = {
  ...LAYOUT_FILES,
  "site.config.ts": LAYOUT_FILES["site.config.ts"]?.toString().replace("};", "live: {} };") ?? "",
  "content/docs/live.md":
    "# Live\n\n```jsx live\nfunction Sum() {\n  return <p>Sum: {1 + 2}</p>;\n}\n```\n\n[Write options](/docs/options)\n",
  "content/docs/options.md":
    "# Write Options\n\nThe function `sheet_to_json` writes rows.\n\n## Rows\n\nWrite options of `sheet_to_json`.\n",
};

let browser: Browser;
let context: BrowserContext;
let address: string;
let small: string;

beforeAll(async () => {
  small = await previewSite(await buildSite(FILES));
  [{ address }, browser] = await Promise.all([openSite(), openBrowser()]);
  context = await openContext(browser, { reducedMotion: "reduce" });
});

afterAll(() => browser?.close());

/** One page of every layout, and of every kind of content. */
const ROUTES = some(5, [
  "/",
  "/docs/",
  "/docs/csf/features/comments",
  "/docs/getting-started/roadmap",
  "/docs/getting-started/installation/nodejs",
  "/docs/gone",
  "/blog/",
  "/docs/api/",
  "/docs/api/parse-options",
  "/docs/csf/cell",
  "/docs/csf/features/",
  "/docs/miscellany/formats",
  "/docs/miscellany/errors",
  "/docs/solutions/input",
  "/docs/tags/",
  "/blog/archive",
  "/blog/2026/11/21/samples-that-run",
]);

interface Device {
  readonly width: number;
  readonly theme: "light" | "dark";
}

/** Colours are those of the theme at any width, and all else is the same in any theme: each is looked at once. */
const DEVICES: readonly Device[] = [
  { width: 390, theme: "light" },
  { width: 1280, theme: "dark" },
];

/** A page of one context for all: scripts are loaded and compiled once. */
async function open(route: string, device: Device): Promise<Page> {
  const page = await context.newPage();
  onTestFinished(() => page.close());
  await load(page, small + route, device);
  return page;
}

async function load(page: Page, url: string, { width, theme }: Device): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript((mode) => localStorage.setItem("theme", mode), theme);
  await openSettled(page, url);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
}

/**
 * Every rule that axe has, its advice for good practice included, as `rule selector: what is wrong`.
 *
 * @param part selector of what is looked at
 */
async function violations(page: Page | Frame, tags: readonly string[] = [], part = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(
    ([runOnly, selector]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (selector: string, options: object) => Promise<AxeResults> };
      };
      return axe.run(selector, { resultTypes: ["violations"], ...(runOnly.length === 0 ? {} : { runOnly }) });
    },
    [tags, part] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`),
  );
}

test.each(ROUTES)("no violation at 390 px in the light and at 1280 px in the dark mode on %s", async (route) => {
  const page = await context.newPage();
  onTestFinished(() => page.close());
  for (const device of DEVICES) {
    await load(page, address + route, device);
    expect(await violations(page), JSON.stringify(device)).toEqual([]);
  }
});

describe.each(DEVICES)("no violation at $width px in the $theme mode", (device) => {
  test("with a live sample mounted, its editor open", async () => {
    const page = await open("/docs/live", device);
    await page.locator("figure.live").first().getByRole("button", { name: "Run" }).click();
    await page.locator("figure.live iframe").first().waitFor({ state: "attached" });
    await page.locator("figure.live pre").first().hover();
    await page.getByRole("textbox", { name: "Code of live sample 1" }).waitFor();
    await page.locator("figure.live iframe[data-shown]").first().waitFor();
    expect(await violations(page)).toEqual([]);
    const [, frame] = page.frames();
    if (frame === undefined) throw new Error("the sample has no frame");
    // Landmarks and a first heading are the page's.
    expect(await violations(frame, WCAG)).toEqual([]);
  });

  test("with the search open, without results and with some", async () => {
    const page = await open("/docs/", device);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("zzzzzzzzqqq");
    await page.getByText("No results found.").waitFor();
    const inPanel = () => violations(page, [], "dialog.search-panel");
    // The page behind it is the same in both widths.
    if (device.width < 997) expect(await violations(page)).toEqual([]);
    await page.getByRole("combobox").fill("sheet_to_json");
    await page.getByRole("option").first().waitFor();
    expect(await inPanel()).toEqual([]);
    if (device.width >= 997 && !IS_WEEKLY) return;
    await page.getByRole("combobox").fill("sheet_to_jsom nofield:x");
    await page.locator(".search-fault").waitFor();
    expect(await inPanel()).toEqual([]);
    await page.getByRole("combobox").fill("sheet_to_json");
    await page.locator(".search-fault").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => CSS.highlights.has("search-word"));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("/");
    await page.getByRole("group", { name: "Recent" }).waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await inPanel()).toEqual([]);
    await page.goto(`${small}/search?q=write+optoins`);
    await page.locator(".search-results li").first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.runIf(device.width < 997)("with the drawer open", async () => {
    const page = await open("/docs/guide/one", device);
    await page.click(".menu-button");
    await page.locator("#docgen-sidebar").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
