import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  errors,
  type Page,
} from "playwright-core";
import { inject, onTestFinished, TestRunner } from "vitest";
import { mockLibraryHost } from "./library-host.ts";
import { fetchShared } from "./shared-resource.ts";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * The browser of this worker process; it ends with the process. Test files have separate modules, so it is a global.
 */
const worker = globalThis as { sharedBrowser?: Promise<Browser> };

/**
 * Opens the worker's browser, which only one test file uses at a time. The library's CDN is mocked with the npm
 * package, and no other host is reachable. `close` closes only the contexts.
 */
export async function openBrowser(): Promise<Browser> {
  if ((await worker.sharedBrowser)?.isConnected() !== true) worker.sharedBrowser = launchShared();
  return worker.sharedBrowser as Promise<Browser>;
}

/**
 * All pages of a context in one process: starting one and compiling all scripts in it takes half of the CPU time of a
 * page.
 */
const ONE_PROCESS = "--renderer-process-limit=1";

async function launchShared(): Promise<Browser> {
  const browser = await launch("headless", ONE_PROCESS);
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/** Path of the browser for tests. `headless`: a headless one if available; `whole`: a complete browser. */
export function pathOfBrowser(kind: "headless" | "whole"): Promise<string> {
  return fetchShared(inject("browserUrl") + kind);
}

/** Starts a complete browser, for tests that can't use the shared headless one. */
export function launchBrowser(): Promise<Browser> {
  return launch("whole");
}

async function launch(kind: "headless" | "whole", ...args: readonly string[]): Promise<Browser> {
  const [executablePath, host] = await Promise.all([pathOfBrowser(kind), mockLibraryHost()]);
  const browser = await chromium.launch({ executablePath, args: [...QUIET, ...args, ...host.args] });
  browser.once("disconnected", host.close);
  return browser;
}

/** Timeout of a step, in milliseconds: shorter than that of a test, so that the failure names the step. */
export const STEP_MS = 45_000;

/**
 * Creates a context with this timeout and with data saver on: prefetching takes more than a quarter of a page's CPU
 * time, and would be repeated for each of many pages.
 */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await openPrefetchingContext(browser, options);
  await context.addInitScript('Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });');
  return context;
}

/**
 * Creates a context with this timeout and with prefetching of links. One that is created in a hook is for several pages,
 * opened by `openPage`: an empty page keeps their process.
 */
export async function openPrefetchingContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_MS);
  context.on("page", closeUntilClosed);
  if (TestRunner.getCurrentTest() === undefined) await context.newPage();
  return context;
}

/** Time after which closing a page is requested again, in milliseconds. */
const CLOSE_MS = 500;

/** Makes `close` of a page repeat its request: Chromium drops one while it commits a navigation. */
function closeUntilClosed(page: Page): void {
  const close = page.close.bind(page);
  page.close = async (options) => {
    if (page.isClosed()) return;
    const session = await page.context().newCDPSession(page);
    const again = setInterval(() => void session.send("Page.close").catch(() => {}), CLOSE_MS);
    await close(options).finally(() => clearInterval(again));
  };
}

/** Opens a page in a shared context. After the test it is closed, and what it has stored is removed. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  onTestFinished(async () => {
    // Through the protocol and not by a script: a page may be on its way to another one.
    const session = await context.newCDPSession(page);
    const origins = new Set(context.pages().map((open) => new URL(open.url()).origin));
    for (const origin of origins) {
      if (origin.startsWith("http")) {
        await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
      }
    }
    await page.close();
  });
  return page;
}

/** Maximum wait for an idle network after a page has loaded, in milliseconds. */
const BUSY_MS = 15_000;

/**
 * Opens a page and waits until the network is idle. The wait is limited, as the browser sometimes doesn't report the
 * end of a sandboxed frame's requests.
 */
export async function openSettled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState("networkidle", { timeout: BUSY_MS }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** Collects errors of a page: console errors and warnings, exceptions, failed requests. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  // Browsers request it by default.
  const isIcon = (url: string) => new URL(url).pathname === "/favicon.ico";
  page.on("console", (message) => {
    const { url } = message.location();
    if (URL.canParse(url) && isIcon(url)) return;
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !isIcon(response.url())) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Triggers hydration, as a reader who reaches for a control does, and waits for it. */
export async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector(".color-mode")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  });
  await page.waitForFunction(() => {
    const control = document.querySelector(".color-mode");
    return control !== null && Object.keys(control).some((key) => key.startsWith("__reactProps"));
  });
}
