// Times of the search as a reader meets it: a built site, its panel and its worker in a browser.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { findBrowser } from "../helpers/find-browser.mjs";

const DOCS_INDEX = "**/search-index-docs-default-current.json";

/**
 * Types queries key by key and gives the milliseconds from each key to its results, sorted, and those
 * from the arrival of the index to the first answer.
 *
 * @param out folder of the built site
 * @param index stands in for the index of the docs, for instance that of a larger site
 */
export async function timesInBrowser(out, queries, index) {
  const { address, stop } = await serveFolder(out);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    if (index !== undefined) {
      const body = Buffer.from(index);
      await page.route(DOCS_INDEX, (route) => route.fulfill({ contentType: "application/json", body }));
    }
    await page.goto(`${address}/docs/`);
    const arrived = page.waitForEvent("requestfinished", (request) => request.url().includes("search-index-docs"));
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    const answered = page.evaluate(typeKeys, [queries[0].slice(0, 1)]).then(({ end }) => end);
    const { startTime, responseEnd } = (await arrived).timing();
    const ready = (await answered) - (startTime + responseEnd);
    const { times } = await page.evaluate(typeKeys, queries);
    return { ready: Math.max(0, ready), times: times.sort((a, b) => a - b) };
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

async function serveFolder(out) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(out, extname(pathname) === "" ? join(pathname, "index.html") : pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream").end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}
