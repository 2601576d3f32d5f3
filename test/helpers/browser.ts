import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  errors,
  type Page,
} from "playwright-core";
import { inject } from "vitest";
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

/** The browser of this worker, which ends with it. Files of tests share nothing but what is global. */
const worker = globalThis as { sharedBrowser?: Promise<Browser> };

/**
 * Opens the worker's browser, which one file of tests at a time uses. The library's CDN is mocked by the npm package,
 * and no other host is reachable. `close` ends its contexts only.
 */
export async function openBrowser(): Promise<Browser> {
  if ((await worker.sharedBrowser)?.isConnected() !== true) worker.sharedBrowser = launchShared();
  return worker.sharedBrowser as Promise<Browser>;
}

async function launchShared(): Promise<Browser> {
  const browser = await launch("headless");
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/** Path of the browser for tests: a headless one if there is one, or a whole one. */
export function pathOfBrowser(kind: "headless" | "whole"): Promise<string> {
  return fetchShared(inject("browserUrl") + kind);
}

/** Starts a whole browser, for tests that can't share a headless one. */
export function launchBrowser(): Promise<Browser> {
  return launch("whole");
}

async function launch(kind: "headless" | "whole"): Promise<Browser> {
  const [executablePath, host] = await Promise.all([pathOfBrowser(kind), mockLibraryHost()]);
  const browser = await chromium.launch({ executablePath, args: [...QUIET, ...host.args] });
  browser.once("disconnected", host.close);
  return browser;
}

/** Time limit of a step, in milliseconds: shorter than that of a test, so that the step is named in the failure. */
export const STEP_MS = 45_000;

/**
 * Creates a context with this time limit, whose readers save data: prefetching takes more than a quarter of the
 * processor time of a page, and would be repeated on each of many.
 */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await openPrefetchingContext(browser, options);
  await context.addInitScript('Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });');
  return context;
}

/** Creates a context with this time limit, whose pages prefetch what their links lead to. */
export async function openPrefetchingContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_MS);
  return context;
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
