import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpServer, listen } from "../../src/shared/http.ts";
import { buildSite, writeFiles } from "../helpers/docgen.ts";
import { askRaw, sendRaw } from "../helpers/raw-http.ts";
import { startServer } from "../helpers/server.ts";
import { socketAddress } from "../helpers/watch.ts";

const SECRET = "a-secret-that-no-answer-holds";
const SITE = {
  "content/docs/index.md": "# Start\n",
  "content/docs/guide/one.md": "# One\n",
  "content/static/data.csv": "a,b\n",
  ".env": SECRET,
  "secret.html": SECRET,
  "private/index.html": SECRET,
  "build-private/index.html": SECRET,
};

/** Ways to a file above the folder that is served. */
const TRAVERSALS = [
  "/../.env",
  "/../../.env",
  "/docs/../../.env",
  "/docs/..%2f..%2f.env",
  "/..%2f.env",
  "/..%2F.env",
  "/%2e%2e/.env",
  "/%2E%2E/.env",
  "/%2e%2e%2f.env",
  "/.%2e/.env",
  "/%2e./.env",
  "/docs/%2e%2e/%2e%2e/.env",
  "/..%5c.env",
  "/..\\.env",
  "/docs\\..\\..\\.env",
  "/..%c0%af.env",
  "/%c0%ae%c0%ae/.env",
  "/..%ef%bc%8f.env",
  "/..;/.env",
  "/..%00/.env",
  "/..%0d%0a/.env",
  "/....//.env",
  "/..../.env",
  "/.../.env",
  "/%252e%252e/.env",
  "/%252e%252e%252f.env",
  "/%25252e%25252e/.env",
  "/%u002e%u002e/.env",
  "/\u00ff\u00fe/.env",
  "/../build-private/index.html",
  "/../build-private/",
  "/docs/../../private/",
];
/** Names of files that no address leads to. */
const FILES = [
  "//.env",
  "///.env",
  "/.env",
  "/.env/",
  "/.env/.",
  "/.env/..",
  "/.env%20",
  "/.env.",
  "/.env::$DATA",
  "/.env?raw",
  "/.env?raw??",
  "/.env?import&raw",
  "/.env?inline&import",
  "/.env?.svg?.wasm?init",
  "/.env#x",
  "/.env%23",
  "/.env%00.html",
  "/secret.html",
  "/secret",
  "/SECRET.HTML",
  "/private/",
  "/@fs/etc/passwd",
  "/@fs/../.env",
  "/@docgen/../.env",
  "/@docgen/..%2f.env",
  "/__proto__/.env",
  "/constructor",
  "/docs/__proto__",
  "/site.config.ts",
  "/content/docs/index.md",
  "/.docgen/lock",
  "/.git/config",
  "/node_modules/esbuild/package.json",
  "/docgen-manifest.json/../../.env",
  "/C:/Windows/win.ini",
  "/c:%5cwindows%5cwin.ini",
  "/\\\\localhost\\c$\\x",
  "/%5c%5clocalhost%5cc$",
  "file:///etc/passwd",
  "/etc/passwd",
];
/** Requests that are not of HTTP as it is meant. */
const MALFORMED: Readonly<Record<string, string>> = {
  "no path": "GET  HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "a path without a slash": "GET docs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "the address of a proxy": "GET http://localhost/docs/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "a foreign address of a proxy": "GET http://evil.com/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  CONNECT: "CONNECT evil.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "an asterisk": "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "two hosts": "GET /docs/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\nConnection: close\r\n\r\n",
  "no host": "GET /docs/ HTTP/1.1\r\nConnection: close\r\n\r\n",
  "HTTP/1.0 without a host": "GET /docs/ HTTP/1.0\r\n\r\n",
  "another protocol": "GET /docs/ HTTP/9.9\r\nHost: localhost\r\n\r\n",
  "a zero byte": "GET /docs/\0 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "a bare line feed": "GET /docs/ HTTP/1.1\nHost: localhost\nX: y\n\n",
  "a header of 100 kB": `GET /docs/ HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  "an address of 100 kB": `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  "3,000 headers": `GET /docs/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${"a: b\r\n".repeat(3000)}\r\n`,
  "two lengths of the body":
    "POST /docs/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "a space before the colon": "GET /docs/ HTTP/1.1\r\nHost : evil.com\r\n\r\n",
  "a header that goes on": "GET /docs/ HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\nConnection: close\r\n\r\n",
  TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  nonsense: "\0\x01\x02\xff\r\n\r\n",
};
const METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"];
const HOSTS = [
  "evil.com",
  "localhost.evil.com",
  "127.0.0.1.evil.com",
  "localhost@evil.com",
  "evil.com:80",
  "x",
  "",
  "[evil]",
];

test("the table holds more than 60 requests", () => {
  expect(TRAVERSALS.length + FILES.length + Object.keys(MALFORMED).length).toBeGreaterThan(90);
});

describe.each(["serve", "preview"])("docgen %s", (command) => {
  test("gives no file away, refuses what is malformed, and lives on", { timeout: 180_000 }, async () => {
    const root = await buildSite(SITE);
    writeFiles(join(root, "build"), { ".env": SECRET, "secret.html": SECRET });
    const address = await startServer(command, "--root", root);
    for (const target of [...TRAVERSALS, ...FILES]) {
      const { status, text } = await askRaw(address, target);
      expect([target, status]).toEqual([target, expect.toBeOneOf([400, 404])]);
      expect(text).not.toContain(SECRET);
      expect(text).not.toMatch(/root:x:|\[core\]/);
    }
    // No status: the line was cut, which is an answer, too.
    for (const [name, request] of Object.entries(MALFORMED)) {
      // Some are never ended: the server need not wait for the rest.
      const answer = await sendRaw(address, `${request}\r\n\r\n`);
      const allowed = name === "a header that goes on" ? [200, 400] : [400, 403, 405, 431, 501, 505, 0];
      const wanted = ["an address of 100 kB", "3,000 headers"].includes(name) ? [...allowed, 404, 414, 200] : allowed;
      expect([name, answer.status ?? 0]).toEqual([name, expect.toBeOneOf(wanted)]);
      expect(answer.text).not.toContain(SECRET);
    }
    for (const method of METHODS) {
      expect([method, (await askRaw(address, "/docs/", { method })).status]).toEqual([method, 405]);
    }
    for (const host of HOSTS) {
      const { status, text } = await askRaw(address, "/docs/", { host });
      expect([host, status]).toEqual([host, expect.toBeOneOf([400, 403])]);
      expect(text).not.toContain("Start");
    }
    const foreign = await askRaw(address, "/docs/", { headers: "Origin: https://evil.com\r\n" });
    expect(foreign.text).not.toMatch(/access-control-allow/i);
    const reflected = await askRaw(address, "/docs/<script>alert(1)</script>?<script>alert(2)</script>");
    expect(reflected.text).not.toContain("<script>alert");
    const { status, text } = await askRaw(address, "/docs/");
    expect(status).toBe(200);
    expect(text).toContain(">Start</h1>");
  });
});

test("a websocket without a token, with a foreign origin, host or path is refused, and so is none at all", async () => {
  const address = await startServer("serve", "--root", await buildSite(SITE));
  const { pathname, search } = new URL(await socketAddress(address));
  const upgrade = (target: string, host: string, origin: string | undefined) =>
    sendRaw(
      address,
      [
        `GET ${target} HTTP/1.1`,
        `Host: ${host}`,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ...(origin === undefined ? [] : [`Origin: ${origin}`]),
        "",
        // A frame that closes the connection, so that one that is let in ends, too.
        "\r\n\x88\x80\0\0\0\0",
      ].join("\r\n"),
    );
  const { host, origin } = new URL(address);
  expect((await upgrade(pathname + search, host, origin)).status).toBe(101);
  expect((await upgrade(pathname + search, host, undefined)).status).toBe(101);
  const refused: readonly (readonly [string, string, string | undefined])[] = [
    [pathname, host, origin],
    [`${pathname}?token=`, host, origin],
    [`${pathname}?token=${"0".repeat(32)}`, host, origin],
    [`${pathname}?Token=${search.slice(7)}`, host, origin],
    [`/docs/${search}`, host, origin],
    [`${pathname}/../socket${search}`, host, origin],
    [pathname + search, "evil.com", "http://evil.com"],
    [pathname + search, host, "http://evil.com"],
    [pathname + search, host, "null"],
    [pathname + search, host, "file://"],
    [pathname + search, host, `http://${host}.evil.com`],
    [pathname + search, host, `http://evil.com/${host}`],
    [pathname + search, host, "http://localhost:1"],
  ];
  for (const [target, name, from] of refused) {
    expect([target, name, from, (await upgrade(target, name, from)).status]).toEqual([target, name, from, 403]);
  }
  expect((await askRaw(address, "/docs/")).status).toBe(200);
});

test("a refused websocket is closed, though its client goes on, and there are no more of them than pages are open", async () => {
  const address = await startServer("serve", "--root", await buildSite(SITE));
  const { port, host, pathname, search } = new URL(await socketAddress(address));
  /** Asks for a websocket and keeps its own side open. */
  const ask = async (target: string) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    const headers = `Host: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`;
    socket.write(`GET ${target} HTTP/1.1\r\n${headers}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
    const [answer] = await once(socket, "data");
    return { socket, status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]) };
  };
  const refused = await ask(`${pathname}?token=none`);
  expect(refused.status).toBe(403);
  // What is written to a line that the server has closed resets it.
  refused.socket.on("error", () => undefined);
  const closed = new Promise((resolve) => refused.socket.once("close", resolve));
  const writing = setInterval(() => refused.socket.write("x"), 10);
  onTestFinished(() => clearInterval(writing));
  await closed;
  const asked = await Promise.all(Array.from({ length: 220 }, () => ask(pathname + search)));
  const isRefused = asked.filter(({ status }) => status === 503);
  expect([isRefused.length, asked.length - isRefused.length]).toEqual([20, 200]);
  expect((await askRaw(address, "/docs/")).status).toBe(200);
});

test("a file that grows while it is sent closes its connection, and the next request is answered", async () => {
  const server = createHttpServer(async (path) => {
    const headers = { "Content-Length": path === "/grows" ? "5" : "6" };
    return { status: 200, type: "text/plain", body: Readable.from(["123456"]), headers };
  });
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  await expect(fetch(`${address}/grows`).then((response) => response.text())).rejects.toThrow();
  expect(await (await fetch(`${address}/same`)).text()).toBe("123456");
});
