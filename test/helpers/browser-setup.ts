import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findBrowser } from "./find-browser.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the browser that the tests drive. */
    browserPath: string;
  }
}

/** Finds a Chromium, or gets one: an installed one, Playwright's own download, Debian's package. */
export default function setup(project: TestProject): void {
  const found = findBrowser() ?? downloaded() ?? fromDebian();
  if (found === undefined) {
    throw new Error(
      "No Chromium was found or could be installed; set CHROME_PATH to one, or install the package chromium.",
    );
  }
  project.provide("browserPath", found);
}

function downloaded(): string | undefined {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  try {
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  } catch {
    // No network to Playwright's host: Debian's package is tried next.
  }
  return findBrowser();
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
  return findBrowser();
}
