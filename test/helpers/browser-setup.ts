import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findBrowser, findShell } from "./find-browser.mjs";
import { launchOptions } from "./launch-options.ts";
import { serveShared } from "./shared-resource.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the browser for tests: a headless one if there is one. */
    browserPath: string;
    /** Path of a complete browser. */
    wholeBrowserPath: string;
    /** URL that returns the address of the worker's shared browser: see `openBrowser`. */
    sharedBrowserUrl: string;
  }
}

/**
 * Finds or installs Chromium: an installed one, Playwright's download, or Debian's package. Each worker gets one
 * browser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = findBrowser() ?? downloaded() ?? fromDebian();
  if (found === undefined) {
    throw new Error(
      "No Chromium was found or could be installed; set CHROME_PATH to one, or install the package chromium.",
    );
  }
  const browserPath = findShell() ?? found;
  const shared = await serveShared(async () => {
    const { options, close } = await launchOptions(browserPath);
    const server = await chromium.launchServer(options);
    server.once("close", close);
    return { value: server.wsEndpoint(), release: () => server.close() };
  });
  project.provide("browserPath", browserPath);
  project.provide("wholeBrowserPath", found);
  project.provide("sharedBrowserUrl", shared.address);
  return shared.close;
}

function downloaded(): string | undefined {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  try {
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  } catch {
    // Without access to Playwright's host, Debian's package is tried next.
  }
  return findBrowser();
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args: readonly string[]) =>
    spawnSync("apt-get", ["-qq", ...args], { stdio: "ignore", env }).status === 0;
  run("update");
  const install = (name: string) => run("install", "-y", "--no-install-recommends", name, "fonts-dejavu-core");
  if (!install("chromium")) return undefined;
  // Older releases don't have it; tests are slower then.
  install("chromium-headless-shell");
  return findBrowser();
}
