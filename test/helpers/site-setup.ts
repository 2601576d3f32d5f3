import { spawn } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { PROJECT, runOf } from "./docgen.ts";
import { openProcess } from "./server.ts";
import { type SharedResource, serveShared } from "./shared-resource.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL that returns the address of the project's own site once it is built and served: see `openSite`. */
    sharedSiteUrl: string;
  }
}

/**
 * Shares the project's own site between test files. It is built once, at the first request, as parallel builds would
 * fail on the site's lock.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await serveShared(serveSite);
  project.provide("sharedSiteUrl", shared.address);
  return shared.close;
}

async function serveSite(): Promise<SharedResource> {
  // Unlike the processes of tests, it takes long enough for optimised code.
  const args = [join(PROJECT, "bin/docgen"), "build", "--root", PROJECT];
  const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "production" };
  const built = await runOf(spawn(process.execPath, args, { env }));
  if (built.code !== 0) throw new Error(`the project's own site does not build:\n${built.stderr}`);
  const { address, stop } = await openProcess("preview", "--root", PROJECT);
  return { value: address, release: async () => void (await stop()) };
}
