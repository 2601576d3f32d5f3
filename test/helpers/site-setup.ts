import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
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
  let serving: ReturnType<typeof serveSite> | undefined;
  const desk = createServer((_, response) => {
    serving ??= serveSite();
    serving.then(
      ({ address }) => response.end(JSON.stringify({ address })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  project.provide("siteDesk", `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    const server = await serving?.catch(() => undefined);
    await server?.stop();
  };
}

async function serveSite(): ReturnType<typeof openServer> {
  const built = await docgen("build", "--root", PROJECT);
  if (built.code !== 0) throw new Error(`the project's own site does not build:\n${built.stderr}`);
  return openServer("preview", "--root", PROJECT);
}
