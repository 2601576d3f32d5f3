import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  errors,
  type Page,
} from "playwright-core";
import { inject } from "vitest";
import { askDesk } from "./desk.ts";
import { launchOptions } from "./launch-options.ts";

/**
 * Connects to the browser of this worker: one at a time uses its clipboard. In it the library's CDN is played by
 * the npm package and no other host is reached. To close it ends the connection with its contexts; the browser goes on.
 */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect(await askDesk(inject("browserDesk") + (process.env.VITEST_POOL_ID ?? "")));
}

/** Starts a browser of its own, for what another test may not share. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  const { options, close } = await launchOptions(executablePath);
  const browser = await chromium.launch(options);
  browser.once("disconnected", close);
  return browser;
}

/** What a step may take, in milliseconds: it ends before its test does and names itself; it is no bar of speed. */
export const STEP_MS = 45_000;

/** A context whose steps end before their test does. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_MS);
  return context;
}

/** How long the network may stay busy once a page has loaded, in milliseconds. */
const BUSY_MS = 15_000;

/**
 * Opens a page and waits until it asks for nothing more. Of a sandboxed frame's requests the browser at times never
 * says that they have ended: a network that stays busy is not waited for without end.
 */
export async function openSettled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState("networkidle", { timeout: BUSY_MS }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** A script for pages: other pages are not fetched ahead, which over many pages is done many times. */
export const FETCH_NOTHING_AHEAD =
  'Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });';

/** Everything that a page complains about: console errors and warnings, exceptions, failed requests. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  // Asked for at the host's root whether a page names it or not.
  const isIcon = (url: string) => new URL(url).pathname === "/favicon.ico";
  page.on("console", (message) => {
    const { url } = message.location();
    if (URL.canParse(url) && isIcon(url)) return;
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Leaving a page aborts what it was still loading.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !isIcon(response.url())) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Makes React take the page over, as a reader who reaches for a control does, and waits until it has. */
export async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector(".color-mode")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  });
  await page.waitForFunction(() => {
    const control = document.querySelector(".color-mode");
    return control !== null && Object.keys(control).some((key) => key.startsWith("__reactProps"));
  });
}
