import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What all test files share: made when the first of them asks, released when the run ends. */
export interface Desk {
  /** Answers a GET below it with the value of that path, or status 500 with what went wrong. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Something shared: the text that the test files get, and its end. */
export interface Shared {
  readonly value: string;
  readonly release: () => Promise<void>;
}

/** Opens a desk in the process of the global setup. @param make called once for each path, at its first question */
export async function openDesk(make: () => Promise<Shared>): Promise<Desk> {
  const made = new Map<string, Promise<Shared>>();
  const server = createServer(({ url = "/" }, response) => {
    const shared = made.get(url) ?? make();
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

/** Asks a desk for its value. @throws {Error} with what went wrong when it was made */
export async function askDesk(address: string): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
