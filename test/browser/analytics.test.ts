import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openPrefetchingContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const PAGES = {
  "content/docs/index.md": "---\ntitle: Start\n---\n\n[One](./one.md) and [two](./two.md)\n",
  "content/docs/one.md": "---\ntitle: One\n---\n\n[Two](./two.md)\n\n## Part\n\nText about zebras.\n",
  "content/docs/two.md": "---\ntitle: Two\n---\n\n[One](./one.md#part)\n",
};

/** Opens a fixture with the given configuration; the service's own script is never reached. */
async function open(analytics: string): Promise<{ page: Page; outside: string[]; address: string }> {
  const root = await buildSite({
    ...PAGES,
    "site.config.ts": `export default { title: "Fixture", url: "https://example.com", ${analytics} };\n`,
  });
  const address = await previewSite(root);
  const context = await openPrefetchingContext(browser);
  const outside: string[] = [];
  await context.route(/^https:/, (route) => {
    outside.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  const page = await context.newPage();
  await page.goto(`${address}/docs/`, { waitUntil: "load" });
  return { page, outside, address };
}

/** Three route changes: a page, a heading on it, back. */
async function walk(page: Page): Promise<void> {
  const shows = (title: string) => page.waitForFunction((text) => document.title.startsWith(text), title);
  await page.click('main a[href="/docs/two"]');
  await shows("Two");
  await page.click('main a[href="/docs/one#part"]');
  await shows("One");
  await page.goBack();
  await shows("Two");
  // What was called a tick later has been called by the next.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

describe("page-view events are sent on each route change", () => {
  test("gtag: page_path, then page_view, with IP anonymisation", async () => {
    const { page, outside } = await open('analytics: { variant: "gtag", trackingId: "G-TEST" }');
    await walk(page);
    const calls = await page.evaluate(() =>
      (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((call) => [...Array.from(call)]),
    );
    expect(calls.map((call) => (call[0] === "js" ? ["js"] : call))).toEqual([
      ["js"],
      ["config", "G-TEST", { anonymize_ip: true }],
      ["set", "page_path", "/docs/two"],
      ["event", "page_view"],
      ["set", "page_path", "/docs/one#part"],
      ["event", "page_view"],
      ["set", "page_path", "/docs/two"],
      ["event", "page_view"],
    ]);
    expect(outside).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-TEST"]);
  });

  test("analytics.js: page, then pageview, with IP anonymisation", async () => {
    const { page, outside } = await open('analytics: { variant: "analytics.js", trackingId: "UA-1" }');
    await walk(page);
    const calls = await page.evaluate(() =>
      (window as unknown as { ga: { q: ArrayLike<unknown>[] } }).ga.q.map((call) => [...Array.from(call)]),
    );
    expect(calls).toEqual([
      ["create", "UA-1", "auto"],
      ["set", "anonymizeIp", true],
      ["send", "pageview"],
      ["set", "page", "/docs/two"],
      ["send", "pageview"],
      ["set", "page", "/docs/one#part"],
      ["send", "pageview"],
      ["set", "page", "/docs/two"],
      ["send", "pageview"],
    ]);
    expect(outside).toEqual(["https://www.google-analytics.com/analytics.js"]);
  });

  test("view events of search results are batched, and hold no query", async () => {
    const { page } = await open('analytics: { variant: "gtag", trackingId: "G-TEST" }');
    await page.keyboard.press("/");
    await page.waitForSelector("dialog.search-panel[open]");
    await page.keyboard.type("zebras");
    await page.waitForFunction(() =>
      (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.some(
        (call) => call[1] === "view_search_results",
      ),
    );
    const events = await page.evaluate(() =>
      (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer
        .filter((call) => call[0] === "event")
        .map((call) => call[2]),
    );
    expect(events).toEqual([{ results: ["/docs/one#part"] }]);
  });

  test("nothing is requested or sent before it is configured", async () => {
    const { page, outside } = await open("");
    await walk(page);
    expect(outside).toEqual([]);
    expect(await page.evaluate(() => "dataLayer" in window || "ga" in window)).toBe(false);
  });
});
