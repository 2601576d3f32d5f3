import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { faultOf } from "./check-output.mjs";
import { timeCommand } from "./command.mjs";
import { sizeOf } from "./site.mjs";

const TYPES = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".xml": "application/xml",
};
const KINDS = { ".html": "HTML", ".css": "CSS", ".js": "JavaScript", ".mjs": "JavaScript" };
/** Parts of a page's weight in the order of the table. What is prefetched counts as that and as nothing else. */
const PARTS = ["HTML", "CSS", "JavaScript", "other", "prefetched"];
const QUIET_MS = 2000;
const PACKED = new Set([".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml"]);

/** What a browser loads for a page that is only read, gzip kB by kind, and how much the whole output is. */
export async function measureWeight(contenders, { browser, limit, count, record, note }) {
  for (const { peer, site } of contenders.filter((one) => one.peer.states === undefined)) {
    try {
      if (!existsSync(site.output) || faultOf(peer, site) !== undefined) {
        site.clean();
        await timeCommand(site.command(peer.build), { ...site, limit });
      }
      const weight = await weigh(browser, site.output, peer.address(site.edited.id));
      for (const part of PARTS) record(`page, ${part}`, count, peer, "kB", (weight[part] ?? 0) / 1000);
      record("page, requests", count, peer, "", weight.requests);
      const { files, bytes } = sizeOf(site.output);
      record("whole output", count, peer, "MB", bytes / 1e6);
      record("files of the output", count, peer, "", files);
    } catch (error) {
      note(`${peer.title}, ${count} pages, weight: ${error.message}`);
    }
  }
}

async function weigh(browser, folder, address) {
  const loaded = { requests: 0 };
  let last = Date.now();
  const server = createServer((request, response) => {
    last = Date.now();
    const file = fileFor(folder, new URL(request.url, "http://x").pathname);
    if (file === undefined) return response.writeHead(404).end();
    const kind = extname(file);
    const bytes = PACKED.has(kind) ? gzipSync(readFileSync(file), { level: 9 }) : readFileSync(file);
    const isPrefetch = [request.headers.purpose, request.headers["sec-purpose"]].some((text) =>
      text?.includes("prefetch"),
    );
    // A page that is fetched after the page itself is one that may be wanted next.
    const isNext = kind === ".html" && (loaded.HTML ?? 0) > 0;
    const part = isPrefetch || isNext ? "prefetched" : (KINDS[kind] ?? "other");
    loaded[part] = (loaded[part] ?? 0) + bytes.length;
    loaded.requests += 1;
    const encoding = PACKED.has(kind) ? { "content-encoding": "gzip" } : {};
    response.writeHead(200, { "content-type": TYPES[kind] ?? "application/octet-stream", ...encoding }).end(bytes);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}${address}`, { waitUntil: "load" });
    // Scripts ask for more when they have run, so quiet counts only with the browser idle.
    while (Date.now() - last < QUIET_MS) {
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
      await page.waitForTimeout(QUIET_MS / 4);
    }
    return loaded;
  } finally {
    await page.close();
    server.close();
    server.closeAllConnections();
  }
}

function fileFor(folder, path) {
  const plain = join(folder, normalize(decodeURIComponent(path)));
  return [plain, join(plain, "index.html"), `${plain}.html`].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}
