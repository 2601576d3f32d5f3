import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a Chromium: `CHROME_PATH`, an installed one, or the download of a site's Playwright. */
export function findBrowser(root: string): string | undefined {
  const { CHROME_PATH, PATH = "" } = process.env;
  const installed = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [CHROME_PATH, ...installed, ...ELSEWHERE, playwrightBrowser(root)].find(
    (path) => path !== undefined && existsSync(path),
  );
}

function playwrightBrowser(root: string): string | undefined {
  try {
    const require = createRequire(join(root, "package.json"));
    const { chromium } = require("playwright-core") as { readonly chromium: { executablePath(): string } };
    return chromium.executablePath();
  } catch {
    // Not installed.
    return undefined;
  }
}
