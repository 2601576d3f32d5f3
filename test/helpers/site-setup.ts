import type { TestProject } from "vitest/node";
import { openDesk, type Shared } from "./desk.ts";
import { docgen, openServer, PROJECT } from "./docgen.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers once the project's own site is built and served: see `openSite`. */
    siteDesk: string;
  }
}

/**
 * The project's own site is built once for all test files that look at it, when the first of them
 * asks: two builds of one site at the same time would refuse each other.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const desk = await openDesk(serveSite);
  project.provide("siteDesk", desk.address);
  return desk.close;
}

async function serveSite(): Promise<Shared> {
  const built = await docgen("build", "--root", PROJECT);
  if (built.code !== 0) throw new Error(`the project's own site does not build:\n${built.stderr}`);
  const { address, stop } = await openServer("preview", "--root", PROJECT);
  return { value: address, release: stop };
}
