import { connect } from "node:net";

/** A raw response; empty if the connection was closed. */
export interface RawResponse {
  readonly status: number | undefined;
  readonly text: string;
}

/** Time limit of a response, in milliseconds. */
const LIMIT_MS = 20_000;

/** Sends raw bytes and reads until the connection is closed. */
export function sendRaw(address: string, bytes: string | Uint8Array): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1", () => {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no response within ${LIMIT_MS} ms to ${JSON.stringify(String(bytes).slice(0, 200))}`));
    }, LIMIT_MS);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    });
  });
}

/** Sends a request that no client library would send. */
export function askRaw(
  address: string,
  target: string,
  { method = "GET", host = "localhost", headers = "" } = {},
): Promise<RawResponse> {
  return sendRaw(address, `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
}
