// How fast `docgen serve` is: from the command to the first page, and from a saved file to the screen.
//
//   node test/bench/serve.mjs --root DIR [--page content/docs/a.md] [--edits 40]
//
// The site is copied first; nothing of it is changed. Prints one line per figure: median, 95th percentile and worst.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { findBrowser } from "../helpers/find-browser.mjs";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: { root: { type: "string" }, page: { type: "string" }, edits: { type: "string", default: "40" } },
});
if (values.root === undefined) throw new Error("--root names the site to serve");

const folder = mkdtempSync(join(tmpdir(), "docgen-bench-serve-"));
const root = join(folder, "site");
cpSync(values.root, root, { recursive: true, filter: (path) => !/[\\/](?:node_modules|\.git|build)$/.test(path) });
const pages = readdirSync(join(root, "content"), { recursive: true })
  .map((name) => `content/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".md"));
const page = values.page ?? pages[Math.floor(pages.length / 2)];

/** Starts the server. @returns its address, and how long it took until the page was there */
async function serve() {
  const started = performance.now();
  const child = spawn(process.execPath, [join(PROJECT, "bin/docgen"), "serve", "--root", root, "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const address = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`docgen serve ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        const found = /http:\/\/localhost:\d+\/\S*/.exec(output)?.[0];
        if (found !== undefined) resolve(found);
      });
    }
  });
  const url = address + routeOf(page);
  const response = await fetch(url);
  await response.text();
  if (response.status !== 200) throw new Error(`${url}: status ${response.status}`);
  return { child, url, firstMs: performance.now() - started };
}

async function end({ child }) {
  const started = performance.now();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await ended;
  return performance.now() - started;
}

function routeOf(path) {
  return path
    .slice("content/".length)
    .replace(/\.mdx?$/, "")
    .split("/")
    .map((part) => part.replace(/^\d+[-_.]\s*/, ""))
    .join("/")
    .replace(/(^|\/)(?:index|README)$/i, "$1");
}

function report(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
  console.log(`${name.padEnd(28)} median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms (${times.length})`);
}

function residentMegabytes({ child }) {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

console.log(`${pages.length} pages, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, node ${process.version}`);
try {
  const first = await serve();
  report("command to page, first run", [first.firstMs]);
  await end(first);
  const server = await serve();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  const tab = await browser.newPage();
  await tab.goto(server.url);
  await tab.waitForFunction(() => window.WebSocket !== undefined);
  const source = readFileSync(join(root, page), "utf8");
  const lines = source.split("\n");
  const place = lines.findLastIndex((line) => /^\w{3,}/.test(line));
  const edit = async (number) => {
    const mark = `edit${number}x`;
    const shown = tab.evaluate(
      (text) =>
        new Promise((resolve) => {
          const look = () => {
            if (!document.querySelector("main").textContent.includes(text)) return;
            observer.disconnect();
            resolve(performance.timeOrigin + performance.now());
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
      mark,
    );
    // The observer is in place before the file is written.
    await tab.evaluate(() => undefined);
    const written = lines.with(place, `${lines[place]} ${mark}`).join("\n");
    const started = performance.timeOrigin + performance.now();
    writeFileSync(join(root, page), written);
    return (await shown) - started;
  };
  for (let number = 0; number < 5; number++) await edit(number);
  const times = [];
  const memory = [residentMegabytes(server)];
  for (let number = 5; number < 5 + Number(values.edits); number++) {
    times.push(await edit(number));
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (times.length % 50 === 0) memory.push(residentMegabytes(server));
  }
  report("saved text to screen", times);
  console.log(`memory, every 50 edits       ${memory.map((size) => size.toFixed(0)).join(", ")} MB`);
  await browser.close();
  await end(server);

  // That server has run as one does while pages are written: what it had time to keep is there.
  const again = [];
  const ends = [];
  for (let round = 0; round < 3; round++) {
    const server = await serve();
    again.push(server.firstMs);
    ends.push(await end(server));
  }
  report("command to page, later runs", again);
  report("Ctrl-C to end", ends);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
