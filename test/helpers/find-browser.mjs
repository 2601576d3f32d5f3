// Plain JavaScript, as the demo runner uses it without a compiler.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const INSTALLED = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Chromium without windows: a test takes three fifths of the processor time that it takes in the whole browser. */
const SHELL = "/usr/bin/chromium-headless-shell";

/** Path of a Chromium that is on this machine: an installed one, or Playwright's own download. */
export function findBrowser() {
  return firstOf([...INSTALLED, chromium.executablePath()]);
}

/** The same for what needs no windows; undefined where there is no such one. */
export function findShell() {
  return firstOf([process.env.CHROME_PATH, SHELL]);
}

function firstOf(paths) {
  return paths.find((path) => path !== undefined && existsSync(path));
}
