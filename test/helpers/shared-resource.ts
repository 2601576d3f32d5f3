import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Resources shared by all test files: created on the first request, released at the end of the run. */
export interface SharedServer {
  /** Base URL. A GET returns the value of the name behind it, or status 500 with the error. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** A shared resource: the string that test files get, and its release. */
export interface SharedResource {
  readonly value: string;
  readonly release: () => Promise<void>;
}

/**
 * Serves shared resources from the process of the global setup.
 *
 * @param make called once for each name, at its first request
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
