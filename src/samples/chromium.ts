import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { Failure } from "../shared/failure.ts";

/** Timeout of a browser, in milliseconds. */
export const MAX_BROWSER_MS = 300_000;
const ARGS = ["--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run"];

/** Starts a Chromium without a window. @param profile absolute path of its folder */
export function startBrowser(
  path: string,
  profile: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return spawn(path, [...ARGS, ...sandbox, `--user-data-dir=${profile}`, ...args], options);
}

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a Chromium: `CHROME_PATH`, an installed one, or Playwright's. @throws Failure (exit code 1) for none */
export function requireBrowser(root: string): string {
  const { CHROME_PATH, PATH = "" } = process.env;
  const installed = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  const browser = [CHROME_PATH, ...installed, ...ELSEWHERE, playwrightBrowser(root)].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (browser === undefined) throw new Failure(1, "Chromium was not found; install it, or set CHROME_PATH to its path");
  return browser;
}

function playwrightBrowser(root: string): string | undefined {
  const require = createRequire(join(root, "package.json"));
  type Playwright = { readonly chromium: { executablePath(): string } };
  // Fails if Playwright isn't installed.
  return attempt(() => (require("playwright-core") as Playwright).chromium.executablePath());
}
