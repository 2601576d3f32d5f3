import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectComplaints, hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

/** Names of the browser, of objects, and of what the theme could look for. */
const NAMES = ["constructor", "__proto__", "location", "search", "body", "documentElement", "cookie", "main", "theme"];

let browser: Browser;
let address: string;
beforeAll(async () => {
  const headings = NAMES.map((name) => `## ${name} {#${name}}\n\nText of ${name}.\n`).join("\n");
  const [root, launched] = await Promise.all([
    buildSite({
      "content/docs/index.md": `# Start\n\n${headings}`,
      "content/docs/other.md": "# Other\n\n<form id='forms'><input name='getElementById'></form>\n",
      "site.config.ts": `export default { title: "T", url: "https://example.com", announcementBar: { id: "news", content: "News" } };`,
    }),
    openBrowser(),
  ]);
  browser = launched;
  address = await previewSite(root);
});
afterAll(() => browser?.close());

test("headings named constructor, __proto__, location, search: page, contents, search and theme work", async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  await page.goto(`${address}/docs/#constructor`);
  await hydrate(page);
  for (const name of NAMES) expect(await page.locator(`[id="${name}"]`).count(), name).toBe(1);
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.locator(".color-mode").first().click();
  await page.waitForFunction((mode) => document.documentElement.dataset.theme !== mode, before);
  // A jump hides the navbar, gliding: a pointer that presses its button meanwhile may let go beside it.
  await page
    .locator('.toc a[href="#location"], aside a[href="#location"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  expect(new URL(page.url()).hash).toBe("#location");
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("constructor");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#constructor$/);
  expect(complaints).toEqual([]);
  await context.close();
});

test("with storage blocked, full, or holding garbage the page works, in the default mode, and the bar is shown", async () => {
  const storages: readonly (() => void)[] = [
    () => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      }
    },
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
    () => {
      for (const key of [
        "theme",
        "docgen.announcement.id",
        "docgen.search.recent",
        "docgen.scroll",
        "docs-preferred-version-default",
      ]) {
        localStorage.setItem(key, "\u0000{garbage");
        sessionStorage.setItem(key, "\u0000{garbage");
      }
    },
  ];
  for (const storage of storages) {
    const context = await openContext(browser);
    await context.addInitScript(storage);
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${address}/docs/`);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
    await page.getByRole("region", { name: "Announcement" }).waitFor();
    await hydrate(page);
    await page.locator(".color-mode").first().click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/docs/other"]')?.click());
    await page.waitForURL(/other/);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("theme");
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "Close announcement" }).evaluate((button: HTMLElement) => button.click());
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("a page that a deploy has taken away is left to the host in one load, and one that can't be fetched is asked for again by Retry alone", async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  const target = `${address}/docs/other`;
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.url() === target) loads.push(request.isNavigationRequest() ? "load" : "fetch");
  });
  const follow = () => page.evaluate(() => document.querySelector<HTMLElement>('a[href="/docs/other"]')?.click());
  // What a link leads to is fetched ahead as soon as the page is there.
  await page.route(target, (route) => route.abort("internetdisconnected"));
  await page.goto(`${address}/docs/`);
  await follow();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  expect(page.url()).toBe(`${address}/docs/`);
  await page.waitForLoadState("networkidle");
  // One before the click, as the link came into sight, and one for it.
  expect(loads.length).toBeLessThanOrEqual(2);
  expect(loads).not.toContain("load");
  await page.unroute(target);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForURL(target);
  await page.getByRole("heading", { name: "Other" }).waitFor();
  loads.length = 0;
  await page.route(target, (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<h1>Gone</h1>" }));
  await page.goto(`${address}/docs/`);
  await follow();
  await page.getByRole("heading", { name: "Gone" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(loads.filter((kind) => kind === "load")).toEqual(["load"]);
  await context.close();
});

test("without JavaScript every page can be read, and reached by links", async () => {
  const context = await openContext(browser, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${address}/docs/`);
  for (const name of NAMES) expect(await page.locator(`[id="${name}"]`).isVisible()).toBe(true);
  await page.locator('a[href="/docs/other"]').filter({ visible: true }).first().click();
  await page.waitForURL(/other$/);
  expect(await page.getByRole("heading", { name: "Other" }).isVisible()).toBe(true);
  await context.close();
});
