import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openContext } from "../helpers/browser.ts";
import { openSite } from "../helpers/real-site.ts";

let browser: Browser;
let address: string;

beforeAll(async () => {
  [{ address }, browser] = await Promise.all([openSite(), launchBrowser()]);
});

afterAll(() => browser?.close());

/** One page of every kind: home, index, long, tabs, diagrams, generated, live samples, and what is not there. */
const ROUTES = [
  "/",
  "/docs/",
  "/docs/api/",
  "/docs/api/parse-options",
  "/docs/csf/cell",
  "/docs/csf/features/dates",
  "/docs/getting-started/installation/nodejs",
  "/docs/getting-started/examples/export",
  "/docs/solutions/input",
  "/docs/gone",
];

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

/** A mid-range phone on a slow line: what comes late comes seen. */
const SLOW = { rate: 4, latency: 150, bytesPerSecond: 200_000 };

/** What moved while a page was read, as `value selector`; the reader's own doing is left out by the browser. */
const SHIFTS = `new Promise((resolve) => {
  const name = (node) => node === null ? "gone" : node.nodeType === 3 ? name(node.parentNode) : node.tagName.toLowerCase() + [...node.classList].map((each) => "." + each).join("");
  new PerformanceObserver((list) => resolve(list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) => value.toFixed(4) + " " + sources.map(({ node }) => name(node)).join(", ")))).observe({ type: "layout-shift", buffered: true });
  const probe = document.body.appendChild(document.createElement("i"));
  requestAnimationFrame(() => setTimeout(() => resolve([]), 50));
  probe.remove();
})`;
console.log(SHIFTS.length);
async function open(route: string, viewport: typeof PHONE, isSlow: boolean): Promise<Page> {
  const context = await openContext(browser, { viewport });
  const page = await context.newPage();
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW.rate });
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: SLOW.latency,
      downloadThroughput: SLOW.bytesPerSecond,
      uploadThroughput: SLOW.bytesPerSecond,
    });
  }
  await page.goto(address + route, { waitUntil: "networkidle" });
  return page;
}

describe.each([
  { name: "on a phone", viewport: PHONE, isSlow: false },
  { name: "on a slow phone", viewport: PHONE, isSlow: true },
  { name: "on a desktop", viewport: DESKTOP, isSlow: false },
  { name: "on a slow desktop", viewport: DESKTOP, isSlow: true },
])("nothing shifts $name", ({ viewport, isSlow }) => {
  test.each(ROUTES)("on load of %s", async (route) => {
    const page = await open(route, viewport, isSlow);
    expect(await page.evaluate(SHIFTS)).toEqual([]);
    await page.context().close();
  });
});
