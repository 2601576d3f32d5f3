import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openPage, openPrefetchingContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

const FILES = {
  "content/docs/index.md": "# Start\n\n[other](/docs/other) [shop](/shop)\n",
  "content/docs/other.md": "# Other\n\n[start](/docs/)\n",
  "content/docs/filter.md":
    '# Filter\n\n<FilterTable label="Filter formats">\n\n| Format | Read |\n|---|---|\n| XLSX | yes |\n\n</FilterTable>\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\n[start](/docs/)\n',
  "content/docs/live.md": "# Live\n\n```jsx live\n<b>living</b>\n```\n",
  "content/pages/shop.tsx": `import { useState } from "react";
export default function Shop() {
  const [count, setCount] = useState(0);
  return <div data-interactive><h1>Shop</h1><button type="button" onClick={() => setCount(count + 1)}>pressed {count}</button></div>;
}
`,
};

let browser: Browser;
let context: BrowserContext;
let page: Page;
let address: string;

beforeAll(async () => {
  const [server, launched] = await Promise.all([buildSite(FILES).then((root) => previewSite(root)), openBrowser()]);
  address = server;
  browser = launched;
  context = await openPrefetchingContext(browser, { viewport: { width: 1280, height: 800 } });
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await openPage(context);
});

/** A clock is that of a whole context. */
async function openWithClock(): Promise<void> {
  const own = await openPrefetchingContext(browser, { viewport: { width: 1280, height: 800 } });
  onTestFinished(() => own.close());
  page = await own.newPage();
  await page.clock.install();
}

/** Ways in which a file does not come. */
const FAILURES = {
  "404": (route: Route) => route.fulfill({ status: 404, contentType: "text/plain", body: "Not found" }),
  "500": (route: Route) => route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Broken</h1>" }),
  garbage: (route: Route) => route.fulfill({ contentType: "text/javascript", body: "export }{" }),
  "a cut line": (route: Route) => route.abort("connectionreset"),
  "no answer": (_: Route) => undefined,
} satisfies Record<string, (route: Route) => unknown>;

/** The page is loaded again once where a part of the client is missing: here it has been. */
async function open(route: string): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem("docgen.reloaded", location.href));
  await page.goto(address + route);
  await page.evaluate(() => Object.assign(window, { mark: true }));
}

const isSwapped = () => page.evaluate(() => "mark" in window);
const told = (words: string) => page.waitForEvent("console", (message) => message.text().includes(words));
const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const reach = (selector = ".color-mode") => page.locator(selector).dispatchEvent("pointerover", { bubbles: true });
const follow = (name: string) => page.locator("main").getByRole("link", { name, exact: true }).click();

describe("where React is missing", () => {
  test.each(["404", "500", "garbage", "a cut line"] as const)("(%s) links lead on, and back", async (how) => {
    await page.route("**/hydrate-*.js", FAILURES[how]);
    await open("/docs/");
    await Promise.all([told("could not be loaded"), reach()]);
    await follow("other");
    await heading("Other");
    expect(new URL(page.url()).pathname).toBe("/docs/other");
    await page.goBack();
    await heading("Start");
    expect(new URL(page.url()).pathname).toBe("/docs/");
    await page.goForward();
    await heading("Other");
    expect(await isSwapped()).toBe(true);
    await follow("start");
    await heading("Start");
    await follow("shop");
    await heading("Shop");
    expect(await page.locator(".page-loading").count()).toBe(0);
  });

  test("a link that waits for it is followed by the browser when it does not come, and the address stays until then", async () => {
    const held: Route[] = [];
    await page.route("**/hydrate-*.js", (route) => void held.push(route));
    // Fetched ahead, as its link is seen.
    const fetched = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/docs/other"));
    await Promise.all([fetched, page.goto(`${address}/docs/`)]);
    await Promise.all([page.waitForRequest(/hydrate-/), reach()]);
    await follow("other");
    await page.getByRole("status", { name: "Loading" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs/");
    // Not loaded again either: the link wins.
    for (const route of held) await FAILURES["404"](route);
    await heading("Other");
    await page.goBack();
    await heading("Start");
    expect(await page.locator(".page-loading, .progress-bar").count()).toBe(0);
  });

  test("and nothing comes at all, a link waits no longer than a few seconds", async () => {
    await openWithClock();
    await page.route("**/hydrate-*.js", FAILURES["no answer"]);
    const fetched = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/docs/other"));
    await Promise.all([fetched, open("/docs/")]);
    await Promise.all([page.waitForRequest(/hydrate-/), reach()]);
    await follow("other");
    await page.getByRole("status", { name: "Loading" }).waitFor();
    await page.clock.runFor(5000);
    await heading("Other");
    expect(new URL(page.url()).pathname).toBe("/docs/other");
    expect(await isSwapped()).toBe(false);
  });

  test.each(["hydrate-*.js", "site-*.json"])(
    "%s is asked for again at the next reach, and controls work then",
    async (file) => {
      await page.route(`**/${file}`, FAILURES["404"]);
      await open("/docs/");
      await Promise.all([told("could not be loaded"), reach()]);
      await page.locator(".search-button").click();
      await page.locator("dialog.search-panel").waitFor({ state: "detached" });
      await page.unroute(`**/${file}`);
      await page.click(".color-mode");
      await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      await page.click(".search-button");
      await page.getByRole("combobox").fill("other");
      await page.getByRole("option").first().waitFor();
      expect(await isSwapped()).toBe(true);
    },
  );
});

describe("where another part is missing", () => {
  test.each(["404", "garbage", "no answer"] as const)("(%s) a link is followed without the router", async (how) => {
    await openWithClock();
    await page.route("**/navigate-*.js", FAILURES[how]);
    await open("/docs/");
    await follow("other");
    await page.clock.runFor(5000);
    await heading("Other");
    expect(await isSwapped()).toBe(false);
  });

  test("the router is asked for again at the next reach", async () => {
    await page.route("**/navigate-*.js", FAILURES["404"]);
    await open("/docs/");
    const link = page.locator("main").getByRole("link", { name: "other" });
    await Promise.all([page.waitForResponse(/navigate-/), link.hover()]);
    await page.unroute("**/navigate-*.js");
    await page.mouse.move(0, 0);
    await Promise.all([page.waitForResponse(/navigate-/), link.hover()]);
    await link.click();
    await heading("Other");
    expect(await isSwapped()).toBe(true);
  });

  test("a page written in React is shown as it was built", async () => {
    await open("/docs/");
    await page.click(".color-mode");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await page.route("**/page-*.js", FAILURES["404"]);
    await follow("shop");
    await heading("Shop");
    expect([await isSwapped(), new URL(page.url()).pathname]).toEqual([false, "/shop"]);
  });

  test("the search's panel and worker are asked for again when it is opened again", async () => {
    await page.route("**/SearchPanel-*.js", FAILURES["404"]);
    await page.route("**/search-worker-*.js", FAILURES["404"]);
    await open("/docs/");
    await Promise.all([told("could not be loaded"), page.click(".search-button")]);
    await page.locator("dialog.search-panel").waitFor({ state: "detached" });
    await page.unroute("**/SearchPanel-*.js");
    // A click that comes while the failed panel is being taken away goes with it.
    const isOpen = async () => {
      await page.click(".search-button", { timeout: 500 }).catch(() => undefined);
      return page.getByRole("combobox").count();
    };
    await expect.poll(isOpen, { timeout: 20_000 }).toBe(1);
    await page.getByRole("combobox").fill("oth");
    await page.getByText("No results").waitFor();
    await page.unroute("**/search-worker-*.js");
    await page.getByRole("combobox").fill("other");
    await page.getByRole("option").first().waitFor();
  });

  test("a filter, diagrams and the drawer's script are left out, and there when they are asked for again", async () => {
    await page.route("**/filter-table-*.js", FAILURES["404"]);
    await page.route("**/mermaid*.mjs", FAILURES["404"]);
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    await Promise.all([told("is not interactive"), told("shown as text"), open("/docs/filter")]);
    await page.getByText("flowchart LR").waitFor();
    await page.unroute("**/filter-table-*.js");
    await page.unroute("**/mermaid*.mjs");
    await page.click(".color-mode");
    await page.locator("figure.mermaid svg").waitFor();
    await follow("start");
    await heading("Start");
    await page.goBack();
    await page.getByRole("searchbox", { name: "Filter formats" }).waitFor();
    await page.setViewportSize({ width: 500, height: 800 });
    await page.route("**/drawer-*.js", FAILURES["404"]);
    await Promise.all([page.waitForResponse(/drawer-/), page.click(".menu-button")]);
    await page.unroute("**/drawer-*.js");
    // A drawer that opens before its script's failure is known opens without it once more.
    const isEnhanced = async () => {
      // To close it takes the entry away: it is looked for before.
      if (await page.evaluate(() => history.state?.drawer === true)) return true;
      await page.keyboard.press("Escape");
      await page.click(".menu-button", { timeout: 500 }).catch(() => undefined);
      return false;
    };
    await expect.poll(isEnhanced, { timeout: 20_000 }).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("a live sample says so where it is run, and lives when it is focused", async () => {
    await page.route("**/sample-*.js", FAILURES["404"]);
    await page.route("**/editor-*.js", FAILURES["404"]);
    await open("/docs/live");
    await Promise.all([told("is not interactive"), page.getByRole("button", { name: "Run" }).click()]);
    await page.getByText("The sample could not be loaded. Press Run to try again.").waitFor();
    await page.unroute("**/sample-*.js");
    await Promise.all([told("editor of a live sample"), page.locator("figure pre").focus()]);
    await page.frameLocator("figure iframe").getByText("living").waitFor();
    await page.getByText("could not be loaded").waitFor({ state: "detached" });
    await page.unroute("**/editor-*.js");
    await page.locator("h1").click();
    await page.locator("figure pre").click();
    await page.locator("figure").getByRole("textbox").waitFor();
  });
});

test("a reader who is offline keeps the page where a part of it is missing", async () => {
  // A context of its own has nothing in its cache.
  const own = await openPrefetchingContext(browser);
  onTestFinished(() => own.close());
  page = await own.newPage();
  await page.goto(`${address}/docs/`);
  await page.evaluate(() => Object.assign(window, { mark: true }));
  await own.setOffline(true);
  await Promise.all([told("could not be loaded"), page.keyboard.press("/")]);
  await page.locator("dialog.search-panel").waitFor({ state: "detached" });
  await own.setOffline(false);
  await page.keyboard.press("/");
  await page.getByRole("combobox").waitFor();
  expect(await isSwapped()).toBe(true);
});

describe("where a page's HTML does not come as it should", () => {
  test("status 500 and a page that is cut off are the browser's to show", async () => {
    await page.route("**/docs/other", FAILURES["500"]);
    await open("/docs/");
    await follow("other");
    await heading("Broken");
    await page.unroute("**/docs/other");
    await page.route("**/docs/other", async (route) => {
      const answer = await route.fetch();
      const whole = await answer.text();
      await route.fulfill({ response: answer, body: whole.slice(0, whole.lastIndexOf('id="docgen-page">') + 40) });
    });
    await open("/docs/");
    await follow("other");
    await heading("Other");
    expect([await isSwapped(), new URL(page.url()).pathname]).toEqual([false, "/docs/other"]);
  });

  test("one that never comes is asked for by the browser", async () => {
    await openWithClock();
    await page.route("**/docs/other", (route) =>
      route.request().isNavigationRequest() ? route.continue() : undefined,
    );
    await open("/docs/");
    await follow("other");
    await page.clock.runFor(11_000);
    await heading("Other");
    expect(await isSwapped()).toBe(false);
  });
});
