import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the browser that the tests drive. */
    browserPath: string;
  }
}

const INSTALLED = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Finds a Chromium, or gets one: an installed one, Playwright's own download, Debian's package. */
export default function setup(project: TestProject): void {
  const found = installed() ?? downloaded() ?? fromDebian();
  if (found === undefined) {
    throw new Error(
      "No Chromium was found or could be installed; set CHROME_PATH to one, or install the package chromium.",
    );
  }
  project.provide("browserPath", found);
}

function installed(): string | undefined {
  return INSTALLED.find((path) => path !== undefined && existsSync(path));
}

function downloaded(): string | undefined {
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  try {
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  } catch {
    // No network to Playwright's host: Debian's package is tried next.
  }
  return existsSync(path) ? path : undefined;
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"], {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } catch {
    return undefined;
  }
  return installed();
}
