import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Server of resources that all test files share: each is created on its first request and released at the end of the
 * run.
 */
export interface SharedServer {
  /** Base URL. A GET below it returns the value of the resource with that name, or status 500 with the error. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** A shared resource: the string returned to test files, and a function that releases it. */
export interface SharedResource {
  readonly value: string;
  readonly release: () => Promise<void>;
}

/**
 * Serves shared resources from the process of the global setup.
 *
 * @param make creates the resource with a name; called once per name, at the first request
 */
export async function serveShared(make: (name: string) => Promise<SharedResource>): Promise<SharedServer> {
  const made = new Map<string, Promise<SharedResource>>();
  const server = createServer(({ url = "/" }, response) => {
    const shared = made.get(url) ?? make(url.slice(1));
    made.set(url, shared);
    shared.then(
      ({ value }) => response.end(value),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      for (const shared of made.values()) await (await shared.catch(() => undefined))?.release();
    },
  };
}

/** Fetches the value of a shared resource. @throws Error if it could not be created */
export async function fetchShared(address: string): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
