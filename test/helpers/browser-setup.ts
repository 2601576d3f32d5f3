import { type SpawnOptions, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { findBrowser, findShell } from "./find-browser.mjs";
import { serveShared } from "./shared-resource.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL that returns the paths of browsers: see `pathOfBrowser`. */
    browserUrl: string;
  }
}

/**
 * Finds or installs Chromium: an installed one, Playwright's download, or Debian's package. Tests without a browser run
 * in the meantime.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const whole = findOrInstall();
  // The failure is reported to each test that requests the browser.
  whole.catch(() => undefined);
  const shared = await serveShared(async (kind) => {
    const found = await whole;
    return { value: kind === "whole" ? found : (findShell() ?? found), release: async () => undefined };
  });
  project.provide("browserUrl", shared.address);
  return shared.close;
}

async function findOrInstall(): Promise<string> {
  const installed = findBrowser();
  // Debian's complete browser takes several times the CPU time of its headless one.
  if (installed === "/usr/bin/chromium" && findShell() === undefined) await fromDebian();
  const found = installed ?? (await downloaded()) ?? (await fromDebian());
  if (found !== undefined) return found;
  throw new Error(
    "No Chromium was found or could be installed; set CHROME_PATH to one, or install the package chromium.",
  );
}

async function downloaded(): Promise<string | undefined> {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  // Without access to Playwright's host, Debian's package is tried next.
  await succeeds(process.execPath, [cli, "install", "chromium"], { timeout: 300_000 });
  return findBrowser();
}

async function fromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args: readonly string[]) => succeeds("apt-get", ["-qq", ...args], { env });
  await run("update");
  const install = (name: string) => run("install", "-y", "--no-install-recommends", name, "fonts-dejavu-core");
  if (!(await install("chromium"))) return undefined;
  // Older releases lack this package; tests are slower without it.
  await install("chromium-headless-shell");
  return findBrowser();
}

/** Runs a program. @returns whether it succeeded */
function succeeds(program: string, args: readonly string[], options: SpawnOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}
