// How long a click takes until the next page is shown: `npm run bench:navigation`.
// Prefetched pages are held against 50 ms, others against one round trip plus 50 ms (medians).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "../helpers/find-browser.mjs";

const NAVIGATIONS = 50;
const LATENCY_MS = 100;
const CLI = fileURLToPath(new URL("../../bin/docgen", import.meta.url));

/** Time from the click to the frame after the page has come to stand there, in milliseconds. */
const CLICK = `(path) => new Promise((resolve) => {
  const link = document.createElement("a");
  link.href = path;
  document.querySelector("main").append(link);
  const started = performance.now();
  document.addEventListener("docgen:navigated", () => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
  }, { once: true });
  link.click();
})`;

const server = spawn(process.execPath, [CLI, "preview", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await once(server.stdout, "data");
const address = /http:\/\/localhost:\d+/.exec(String(line))?.[0];
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
try {
  const paths = await pathsOf(address);
  const rows = [
    { case: "prefetched, before React", ...(await measure(paths, { prefetched: true, hydrated: false })), bar: 50 },
    { case: "prefetched, with React", ...(await measure(paths, { prefetched: true, hydrated: true })), bar: 50 },
    {
      case: `not prefetched, ${LATENCY_MS} ms latency`,
      ...(await measure(paths, { hydrated: true })),
      bar: LATENCY_MS + 50,
    },
  ];
  console.table(rows);
  process.exitCode = rows.every(({ median, bar }) => median <= bar) ? 0 : 1;
} finally {
  await browser.close();
  server.kill();
}

/** The first pages of the docs in the order of the sitemap. */
async function pathsOf(origin) {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const all = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc).pathname);
  return all.filter((path) => path.startsWith("/docs/") && !path.includes("/tags/")).slice(0, NAVIGATIONS);
}

async function measure(all, { prefetched = false, hydrated }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (!prefetched) {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });
    });
  }
  const page = await context.newPage();
  await page.goto(`${address}/`, { waitUntil: "load" });
  if (hydrated) {
    await page.click(".color-mode");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  }
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  // The first navigation also loads what goes from page to page.
  await page.evaluate(`(${CLICK})(${JSON.stringify(all.at(-1))})`);
  if (!prefetched) {
    const rate = { downloadThroughput: -1, uploadThroughput: -1 };
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY_MS, ...rate });
  }
  const times = [];
  for (const path of all) {
    if (prefetched) await reach(page, path);
    times.push(await page.evaluate(`(${CLICK})(${JSON.stringify(path)})`));
  }
  await context.close();
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.floor((times.length - 1) * share)] * 10) / 10;
  return { navigations: times.length, median: at(0.5), p95: at(0.95) };
}

/** Brings a link into reach and waits until its page has come. */
async function reach(page, path) {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === path).catch(() => undefined);
  const isKept = await page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    document.querySelector("main").append(link);
    const before = performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === to);
    link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    return before;
  }, path);
  if (!isKept) await (await answer)?.finished();
}
