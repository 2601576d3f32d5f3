import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hydrate, openBrowser, openContext, openSettled } from "../helpers/browser.ts";
import { openSite } from "../helpers/real-site.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

let browser: Browser;
let address: string;

beforeAll(async () => {
  [{ address }, browser] = await Promise.all([openSite(), openBrowser()]);
});

afterAll(() => browser?.close());

/** One page of every kind: home, index, long, tabs, diagram, live samples near the top, and what is not there. */
const ROUTES = some(3, [
  "/",
  "/docs/getting-started/examples/export",
  "/docs/getting-started/roadmap",
  "/docs/getting-started/installation/nodejs",
  "/docs/",
  "/docs/api/",
  "/docs/api/parse-options",
  "/docs/api/utilities/html",
  "/docs/csf/features/nf",
  "/docs/gone",
]);

/** A slow line: what comes late is seen coming. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
/** How many times slower a mid-range phone works. */
const PHONE_RATE = 4;

interface Device {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly line: typeof LINE | undefined;
  readonly rate: number;
}

const PHONE = { viewport: { width: 390, height: 844 }, line: undefined, rate: 1 };
const SLOW_PHONE = { ...PHONE, line: LINE, rate: PHONE_RATE };
const DESKTOP = { viewport: { width: 1280, height: 800 }, line: undefined, rate: 1 };

/** Gathers what moves, as `value element, …`; what the reader's own click or key moves is left out, as browsers do. */
const WATCH = `
  const name = (node) => node?.nodeType === 3 ? name(node.parentNode) : node === null ? "gone" : [node.localName, ...node.classList].join(".");
  const told = [];
  const tell = (entries) => told.push(...entries.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) => value.toFixed(4) + " " + sources.map(({ node }) => name(node)).join(", ")));
  const observer = new PerformanceObserver((list) => tell(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  globalThis.layoutShifts = () => { tell(observer.takeRecords()); return told; };
`;
const SHIFTS = "layoutShifts()";
const PAINTED = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))";

/** Opens a page and waits until all that comes by itself has come, drawings included. */
async function open(
  route: string,
  { viewport, line, rate }: Device,
  stored: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const context = await openContext(browser, { viewport });
  const page = await context.newPage();
  await page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  await page.addInitScript(WATCH);
  const session = await context.newCDPSession(page);
  if (rate > 1) await session.send("Emulation.setCPUThrottlingRate", { rate });
  if (line !== undefined) await session.send("Network.emulateNetworkConditions", line);
  await openSettled(page, address + route);
  await settled(page);
  return page;
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("figure[data-mounted] iframe:not([data-shown])") === null);
  await page.evaluate(PAINTED);
}

/** Those of which most comes late, and one with a diagram: a desktop has only its columns over the phone. */
const LATE_ROUTES = some(1, [
  "/docs/getting-started/roadmap",
  "/",
  "/docs/api/parse-options",
  "/docs/getting-started/examples/export",
]);

// What moves on a quick line moves on a slow one too, where it comes later. A slow processor makes little of it come
// later still, and takes most of the time.
const rate = IS_WEEKLY ? PHONE_RATE : 1;
describe.each([
  ["phone on a slow line", { ...PHONE, line: LINE, rate }, ROUTES],
  ["desktop on a slow line", { ...DESKTOP, line: LINE, rate }, LATE_ROUTES],
] as const)("layout shift is 0 on a %s", (_, device, routes) => {
  test.each(routes)("on load and on hydration of %s", async (route) => {
    const page = await open(route, device);
    expect(await page.evaluate(SHIFTS)).toEqual([]);
    await hydrate(page);
    await page.evaluate(PAINTED);
    expect(await page.evaluate(SHIFTS)).toEqual([]);
    await page.context().close();
  });
});

test("layout shift is 0 on a phone while results come", async () => {
  const page = await open("/search?q=read", PHONE);
  await page.locator("#docgen-results h2").first().waitFor();
  await page.evaluate(PAINTED);
  expect(await page.evaluate(SHIFTS)).toEqual([]);
  await page.context().close();
});

test("layout shift is 0 on a phone while pages with a similar address come", async () => {
  const page = await open("/docs/gone", SLOW_PHONE);
  await page.locator("[data-near] a").first().waitFor();
  await page.evaluate(PAINTED);
  expect(await page.evaluate(SHIFTS)).toEqual([]);
  await page.context().close();
});

test("layout shift is 0 where a tab was chosen on an earlier visit", async () => {
  const route = "/docs/getting-started/installation/frameworks";
  const page = await open(route, SLOW_PHONE, { "docgen.tab.pm": "yarn" });
  expect(await page.locator(".tabs input:checked").first().inputValue()).toBe("yarn");
  expect(await page.evaluate(SHIFTS)).toEqual([]);
  await page.context().close();
});

describe.each([
  ["phone", PHONE, some(1, ["/docs/csf/features/dates", "/docs/api/utilities/html", "/docs/getting-started/roadmap"])],
  ...(IS_WEEKLY ? [["desktop", DESKTOP, ["/docs/csf/features/dates"]] as const] : []),
] as const)("layout shift is 0 on a %s", (_, device, routes) => {
  test.each(routes)("while a reader scrolls through %s, whose diagrams come when they are near", async (route) => {
    const page = await open(route, device);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 300) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
      await page.evaluate(PAINTED);
    }
    await settled(page);
    expect(await page.evaluate(SHIFTS)).toEqual([]);
    await page.context().close();
  });
});

test("layout shift is 0 where a reader scrolls to a result between its height and the next frame", async () => {
  const page = await open("/docs/csf/features/dates", PHONE);
  const result = page.locator("figure.live > .live-result").last();
  await result.evaluate((box) => {
    const reserved = box.getBoundingClientRect();
    // Its listener is called after that of the sample, which listens before it has a frame.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      addEventListener("message", ({ source, data }) => {
        const isHigher = source === box.querySelector("iframe")?.contentWindow && data.height > reserved.height;
        if (isHigher) scrollBy({ top: 300, behavior: "instant" });
      });
    });
    observer.observe(box, { childList: true });
    // The end of the result is 200 pixels below the window.
    scrollTo({ top: scrollY + reserved.bottom - innerHeight - 200, behavior: "instant" });
    // Without focus, with which it would get its height at once, and after the observer, which would miss the frame.
    [...document.querySelectorAll<HTMLElement>(".live-run")].at(-1)?.click();
  });
  await page.waitForFunction(
    (box) => (box?.getBoundingClientRect().bottom ?? 0) < innerHeight,
    await result.elementHandle(),
  );
  await settled(page);
  expect(await page.evaluate(SHIFTS)).toEqual([]);
  await page.context().close();
});

describe.each(
  some(1, [
    ["slow phone", SLOW_PHONE],
    ["desktop", DESKTOP],
  ] as const),
)("layout shift is 0 on a %s", (_, device) => {
  test("on navigation, the reader's own click set aside, and on the way back", async () => {
    const page = await open("/docs/csf/", device);
    for (const step of ["next", "next", "prev"]) {
      const { pathname } = new URL(page.url());
      const link = page.locator(`.pagination a[rel="${step}"]`);
      await link.scrollIntoViewIfNeeded();
      await link.click();
      await page.waitForURL((url) => url.pathname !== pathname);
      await page.waitForFunction(() => document.querySelector(".announcer")?.textContent === document.title);
      await settled(page);
      expect(await page.evaluate(SHIFTS), `${step} of ${pathname}`).toEqual([]);
    }
    await page.goBack();
    await settled(page);
    expect(await page.evaluate(SHIFTS), "back").toEqual([]);
    await page.context().close();
  });
});
