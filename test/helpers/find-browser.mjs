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

/** Path of a Chromium that is on this machine: an installed one, or Playwright's own download. */
export function findBrowser() {
  return [...INSTALLED, chromium.executablePath()].find((path) => path !== undefined && existsSync(path));
}
