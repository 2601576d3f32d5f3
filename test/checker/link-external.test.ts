import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createUrlCheck, type ExternalStatus, privateAddressOf } from "../../src/checker/check-external.ts";
import { command } from "../helpers/command.ts";
import { makeSite } from "../helpers/docgen.ts";

/** What the system knows of hosts: one inside a private network, one that has a public address too, one that isn't there. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  "inner.example.org": ["127.0.0.1", "::1"],
  "both.example.org": ["10.0.0.1", "93.184.216.34"],
  "nowhere.example.org": [],
};
vi.mock("node:dns/promises", async (original) => {
  const dns = await original<typeof import("node:dns/promises")>();
  const lookup = async (host: string, options: { all: true }) => {
    const addresses = HOSTS[host] ?? (await dns.lookup(host, options)).map(({ address }) => address);
    if (addresses.length === 0) throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
    return addresses.map((address) => ({ address }));
  };
  return { ...dns, lookup };
});

type Handle = (request: IncomingMessage, response: ServerResponse, number: number) => void;

/** A server that answers as it is told. @returns its port, and what it was asked for */
async function misbehave(handlers: Readonly<Record<string, Handle>>): Promise<{ port: number; log: string[] }> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    log.push(line);
    const handle = handlers[request.url ?? ""];
    if (handle === undefined) response.writeHead(404).end();
    else handle(request, response, log.filter((one) => one === line).length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, log };
}

/** A server that writes bytes as it likes, by the path that is asked for. @returns its port */
async function writeRaw(answers: Readonly<Record<string, (socket: Socket) => void>>): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (data) => answers[/^\w+ (\S+)/.exec(data.toString("latin1"))?.[1] ?? ""]?.(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Writes the same again and again until the other side has had enough. */
const writeOn = (first: string, again: string) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(again), 5);
  socket.on("close", () => clearInterval(timer));
  socket.on("error", () => clearInterval(timer));
};

const UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
const HTML_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
/** What servers answer that answer nothing, and what is said of each. */
const HOSTILE: Readonly<Record<string, readonly [answer: (socket: Socket) => void, state: ExternalStatus["state"]]>> = {
  "/upgrade": [(socket) => void socket.write(UPGRADE), "broken"],
  "/upgrade-and-close": [(socket) => void socket.end(UPGRADE), "broken"],
  "/101-alone": [(socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"), "broken"],
  "/closes": [(socket) => void socket.end(), "broken"],
  "/resets": [(socket) => void socket.resetAndDestroy(), "broken"],
  "/silent": [() => {}, "broken"],
  "/half-a-head": [(socket) => void socket.end("HTTP/1.1 200 O"), "broken"],
  "/informs": [writeOn("", "HTTP/1.1 102 Processing\r\n\r\n"), "broken"],
  "/continues": [writeOn("", "HTTP/1.1 100 Continue\r\n\r\n"), "broken"],
  "/headers": [writeOn("HTTP/1.1 200 OK\r\n", `A: ${"x".repeat(10_000)}\r\n`), "broken"],
  "/no-http": [(socket) => void socket.write("SSH-2.0-x\r\n"), "broken"],
  "/body-without-end": [writeOn(`${HTML_HEAD}\r\n`, "<p>"), "broken"],
  "/body-cut-off": [(socket) => void socket.end(`${HTML_HEAD}Content-Length: 9\r\n\r\n<p>`), "broken"],
  "/bad-chunks": [(socket) => void socket.write(`${HTML_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), "broken"],
};

const status =
  (code: number, headers: Record<string, string> = {}): Handle =>
  (_, response) =>
    void response.writeHead(code, headers).end();
const page =
  (html: string, headers: Record<string, string> = {}): Handle =>
  ({ method }, response) =>
    void response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers })
      .end(method === "HEAD" ? "" : html);
const redirect = (code: number, location: string) => status(code, { location });

const SETTINGS = { allowPrivate: [], timeout: 10_000, interval: 0, backoff: 5 };
/** For servers that don't answer. */
const SHORT = 300;

/** Asks the server, which is in a private network, by a name of its own. */
async function askFor(
  port: number,
  path: string,
  fragments: readonly string[] = [],
  timeout = SETTINGS.timeout,
): Promise<ExternalStatus> {
  const check = createUrlCheck({ ...SETTINGS, timeout, allowPrivate: [`127.0.0.1:${port}`] });
  return check(`http://127.0.0.1:${port}${path}`, fragments);
}

describe("one address of another site", () => {
  test("HEAD, then GET where HEAD is refused", async () => {
    const { port, log } = await misbehave({
      "/fine": status(200),
      "/no-head": ({ method }, response) => void response.writeHead(method === "HEAD" ? 405 : 200).end(),
      "/cut-head": ({ method, socket }, response) => void (method === "HEAD" ? socket.destroy() : response.end()),
    });
    for (const path of ["/fine", "/no-head", "/cut-head"]) {
      expect(await askFor(port, path)).toMatchObject({ state: "fine" });
    }
    expect(log).toEqual(["HEAD /fine", "HEAD /no-head", "GET /no-head", "HEAD /cut-head", "GET /cut-head"]);
  });

  test("what isn't there is broken, and asked for once", async () => {
    const { port, log } = await misbehave({ "/gone": status(410) });
    expect(await askFor(port, "/gone")).toMatchObject({ state: "broken", why: "status 410" });
    expect(await askFor(port, "/absent")).toMatchObject({ state: "broken", why: "status 404" });
    expect(log).toEqual(["HEAD /gone", "GET /gone", "HEAD /absent", "GET /absent"]);
  });

  test("401, 403 and 429 can't tell", async () => {
    const { port } = await misbehave({ "/401": status(401), "/403": status(403), "/429": status(429) });
    for (const path of ["/401", "/403", "/429"]) expect((await askFor(port, path)).state).toBe("unsure");
  });

  test("5xx and timeouts are tried three times", async () => {
    const { port, log } = await misbehave({
      "/500": status(500),
      "/hangs": () => {},
      "/mends": (_, response, number) => void response.writeHead(number < 2 ? 502 : 200).end(),
    });
    expect(await askFor(port, "/500")).toMatchObject({ state: "broken", why: "status 500" });
    expect(log.filter((line) => line === "GET /500")).toHaveLength(3);
    expect(await askFor(port, "/hangs", [], SHORT)).toMatchObject({
      state: "broken",
      why: "no response within 0.3 s",
    });
    expect(log.filter((line) => line.endsWith("/hangs"))).toHaveLength(3);
    expect(await askFor(port, "/mends")).toMatchObject({ state: "fine" });
  });

  test("Retry-After is honoured: the host is left alone for as long, or for good where that is too long", async () => {
    const times: number[] = [];
    const { port, log } = await misbehave({
      "/soon": ({ method }, response) => {
        times.push(performance.now());
        response.writeHead(method === "HEAD" ? 429 : 200, { "retry-after": "1" }).end();
      },
      "/other": (_, response) => {
        times.push(performance.now());
        response.end();
      },
      "/late": status(503, { "retry-after": "3600" }),
    });
    const check = createUrlCheck({ ...SETTINGS, allowPrivate: ["127.0.0.1"] });
    const soon = check(`http://127.0.0.1:${port}/soon`, []);
    await expect.poll(() => times.length).toBe(1);
    // Time for the response to arrive.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await check(`http://127.0.0.1:${port}/other`, [])).toMatchObject({ state: "fine" });
    expect(await soon).toMatchObject({ state: "fine" });
    const [first = 0, ...others] = times;
    expect(others).toHaveLength(2);
    for (const time of others) expect(time - first).toBeGreaterThanOrEqual(995);
    log.length = 0;
    expect(await check(`http://127.0.0.1:${port}/late`, [])).toMatchObject({ state: "unsure", why: "status 503" });
    expect(log).toEqual(["HEAD /late", "GET /late"]);
  });

  test("redirects are followed to 10; permanent ones are suggested as far as they are", async () => {
    const chain = Array.from({ length: 11 }, (_, index) => [`/r${index}`, redirect(302, `/r${index + 1}`)] as const);
    const { port } = await misbehave({
      ...Object.fromEntries(chain),
      "/r11": status(200),
      "/loop": redirect(302, "/loop"),
      "/moved": redirect(301, "/then"),
      "/then": redirect(308, "/now"),
      "/now": redirect(302, "/today"),
      "/today": status(200),
      "/temporary": redirect(307, "/moved"),
      "/app": redirect(301, "app://open"),
    });
    expect(await askFor(port, "/r1")).toMatchObject({ state: "fine" });
    for (const path of ["/r0", "/loop"]) {
      expect(await askFor(port, path)).toMatchObject({ state: "broken", why: "more than 10 redirects" });
    }
    expect((await askFor(port, "/moved")).moved).toBe(`http://127.0.0.1:${port}/now`);
    expect((await askFor(port, "/temporary")).moved).toBe(undefined);
    expect(await askFor(port, "/app")).toMatchObject({ state: "broken", why: 'a redirect to "app://open"' });
  });

  test("fragments are checked when the page is HTML under 5 MB", async () => {
    const big = `<b id="x"></b>${" ".repeat(5_100_000)}`;
    const { port } = await misbehave({
      "/page": page(
        '<h2 id="part">P</h2><a name="old"></a><h2 id="user-content-readme">R</h2><!-- <b id="commented"> -->',
      ),
      "/big": page(big),
      "/big-unsaid": page(big, { "transfer-encoding": "chunked" }),
      "/text": status(200, { "content-type": "text/plain" }),
    });
    const { missing } = await askFor(port, "/page", ["part", "old", "readme", "gone", "commented"]);
    expect(missing).toEqual(["gone", "commented"]);
    for (const path of ["/big", "/big-unsaid", "/text"]) {
      // A busy machine takes longer than the usual time to send 5 MB.
      expect(await askFor(port, path, ["gone"], 20_000)).toMatchObject({ state: "fine", missing: [] });
    }
  });

  test("a host that isn't there, and a connection that breaks", async () => {
    const { port } = await misbehave({ "/cut": ({ socket }) => void socket.destroy() });
    expect(await createUrlCheck(SETTINGS)("http://nowhere.example.org/", [])).toMatchObject({
      state: "broken",
      why: "host not found",
    });
    expect(await askFor(port, "/cut")).toMatchObject({
      state: "broken",
      why: expect.stringMatching(/^no connection \((ECONNRESET|other side closed)\)$/),
    });
  });

  test("a password in an address is not sent", async () => {
    const sent: unknown[] = [];
    const { port } = await misbehave({
      "/": ({ headers }, response) => {
        sent.push(headers.authorization);
        response.writeHead(401).end();
      },
    });
    const check = createUrlCheck({ ...SETTINGS, allowPrivate: ["127.0.0.1"] });
    expect(await check(`http://user:password@127.0.0.1:${port}/`, [])).toMatchObject({ state: "unsure" });
    expect(sent).toEqual([undefined, undefined]);
  });
});

describe("a server that does as it likes", () => {
  const raw = () => writeRaw(Object.fromEntries(Object.entries(HOSTILE).map(([path, [answer]]) => [path, answer])));

  test("is told of in the end, whatever it answers", async () => {
    const port = await raw();
    const paths = Object.keys(HOSTILE);
    const answers = await Promise.all(paths.map((path) => askFor(port, path, ["part"], SHORT)));
    const states = Object.fromEntries(paths.map((path, index) => [path, answers[index]?.state]));
    expect(states).toEqual(Object.fromEntries(paths.map((path) => [path, HOSTILE[path]?.[1]])));
    for (const { why } of answers) expect(why).toMatch(/^no connection \(\w|^no response within 0\.3 s$/);
  });

  test("keeps no other link from being checked", async () => {
    const port = await raw();
    const gone = await misbehave({});
    const links = [...Object.keys(HOSTILE).map((path) => `${port}${path}#part`), `${gone.port}/gone`];
    const root = makeSite({
      "site.config.ts": `export default { title: "T", url: "https://example.com",
        links: { external: { allowPrivate: ["127.0.0.1"], interval: 0, backoff: 1, timeout: 300 } } };`,
      "content/docs/index.md": `# Start\n\n${links.map((link) => `[a](http://127.0.0.1:${link})`).join("\n\n")}\n`,
    });
    const { code, stdout, stderr } = await command("check-links", "--root", root, "--external");
    expect(stderr).toContain(`error  broken link "http://127.0.0.1:${gone.port}/gone": status 404`);
    expect([code, stdout]).toEqual([1, "15 links checked, 15 errors\n"]);
  });
});

describe("no address in a private or loopback range unless allowed", () => {
  test("as it stands in a link, in any way of writing it", async () => {
    const inside = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"];
    const inside6 = ["::1", "::", "fc00::1", "fe80::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"];
    const odd = ["127.1", "0x7f000001", "localhost", "inner.example.org"];
    for (const host of [...inside, ...inside6.map((address) => `[${address}]`), ...odd])
      expect([host, await privateAddressOf(new URL(`http://${host}/`))]).toEqual([host, expect.any(String)]);
    const outside = ["8.8.8.8", "93.184.216.34", "172.32.0.1", "[2606:4700::1111]", "both.example.org"];
    for (const host of outside)
      expect([host, await privateAddressOf(new URL(`http://${host}/`))]).toEqual([host, undefined]);
  });

  test("nor by a name or a redirect", async () => {
    const { port, log } = await misbehave({ "/": status(200) });
    for (const host of ["inner.example.org", "127.0.0.1", "[::ffff:127.0.0.1]", "localhost"]) {
      const { state } = await createUrlCheck(SETTINGS)(`http://${host}:${port}/`, []);
      expect([host, state]).toEqual([host, "private"]);
    }
    const out = await misbehave({ "/": redirect(302, `http://localhost:${port}/`) });
    const { state } = await askFor(out.port, "/");
    expect(state).toBe("private");
    expect(log).toEqual([]);
    for (const allowed of ["127.0.0.1", `127.0.0.1:${port}`]) {
      const check = createUrlCheck({ ...SETTINGS, allowPrivate: [allowed] });
      expect(await check(`http://127.0.0.1:${port}/`, [])).toMatchObject({ state: "fine" });
    }
    expect(log).toEqual(["HEAD /", "HEAD /"]);
  });
});

test("at most 4 per host and 32 in all, and a pause between the beginnings of two to one host", async () => {
  const active: string[] = [];
  const most = { host: 0, total: 0 };
  const times: number[] = [];
  const startMs = performance.now();
  vi.stubGlobal("fetch", async ({ host }: URL) => {
    times.push(performance.now());
    active.push(host);
    most.host = Math.max(most.host, active.filter((one) => one === host).length);
    most.total = Math.max(most.total, active.length);
    await new Promise((resolve) => setTimeout(resolve, 150));
    active.splice(active.indexOf(host), 1);
    return new Response("");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const checkAll = async (hosts: string[]) => {
    const check = createUrlCheck({ ...SETTINGS, allowPrivate: hosts, timeout: 60_000, interval: 20 });
    const urls = hosts.flatMap((host) => Array.from({ length: 8 }, (_, index) => `http://${host}/${index}`));
    for (const { state } of await Promise.all(urls.map((url) => check(url, [])))) expect(state).toBe("fine");
  };
  await checkAll(["h"]);
  expect(most).toEqual({ host: 4, total: 4 });
  expect(times).toHaveLength(8);
  // A request may begin late on a busy machine, and the next one on time.
  for (const [index, time] of times.entries()) expect(time - startMs).toBeGreaterThan(index * 20 - 2);
  await checkAll(Array.from({ length: 20 }, (_, index) => `h${index}`));
  expect(most).toEqual({ host: 4, total: 32 });
});

test("docgen check-links --external reports by place, and asks in each run for all but what was fine within 7 days", async () => {
  const answers: Record<string, Handle> = {
    "/fine": page('<h2 id="part">P</h2>'),
    "/page": page('<h2 id="part">P</h2>'),
    "/old": redirect(301, "/page"),
    "/secret": status(403),
  };
  const { port, log } = await misbehave(answers);
  const at = `http://127.0.0.1:${port}`;
  const root = makeSite({
    "site.config.ts": `export default { title: "T", url: "https://example.com",
      links: { ignore: ["${at}/ignored/**"], external: { allowPrivate: ["127.0.0.1:${port}"], interval: 0, backoff: 1 } } };`,
    "content/docs/index.md": `# Start

[a](${at}/page#part)
[b](${at}/page#gone)
[c](${at}/old#part)
[d](${at}/secret)
[e](${at}/absent)
[f](http://10.0.0.1/)
[g](${at}/ignored/x)
[h](https://example.com/docs/)
[i](${at}/fine#part)
`,
  });
  const run = () => command("check-links", "--root", root, "--external");
  const first = await run();
  expect(
    first.stderr,
  ).toBe(`content/docs/index.md:4:1  warning  broken link "${at}/page#gone": the page has no anchor "gone"  [external-anchor]
content/docs/index.md:5:1  warning  link "${at}/old#part" has moved permanently  [external-moved]
    hint: write ${at}/page#part
content/docs/index.md:7:1  error  broken link "${at}/absent": status 404  [external-broken]
content/docs/index.md:8:1  warning  link "http://10.0.0.1/" was not requested: 10.0.0.1 is an address in a private network  [external-private]
    hint: readers can't follow it; allow it in links.external.allowPrivate, or ignore it in links.ignore
content/docs/index.md:10:1  warning  link "https://example.com/docs/" contains the URL of this site  [own-address]
    hint: write /docs/
`);
  expect(first.stdout).toBe("9 links checked, 1 error, 4 warnings, 1 that other sites did not let docgen check\n");
  const heads = () => [...new Set(log.splice(0).filter((line) => line.startsWith("HEAD")))].sort();
  const faulty = ["HEAD /absent", "HEAD /old", "HEAD /page", "HEAD /secret"];
  expect(heads()).toEqual(["HEAD /absent", "HEAD /fine", ...faulty.slice(1)]);
  expect(await run()).toEqual(first);
  expect(heads()).toEqual(faulty);
  // What is mended is no longer reported.
  answers["/page"] = page('<h2 id="part">P</h2><h2 id="gone">G</h2>');
  for (const path of ["/absent", "/old", "/secret"]) answers[path] = page('<h2 id="part">P</h2>');
  const mended = await run();
  expect(mended.stderr.split("\n").filter((line) => line.includes(at))).toEqual([]);
  expect(heads()).toEqual(faulty);
  await run();
  expect(heads()).toEqual([]);
  // After 7 days all are asked again.
  const file = join(root, ".docgen/links.json");
  const kept = readFileSync(file, "utf8").replace(
    /"at":(\d+)/g,
    (_, time: string) => `"at":${Number(time) - 7 * 86_400_000}`,
  );
  writeFileSync(file, kept);
  await run();
  expect(heads()).toContain("HEAD /fine");
  // A damaged file is no results.
  writeFileSync(file, '{"x":');
  expect(await run()).toEqual(mended);
  expect(heads()).toContain("HEAD /fine");
});

test.skipIf(process.platform === "win32")(
  "docgen check-links --external goes without results of earlier ones where they can be neither read nor kept",
  async () => {
    const { port } = await misbehave({ "/page": page("") });
    const at = `127.0.0.1:${port}`;
    const root = makeSite({
      "site.config.ts": `export default { title: "T", url: "https://example.com",
        links: { external: { allowPrivate: ["${at}"], interval: 0, backoff: 1 } } };`,
      "content/docs/index.md": `# Start\n\n[a](http://${at}/page) [b](http://${at}/absent)\n`,
    });
    const kept = join(root, ".docgen/links.json");
    const inItsPlace = [
      () => execFileSync("mkfifo", [kept]),
      () => mkdirSync(kept),
      () => writeFileSync(dirname(kept), "a file in its folder's place"),
    ];
    for (const put of inItsPlace) {
      rmSync(dirname(kept), { recursive: true, force: true });
      if (put !== inItsPlace.at(-1)) mkdirSync(dirname(kept));
      put();
      const { code, stderr, stdout } = await command("check-links", "--root", root, "--external");
      expect(stderr).toMatch(/absent": status 404 {2}\[external-broken\]\n$/);
      expect([code, stdout]).toEqual([1, "2 links checked, 1 error\n"]);
    }
  },
);
