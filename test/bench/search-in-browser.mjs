// Times of the search as a reader meets it: a built site, its panel and its worker in a browser.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { findBrowser } from "../helpers/find-browser.mjs";

const DOCS_INDEX = "/search-index-docs-default-current.json";

/** Pages loaded to see how soon an index is ready. */
const LOADS = 5;

/**
 * Types queries key by key and gives the milliseconds from each key to its results, and those from the
 * arrival of the index to the first answer, both sorted.
 *
 * @param out folder of the built site
 * @param index stands in for the index of the docs, for instance that of a larger site
 */
export async function timesInBrowser(out, queries, index) {
  const { address, hold, stop } = await serveFolder(out, index);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  const openPage = async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const release = hold();
    await page.goto(`${address}/docs/`);
    const arrived = page.waitForEvent("requestfinished", (request) => request.url().includes("search-index-docs"));
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    // The index arrives last: what else a first answer waits for is there by then.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const answered = page.evaluate(typeKeys, [queries[0].slice(0, 1)]).then(({ end }) => end);
    await page.locator('dialog.search-panel:not([data-status="idle"])').waitFor();
    release();
    const { startTime, responseEnd } = (await arrived).timing();
    return { page, ready: (await answered) - (startTime + responseEnd) };
  };
  try {
    const ready = [];
    for (let load = 1; load < LOADS; load++) {
      const opened = await openPage();
      ready.push(opened.ready);
      await opened.page.close();
    }
    const last = await openPage();
    ready.push(last.ready);
    const { times } = await last.page.evaluate(typeKeys, queries);
    const sorted = (list) => list.sort((a, b) => a - b);
    return { ready: sorted(ready), times: sorted(times) };
  } finally {
    await browser.close();
    stop();
  }
}

/** Runs in the page: puts each beginning of each query into the field, as keys do, and waits for its results. */
async function typeKeys(queries) {
  const panel = document.querySelector("dialog.search-panel");
  const input = panel.querySelector("input");
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const isIdle = () => panel.dataset.status === "idle";
  const times = [];
  for (const query of queries) {
    for (let length = 1; length <= query.length; length++) {
      const started = performance.now();
      setValue.call(input, query.slice(0, length));
      input.dispatchEvent(new Event("input", { bubbles: true }));
      // React has the new query when the event's microtasks are done.
      await Promise.resolve();
      await new Promise((resolve) => {
        if (isIdle()) return resolve();
        const observer = new MutationObserver(() => {
          if (!isIdle()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(panel, { attributeFilter: ["data-status"] });
      });
      times.push(performance.now() - started);
      // A reader's next key comes after the results were painted.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }
  return { times, end: performance.timeOrigin + performance.now() };
}

/** @returns where it is served; `hold` keeps the index back until what it gives is called */
async function serveFolder(out, index) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
  let held = Promise.resolve();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(out, extname(pathname) === "" ? join(pathname, "index.html") : pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    const isIndex = pathname === DOCS_INDEX;
    const body = isIndex && index !== undefined ? Buffer.from(index) : readFileSync(file);
    if (isIndex) await held;
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream").end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hold = () => {
    let release;
    held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  return { address: `http://127.0.0.1:${server.address().port}`, hold, stop: () => server.close() };
}
