// What a check gets to work with: programs, servers, a browser, the library.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { findBrowser } from "../helpers/find-browser.mjs";
import { fileChecks } from "./file-checks.mjs";
import { pageChecks } from "./page-checks.mjs";
import { LIBRARY, PROJECT } from "./prepare.mjs";
import { killTree, launch, tail } from "./processes.mjs";
import { serveFolder } from "./serve-folder.mjs";

const library = createRequire(import.meta.url)(LIBRARY);
const BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const OTHER_HOSTS = /^https?:\/\/(?!localhost|127\.0\.0\.1|\[::1\])/;
const DISTRIBUTION = /^https:\/\/cdn\.sheetjs\.com\/xlsx-[\w.]+\/package\//;

/** The rows of the sample files pres.xlsx, pres.numbers and their kin. */
const presidents = Object.freeze(
  [
    { Name: "Bill Clinton", Index: 42 },
    { Name: "GeorgeW Bush", Index: 43 },
    { Name: "Barack Obama", Index: 44 },
    { Name: "Donald Trump", Index: 45 },
    { Name: "Joseph Biden", Index: 46 },
  ].map(Object.freeze),
);

/**
 * Tools for one check.
 * @returns `context` for the check, `version` of an installed package, `complain` throws where a page has thrown,
 *   `close` ends all that was started
 */
export function openTools(dir) {
  const closers = [];
  const exceptions = [];
  const bins = [join(dir, "node_modules/.bin"), join(PROJECT, "node_modules/.bin"), process.env.PATH];
  const env = { PATH: bins.join(delimiter) };
  let browser;

  const version = (name) => JSON.parse(readFileSync(join(dir, "node_modules", name, "package.json"), "utf8")).version;

  async function run(command, ...args) {
    const { output, ended } = launch(command, args, { cwd: dir, env });
    const code = await ended;
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${tail(output())}`);
    return output();
  }

  async function start(command, args, { ready = /https?:\/\/[^\s/]+:\d+/, env: own = {} } = {}) {
    const { child, output, ended } = launch(command, args, { cwd: dir, env: { ...env, PORT: "0", ...own } });
    const stop = async () => {
      killTree(child.pid);
      await ended;
    };
    closers.push(stop);
    const match = await new Promise((resolve, reject) => {
      const look = () => {
        const found = ready.exec(output());
        if (found !== null) resolve(found);
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      ended.then((code) => reject(new Error(`${command} ended with ${code}:\n${tail(output())}`)), reject);
    });
    return { match, url: match[0].replace(/\/\/(0\.0\.0\.0|\[::\])/, "//localhost"), output, stop };
  }

  /** For programs that cannot say which port they got. */
  async function freePort() {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, resolve));
    const { port } = server.address();
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  async function serve(folder = ".") {
    const { url, close } = await serveFolder(join(dir, folder));
    closers.push(close);
    return url;
  }

  async function openPage(url, options = {}) {
    const { chromium } = await import("playwright-core");
    browser ??= await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
    const context = await browser.newContext(options);
    context.setDefaultTimeout(20_000);
    await context.route(OTHER_HOSTS, (route) => route.abort());
    await context.route(DISTRIBUTION, (route) => {
      const path = route.request().url().replace(DISTRIBUTION, "").replace(/\?.*/, "");
      return route.fulfill({ path: join(LIBRARY, path), headers: { "access-control-allow-origin": "*" } });
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => exceptions.push(error.stack ?? error.message));
    page.on("console", (message) => {
      if (message.type() === "error") console.error(`page: ${message.text()} ${message.location().url}`);
    });
    if (url !== undefined) await page.goto(url);
    return page;
  }

  async function download(page, action) {
    const [saved] = await Promise.all([page.waitForEvent("download"), action()]);
    const bytes = readFileSync(await saved.path());
    return { name: saved.suggestedFilename(), bytes, wb: library.read(bytes) };
  }

  const tools = {
    dir,
    library,
    presidents,
    browserPath: findBrowser(),
    run,
    start,
    freePort,
    serve,
    openPage,
    download,
  };
  return {
    context: { ...tools, version, ...pageChecks(tools), ...fileChecks(tools) },
    version,
    complain: () => {
      if (exceptions.length > 0) throw new Error(`the page threw: ${exceptions.join("\n")}`);
    },
    close: async () => {
      await browser?.close();
      for (const close of closers.reverse()) await close();
    },
  };
}
