import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { askRaw } from "../helpers/raw-http.ts";
import { openProcess, openServer, stoppedAfterTest } from "../helpers/server.ts";

const LONG = "Words that are long enough to be worth compressing. ".repeat(40);
const SITE: Files = {
  "content/docs/index.md": `# Start\n\n${LONG}\n`,
  "content/docs/leaf.md": "# Leaf\n",
  "content/static/big.bin": "0123456789",
  "content/static/other.bin": "0123456789",
  "content/static/empty.txt": "",
  "content/static/_redirects": "/none /docs/none 200\n",
};
const MIB = 2 ** 20;

/** Built once: tests that change what is built do so to a copy. */
let built: string;
beforeAll(async () => {
  built = await buildSite(SITE, "--compress");
});
function copyOfSite(): string {
  const root = temporaryFolder();
  cpSync(built, root, { recursive: true });
  return root;
}

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function ask(
  address: string,
  path: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" | "POST" = "GET",
): Promise<Reply> {
  const sent = request(new URL(address).origin, { path, headers, method, agent: false }).end();
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const preview = async (root: string, ...args: string[]) =>
  stoppedAfterTest(await openServer("preview", "--root", root, ...args));

/** For what a process holds. */
const previewProcess = async (root: string) => stoppedAfterTest(await openProcess("preview", "--root", root));

/** The most that a process has held so far, in bytes. */
function peakBytes(pid: number): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

test("sends what is compressed to who accepts it, lets assets be cached for good, and sends nothing twice that is cached", async () => {
  const { address } = await preview(built);
  const take = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(address + path, { headers: { "Accept-Encoding": "identity", ...headers } });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const plain = await take("/docs/");
  expect(plain.headers.get("content-encoding")).toBeNull();
  for (const [accepted, encoding] of [
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["deflate", null],
  ] as const) {
    const answer = await take("/docs/", { "Accept-Encoding": accepted });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect(answer.body).toBe(plain.body);
  }
  expect(plain.headers.get("cache-control")).toBe("no-cache");
  const script = /src="(\/assets\/boot-[^"]+)"/.exec(plain.body)?.[1] ?? "";
  expect((await take(script)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const etag = plain.headers.get("etag") ?? "";
  expect(await take("/docs/", { "If-None-Match": etag })).toMatchObject({ status: 304, body: "" });
  expect((await take("/docs/", { "If-None-Match": '"x"' })).status).toBe(200);
  const missing = await take("/docs/gone", { "Accept-Encoding": "gzip" });
  expect([missing.status, missing.headers.get("content-encoding")]).toEqual([404, "gzip"]);
});

describe.skipIf(process.platform !== "linux")("however large a file is, preview holds little of it", () => {
  test("for parts, HEAD and whole files whose readers stop reading", async () => {
    const root = copyOfSite();
    truncateSync(join(root, "build/big.bin"), 200 * MIB);
    const { address, pid } = await previewProcess(root);
    await ask(address, "/docs/");
    const before = peakBytes(pid);
    const parts = await Promise.all(Array.from({ length: 8 }, () => ask(address, "/big.bin", { Range: "bytes=0-9" })));
    expect(parts.map(({ body }) => body.toString())).toEqual(Array(8).fill("0123456789"));
    const heads = await Promise.all(Array.from({ length: 8 }, () => ask(address, "/big.bin", {}, "HEAD")));
    expect(heads.map(({ headers }) => headers["content-length"])).toEqual(Array(8).fill(String(200 * MIB)));
    const readers = Array.from({ length: 8 }, () => request(`${address}/big.bin`, { agent: false }).end());
    const answers = await Promise.all(readers.map((reader) => once(reader, "response")));
    expect(answers.map(([{ statusCode }]) => statusCode)).toEqual(Array(8).fill(200));
    await ask(address, "/docs/");
    expect(peakBytes(pid) - before).toBeLessThan(64 * MIB);
    for (const reader of readers) reader.destroy();
  });

  test("for requests that are sent ahead without reading an answer", async () => {
    const root = copyOfSite();
    truncateSync(join(root, "build/big.bin"), 2 * MIB);
    const { address, pid } = await previewProcess(root);
    await ask(address, "/docs/");
    const before = peakBytes(pid);
    const files = () => readdirSync(`/proc/${pid}/fd`).length;
    const filesBefore = files();
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    socket.write("GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1500));
    await once(socket, "data");
    socket.pause();
    for (let left = 20; left > 0; left--) await ask(address, "/docs/");
    expect(peakBytes(pid) - before).toBeLessThan(64 * MIB);
    // One of the connection, and one of the file that is being sent.
    expect(files() - filesBefore).toBeLessThan(5);
    socket.destroy();
  });

  test("answers that were asked for ahead come in their order", async () => {
    const { address } = await preview(built);
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    const ask = (path: string, rest = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}\r\n`;
    socket.write(
      ask("/docs/") + ask("/gone") + ask("/big.bin") + ask("/empty.txt") + ask("/other.bin", "Connection: close\r\n"),
    );
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "200",
      "404",
      "200",
      "200",
      "200",
    ]);
    expect(text.endsWith("0123456789")).toBe(true);
  });
});

test("HEAD says what GET sends, in each encoding and part", async () => {
  const { address } = await preview(built);
  for (const path of ["/docs/", "/big.bin", "/empty.txt", "/gone", "/docs/index.html.br"]) {
    for (const headers of [{}, { "Accept-Encoding": "br" }, { "Accept-Encoding": "gzip" }, { Range: "bytes=2-4" }]) {
      const [get, head] = await Promise.all([ask(address, path, headers), ask(address, path, headers, "HEAD")]);
      expect({ ...head.headers, date: "" }, path).toEqual({ ...get.headers, date: "" });
      expect([head.status, head.body.length], path).toEqual([get.status, 0]);
      if (get.headers["transfer-encoding"] === undefined)
        expect([path, get.headers["content-length"]]).toEqual([path, String(get.body.length)]);
    }
  }
});

test("an unchanged page keeps its tag, and other methods learn which are allowed", async () => {
  const { address } = await preview(built);
  const { etag = "" } = (await ask(address, "/docs/")).headers;
  expect(await ask(address, "/docs/", { "If-None-Match": etag })).toMatchObject({ status: 304, headers: { etag } });
  expect(await ask(address, "/docs/", {}, "POST")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
});

test("what is sent packed is the page, and neither a file that isn't listed nor a link", async () => {
  const root = copyOfSite();
  const out = join(root, "build");
  const outside = temporaryFolder();
  writeFiles(outside, { secret: "SECRET" });
  const { address } = await preview(root);
  const page = readFileSync(join(out, "docs/index.html"));
  const sent = async (accepted: string) => {
    const { headers, body } = await ask(address, "/docs/", { "Accept-Encoding": accepted });
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[headers["content-encoding"] ?? ""];
    expect(unpack?.(body) ?? body).toEqual(page);
    return headers["content-encoding"];
  };
  expect(await sent("gzip, deflate, br, zstd")).toBe("br");
  expect(await sent("gzip")).toBe("gzip");
  expect(await sent("identity")).toBeUndefined();
  expect([await sent("br;q=0, gzip;q=0.5"), await sent("br; q=0.0, gzip;q=0")]).toEqual(["gzip", undefined]);
  rmSync(join(out, "docs/index.html.br"));
  expect(await sent("gzip, br")).toBe("gzip");
  symlinkSync(join(outside, "secret"), join(out, "docs/index.html.br"));
  expect(await sent("gzip, br")).toBe("gzip");
  writeFiles(out, { "big.bin.br": "SECRET" });
  expect((await ask(address, "/big.bin", { "Accept-Encoding": "br" })).body.toString()).toBe("0123456789");
});

describe("a listed file", () => {
  test("that was replaced by a link, a pipe or a folder, or stands behind a link, is not served", async () => {
    const root = copyOfSite();
    const outside = temporaryFolder();
    writeFiles(outside, { "secret.html": "SECRET", "index.html": "SECRET" });
    const out = join(root, "build");
    const { address } = await preview(root);
    const replace = (file: string, make: (path: string) => void) => {
      rmSync(join(out, file), { recursive: true });
      make(join(out, file));
    };
    replace("big.bin", (path) => symlinkSync(join(outside, "secret.html"), path));
    replace("other.bin", (path) => mkdirSync(path));
    replace("docs/leaf", (path) => symlinkSync(outside, path));
    if (process.platform === "linux") {
      const { execFileSync } = await import("node:child_process");
      replace("empty.txt", (path) => execFileSync("mkfifo", [path]));
    }
    for (const path of ["/big.bin", "/other.bin", "/docs/leaf/", "/docs/leaf", "/empty.txt"]) {
      const { status, body } = await ask(address, path);
      expect([path, status]).toEqual([path, path === "/empty.txt" && process.platform !== "linux" ? 200 : 404]);
      expect(body.toString()).not.toContain("SECRET");
    }
    expect((await ask(address, "/docs/")).status).toBe(200);
  });

  test("that is gone is a missing page, and no answer names the folder", async () => {
    const root = copyOfSite();
    writeFiles(join(root, "build"), { _redirects: "/shown /docs/leaf 200\n" });
    rmSync(join(root, "build/docs/leaf/index.html"));
    const { address } = await preview(root);
    for (const path of ["/docs/leaf", "/docs/leaf/", "/shown"]) {
      const { status, body } = await ask(address, path);
      expect([path, status, body.includes(root)]).toEqual([path, 404, false]);
    }
    rmSync(join(root, "build/404.html"));
    expect((await ask(address, "/docs/leaf")).body.toString()).toBe("Not found.\n");
  });

  test("that is cut while it is sent ends the connection instead of letting its reader wait", async () => {
    const root = copyOfSite();
    const file = join(root, "build/big.bin");
    truncateSync(file, 64 * MIB);
    const { address } = await preview(root);
    const sent = request(`${address}/big.bin`, { agent: false }).end();
    const [response] = await once(sent, "response");
    await once(response, "readable");
    truncateSync(file, 10);
    await expect(
      (async () => {
        for await (const _ of response);
      })(),
    ).rejects.toThrow("aborted");
    expect((await ask(address, "/docs/")).status).toBe(200);
  });
});

test("headers that can't be sent are told, and the rest is answered", async () => {
  const own = [
    "/*",
    "  X-Good: yes",
    "  X-Zero: a\0b",
    "  X-Snow: \u2603",
    "  Content-Length: 3",
    "  transfer-encoding: chunked",
    "  cache-control: no-store",
  ].join("\n");
  const root = copyOfSite();
  writeFiles(join(root, "build"), { _headers: own });
  const { address, output } = await preview(root);
  const { status, headers, body } = await ask(address, "/docs/");
  expect([status, headers["x-good"], headers["cache-control"], headers["x-zero"]]).toEqual([
    200,
    "yes",
    "no-store",
    undefined,
  ]);
  expect(body.toString()).toContain("Start");
  const place = join("build", "_headers");
  expect(output()).toContain(
    `${place}:3:3  warning  X-Zero contains a character that is not allowed in a header; docgen ignores it`,
  );
  expect(output()).toContain(`${place}:4:3  warning  X-Snow contains`);
  expect(output()).toContain(`${place}:5:3  warning  Content-Length is set by the host itself; docgen ignores it`);
  expect(output()).toContain(`${place}:6:3  warning  transfer-encoding is`);
});

test("while a build puts another site in its place every request is answered, and then with the new one", async () => {
  const root = copyOfSite();
  const { address } = await preview(root);
  let isBuilding = true;
  const statuses = new Set<number | undefined>();
  const asking = (async () => {
    while (isBuilding) {
      for (const path of ["/docs/", "/docs/leaf/", "/big.bin", "/gone"])
        statuses.add((await ask(address, path)).status);
    }
  })();
  appendFileSync(join(root, "content/docs/index.md"), "\nNew words.\n");
  writeFileSync(join(root, "site.config.ts"), `export default { title: "Other", url: "https://example.com" };\n`);
  const { code } = await command("build", "--root", root);
  const away = join(root, "away");
  for (let left = 200; left > 0; left--) {
    renameSync(join(root, "build"), away);
    renameSync(away, join(root, "build"));
    await new Promise(setImmediate);
  }
  isBuilding = false;
  await asking;
  expect(code).toBe(0);
  expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect((await ask(address, "/docs/")).body.toString()).toContain("New words.");
  expect(existsSync(away)).toBe(false);
});

test("odd parts and conditions are answered as HTTP has it", async () => {
  const { address } = await preview(built);
  const { etag = "" } = (await ask(address, "/big.bin")).headers;
  const of = async (headers: Record<string, string>, path = "/big.bin") => {
    const { status, body, headers: got } = await ask(address, path, headers);
    return [status, body.toString(), got["content-range"]];
  };
  const whole = [200, "0123456789", undefined];
  expect(await of({ Range: "bytes=0-0,-1" })).toEqual(whole);
  expect(await of({ Range: "bytes=999999999999999-" })).toEqual([416, "", "bytes */10"]);
  expect(await of({ Range: "bytes=0-999999999999999" })).toEqual([206, "0123456789", "bytes 0-9/10"]);
  for (const huge of ["99999999999999999999-", "0-99999999999999999999"])
    expect(await of({ Range: `bytes=${huge}` })).toEqual(whole);
  expect(await of({ Range: "bytes=0-" }, "/empty.txt")).toEqual([416, "", "bytes */0"]);
  expect(await of({ Range: "bytes=0-1", "If-None-Match": etag })).toEqual([304, "", undefined]);
  expect(await of({ Range: "bytes=0-1", "If-Range": etag })).toEqual(whole);
  expect(await of({ "If-None-Match": '"another"' })).toEqual(whole);
  expect((await of({ Range: "bytes=0-1" }, "/gone"))[0]).toBe(404);
  expect((await askRaw(address, "/big.bin", { method: "HEAD", headers: "Range: bytes=5-\r\n" })).text).toMatch(
    /^HTTP\/1.1 206.*\r\nContent-Length: 5\r\n.*\r\n\r\n$/s,
  );
});
