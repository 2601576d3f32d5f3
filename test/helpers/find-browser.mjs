// In JavaScript, as the demo runner uses it without a compiler.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const INSTALLED = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Headless Chromium: tests take only 60 % of the CPU time of the complete browser. */
const SHELL = "/usr/bin/chromium-headless-shell";

/** Path of an installed Chromium, or of Playwright's download. */
export function findBrowser() {
  // Loading Playwright takes a second of CPU time.
  return firstOf(INSTALLED) ?? firstOf([createRequire(import.meta.url)("playwright-core").chromium.executablePath()]);
}

/** Path of a headless Chromium; undefined if there is none. */
export function findShell() {
  return firstOf([process.env.CHROME_PATH, SHELL]);
}

function firstOf(paths) {
  return paths.find((path) => path !== undefined && existsSync(path));
}
