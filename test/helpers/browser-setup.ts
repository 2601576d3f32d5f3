import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { openDesk } from "./desk.ts";
import { findBrowser, findShell } from "./find-browser.mjs";
import { launchOptions } from "./launch-options.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the browser that the tests drive: without windows where there is such a one. */
    browserPath: string;
    /** Path of the browser as readers have it. */
    wholeBrowserPath: string;
    /** Answers once the browser runs that the test files of a worker share: see `openBrowser`. */
    browserDesk: string;
  }
}

/** Finds a Chromium, or gets one: an installed one, Playwright's own download, Debian's package. Each worker has one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = findBrowser() ?? downloaded() ?? fromDebian();
  if (found === undefined) {
    throw new Error(
      "No Chromium was found or could be installed; set CHROME_PATH to one, or install the package chromium.",
    );
  }
  const browserPath = findShell() ?? found;
  const desk = await openDesk(async () => {
    const { options, close } = await launchOptions(browserPath);
    const server = await chromium.launchServer(options);
    server.once("close", close);
    return { value: server.wsEndpoint(), release: () => server.close() };
  });
  project.provide("browserPath", browserPath);
  project.provide("wholeBrowserPath", found);
  project.provide("browserDesk", desk.address);
  return desk.close;
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
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args: readonly string[]) =>
    spawnSync("apt-get", ["-qq", ...args], { stdio: "ignore", env }).status === 0;
  run("update");
  const install = (name: string) => run("install", "-y", "--no-install-recommends", name, "fonts-dejavu-core");
  if (!install("chromium")) return undefined;
  // Older releases have none: then the tests take longer.
  install("chromium-headless-shell");
  return findBrowser();
}
