import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { openSite, type RealSite } from "../helpers/real-site.ts";
import { some } from "../helpers/weekly.ts";
import { EXPECTED, type Step } from "./live-expected.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The site serves the library itself. */
const LIBRARY = "**/xlsx.full.min.js";

/** Marks the frames that have told that their library is there; in the same task they run their sample again. */
const MARK_READY = `addEventListener("message", ({ data, source }) => {
  if (data?.type !== "library" || data.state !== "ready") return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.dataset.library = "ready";
  }
});`;

const FIRST = ["/docs", "/docs/solutions/input", "/docs/csf/features/hyperlinks"];

let site: RealSite;
let samples: readonly string[];
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  samples = liveSamples();
  context = await openContext(browser);
  await context.addInitScript(MARK_READY);
});

afterAll(() => browser?.close());

/** The live samples of the built site as `page Component`, in the order in which they stand there. */
function liveSamples(): string[] {
  return site.pages.flatMap(({ file, path }) => {
    const [, ...figures] = readFileSync(join(site.out, file), "utf8").split('<figure class="code live"');
    return figures.map((html) => {
      const code = html.slice(0, html.indexOf("</figure>")).replace(/<[^>]*>/g, "");
      return `${path.replace(/\/$/, "")} ${/function\s+(\w+)/.exec(code)?.[1] ?? "?"}`;
    });
  });
}

/** Those of a run differ most: one that saves, one that opens a file, one that only shows. */
const PAGES = [...new Set(Object.keys(EXPECTED).map((key) => key.split(" ")[0] ?? ""))].sort(
  (a, b) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)),
);

/** Opens a page of the site, gone after the test. */
async function open(path: string, from: BrowserContext = context): Promise<Page> {
  const page = await from.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.address}${path}`);
  return page;
}

/** The figures of a page, with the names of their components, in order. */
function figuresOf(page: Page, path: string) {
  const names = samples.filter((key) => key.startsWith(`${path} `));
  return names.map((key, index) => ({ key, figure: page.locator("figure.live").nth(index) }));
}

const needsLibrary = async (figure: Locator) => (await figure.locator("code").textContent())?.includes("XLSX") === true;

/** A control by the beginning of its label: what follows may be the text of its value. */
function control(result: FrameLocator, label: string): Locator {
  return result.getByLabel(new RegExp(`^\\s*${label}`));
}

async function take(step: Step, result: FrameLocator, page: Page): Promise<void> {
  if ("fill" in step) await control(result, step.fill).fill(step.with);
  else if ("choose" in step) await control(result, step.choose).selectOption({ label: step.option });
  else if ("toggle" in step) await control(result, step.toggle).press("Space");
  else if ("copy" in step) await result.getByLabel(step.copy).press("ControlOrMeta+c");
  else if ("paste" in step) {
    await control(result, step.paste).evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", html);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, step.html);
  } else if ("open" in step) {
    await control(result, step.open).setInputFiles(join(PROJECT, "content/static/files", step.file));
  } else await pressButton(step, result, page);
}

async function pressButton(
  { press, saves }: Extract<Step, { press: string }>,
  result: FrameLocator,
  page: Page,
): Promise<void> {
  const button = result.getByRole("button", { name: press, exact: true });
  if (saves === undefined) return button.press("Enter");
  const [download] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
  expect(download.suggestedFilename()).toBe(saves);
}

/** Text as a reader sees it, with tabs between the cells of a table. */
// biome-ignore lint/performance/useDomNodeTextContent: cells and lines would run together
const textOf = (result: FrameLocator) => () => result.locator("#result").innerText();

/** Controls without a name and whatever else is against the rules in a sample's frame. */
async function violationsIn(figure: Locator): Promise<string[]> {
  const frame = await (await figure.locator("iframe").elementHandle())?.contentFrame();
  if (!frame) throw new Error("the sample has no frame");
  await frame.evaluate(AXE);
  const found = await frame.evaluate((runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    return axe.run({ resultTypes: ["violations"], runOnly });
  }, WCAG);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
}

test("every live sample of the site stands in the list of what they show, and no other", () => {
  expect(samples.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

describe("the live samples of a page", () => {
  test.each(some(2, PAGES))("show a result, follow the reader and are accessible: %s", async (path) => {
    const page = await open(path);
    for (const { key, figure } of figuresOf(page, path)) {
      const expected = EXPECTED[key];
      const result = figure.frameLocator("iframe");
      const notice = figure.getByRole("alert");
      await figure.getByRole("button", { name: "Run", exact: true }).click();
      if (await needsLibrary(figure)) await figure.locator("iframe[data-library=ready]").waitFor();
      await expect.poll(textOf(result), { message: key }).toContain(expected?.shows);
      expect(await violationsIn(figure), key).toEqual([]);
      for (const step of expected?.steps ?? []) await take(step, result, page);
      await expect.poll(textOf(result), { message: key }).toContain(expected?.ends);
      expect(await notice.textContent(), key).toBe("");
    }
  });

  test.each(some(1, PAGES))("say so where the library is out of reach, and break in no other way: %s", async (path) => {
    const own = await openContext(browser);
    onTestFinished(() => own.close());
    await own.route(LIBRARY, (route) => route.abort());
    const page = await open(path, own);
    for (const { key, figure } of figuresOf(page, path)) {
      await figure.getByRole("button", { name: "Run", exact: true }).click();
      const needs = await needsLibrary(figure);
      const notice = needs ? "The library could not be loaded" : "";
      await expect.poll(() => figure.getByRole("alert").textContent(), { message: key }).toContain(notice);
      // A sample is not started without its library.
      const shown = textOf(figure.frameLocator("iframe"));
      await expect.poll(async () => (await shown()) === "", { message: key }).toBe(needs);
    }
  });
});
