import { connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSite, writeFiles } from "../helpers/docgen.ts";
import { askRaw, sendRaw } from "../helpers/raw-http.ts";
import { openServer, type Server } from "../helpers/server.ts";
import { socketAddress } from "../helpers/watch.ts";
import { check, hostileText, PATIENCE } from "./check.ts";

const SECRET = "a-secret-that-no-answer-holds";
const servers: Server[] = [];

beforeAll(async () => {
  const root = await buildSite({ "content/docs/index.md": "# Start\n", "content/docs/a.md": "# A\n", ".env": SECRET });
  writeFiles(join(root, "build"), { "secret.txt": SECRET });
  servers.push(await openServer("serve", "--root", root), await openServer("preview", "--root", root));
});
afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

const word = fc.oneof(
  hostileText.map((text) =>
    Buffer.from(text.toWellFormed())
      .toString("latin1")
      .replace(/[\r\n]/g, ""),
  ),
  fc.constantFrom("docs", "docs/", ".env", "secret.txt", "..", "%2e%2e", "%2f", "%5c", "?raw", "@docgen", "assets"),
);
const target = fc.array(word, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
const header = fc.tuple(
  fc.constantFrom(
    "Host",
    "Accept-Encoding",
    "If-None-Match",
    "Range",
    "Upgrade",
    "Connection",
    "Content-Length",
    "Transfer-Encoding",
    "Expect",
    "X",
  ),
  fc.oneof(
    word,
    fc.constantFrom(
      "bytes=0-",
      "bytes=-1",
      "bytes=9-1,0-0",
      "chunked",
      "websocket",
      "*",
      "br;q=0",
      "100-continue",
      "9e9",
    ),
  ),
);

/** Both servers still give their pages. */
async function expectAlive(): Promise<void> {
  for (const { address } of servers) expect((await askRaw(address, "/docs/")).text).toContain(">Start</h1>");
}

test("any request for any path with any headers: an answer without a secret", PATIENCE, async () => {
  await check(
    fc.asyncProperty(
      target,
      fc.array(header, { maxLength: 4 }),
      fc.constantFrom("GET", "HEAD", "POST", "get", "OPTIONS"),
      async (path, headers, method) => {
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
        for (const { address } of servers) {
          // The end of the line ends requests that announce more than they send.
          const { text } = await exchange(
            address,
            `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines}\r\n`,
          );
          expect(text).not.toContain(SECRET);
          expect(text).not.toMatch(/^HTTP\/1\.1 500/);
        }
      },
    ),
    4,
  );
  await expectAlive();
});

test("any bytes: the servers live on", PATIENCE, async () => {
  await check(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, begins) => {
      const start = begins ? Buffer.from("GET /docs/ HTTP/1.1\r\n") : Buffer.alloc(0);
      for (const { address } of servers) {
        const { text } = await exchange(address, Buffer.concat([start, bytes, Buffer.from("\r\n\r\n")]));
        expect(text).not.toContain(SECRET);
      }
    }),
    4,
  );
  await expectAlive();
});

test("any frames of a websocket: the server lives on", PATIENCE, async () => {
  const [server] = servers;
  if (server === undefined) throw new Error("no server");
  const { pathname, search, host } = new URL(await socketAddress(server.address));
  const upgrade = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  const message = fc.oneof(
    fc.json(),
    fc.record({ path: hostileText, version: hostileText }).map((one) => JSON.stringify(one)),
    fc.string({ unit: "binary", maxLength: 50 }),
  );
  const frame = fc.oneof(
    fc.tuple(fc.nat(255), message).map(([first, text]) => {
      const data = Buffer.from(text).subarray(0, 125);
      return Buffer.concat([Buffer.from([first, 0x80 | data.length, 0, 0, 0, 0]), data]);
    }),
    message.map((text) => {
      const data = Buffer.from(text).subarray(0, 125);
      return Buffer.concat([Buffer.from([0x81, 0x80 | data.length, 0, 0, 0, 0]), data]);
    }),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])),
  );
  await check(
    fc.asyncProperty(fc.array(frame, { maxLength: 5 }), async (frames) => {
      const { text } = await exchange(
        server.address,
        Buffer.concat([Buffer.from(upgrade, "latin1"), ...frames]),
        "goes on",
      );
      expect(text).toMatch(/^HTTP\/1\.1 101/);
      expect(text).not.toContain(SECRET);
    }),
    4,
  );
  await expectAlive();
  expect((await sendRaw(server.address, "GET /docs/ HTTP/1.0\r\n\r\n")).status).toBe(403);
});

/**
 * Sends bytes, and reads until the other side is done or has nothing more to say.
 *
 * @param then `goes on`: does not say that no more will come, after which no websocket is let in
 */
function exchange(
  address: string,
  bytes: string | Uint8Array,
  then: "ends" | "goes on" = "ends",
): Promise<{ readonly text: string }> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(address).port), host: "127.0.0.1", allowHalfOpen: true });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      // A websocket that was let in stays open.
      if (text.startsWith("HTTP/1.1 101")) setTimeout(() => socket.destroy(), 2);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve({ text }));
    socket.on("end", () => socket.destroy());
    socket.setTimeout(2000, () => socket.destroy());
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    if (then === "ends") socket.end();
  });
}
