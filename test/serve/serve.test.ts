import { on, once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, readOutput, readTree, start, writeFiles } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";
import { get, serve, socketAddress, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const SITE: Files = {
  "content/docs/index.md": "# Start\n",
  "content/docs/guide/one.md": "# One\n\n![p](./p.svg)\n",
  "content/docs/guide/named.md": "---\nslug: index\n---\n\n# Named index\n",
  "content/docs/guide/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>',
  "content/static/data.csv": "a,b\n",
  "content/static/demo/index.html": "a demo",
  "content/pages/index.tsx": "export default () => <h1>Home</h1>;\n",
};

/** The same with its title in a file of its own. */
const NAMED: Files = {
  "name.ts": 'export const name = "Named";\n',
  "site.config.ts": 'import { name } from "./name.ts";\nexport default { title: name, url: "https://example.com" };\n',
};

/** A site that is served through a tunnel, too. */
const TUNNEL =
  'export default { title: "T", url: "https://example.com", serve: { allowedHosts: ["tunnel.example"] } };\n';

/** Nothing that is watched for takes this long. */
const WATCH = { timeout: 40_000 };

/** Sends bytes as they are and gives the status that comes back; undefined where the line is cut. */
function rawStatus(address: string, text: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1", () => socket.write(text, "latin1"));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      resolve(status === undefined ? undefined : Number(status));
    });
  });
}

/** Status of a request for a target that no client library would send. */
function rawGet(address: string, target: string, method = "GET"): Promise<number | undefined> {
  return rawStatus(address, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
}

/** Status of a request that names another host. */
function statusForHost(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { host } }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

/** Opens a websocket. @returns `open` or the status that refused it */
function tryConnect(url: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.on("open", () => {
      socket.close();
      resolve("open");
    });
    socket.on("error", (error) => resolve(error.message));
  });
}

describe("docgen serve", () => {
  test("answers with pages, the files of the site, its search index and a page for what is not there", async () => {
    const address = await startServer(
      "serve",
      "--root",
      makeSite({ ...SITE, "content/docs/d.md": "---\ndraft: true\n---\n" }),
    );
    for (const path of ["/docs/guide/one", "/docs/guide/one/", "/docs/guide/one.html", "/docs/guide/one?a=1"]) {
      const page = await get(address + path);
      expect(page).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
      expect(page.body).toContain(">One</h1>");
      expect(page.body).toMatch(
        /<head>\n<meta name="docgen-dev".*\n<script type="module" src="\/@docgen\/client\.js" data-token="/,
      );
    }
    expect((await get(`${address}/docs/guide/index`)).body).toContain(">Named index</h1>");
    const { body } = await get(`${address}/docs/guide/one`);
    const picture = /src="(\/assets\/media\/[^"]*)"/.exec(body)?.[1];
    expect(await get(address + picture)).toMatchObject({ status: 200, type: "image/svg+xml" });
    const stylesheet = /rel="stylesheet" href="([^"]*)"/.exec(body)?.[1];
    expect(await get(address + stylesheet)).toMatchObject({ status: 200, type: "text/css; charset=utf-8" });
    expect((await get(`${address}/`)).body).toContain(">Home</h1>");
    expect(await get(`${address}/docs/d`)).toMatchObject({ status: 200 });
    expect(await get(`${address}/data.csv`)).toEqual({ status: 200, type: "text/csv; charset=utf-8", body: "a,b\n" });
    const data = (headers: HeadersInit) => fetch(`${address}/data.csv`, { headers });
    const part = await data({ Range: "bytes=0-1" });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "a,", "bytes 0-1/4"]);
    expect((await data({ "If-None-Match": part.headers.get("etag") ?? "" })).status).toBe(304);
    expect((await get(`${address}/demo/`)).body).toBe("a demo");
    expect((await get(`${address}/search-index-docs-default-current.json`)).body).toContain("One");
    const missing = await get(`${address}/docs/gone`);
    expect(missing.status).toBe(404);
    expect(missing.body).toContain(">Page not found</h1>");
  });

  test("keeps the search index up to date by edits: that of a build of the same files", {
    timeout: 60_000,
  }, async () => {
    const index = "/search-index-docs-default-current.json";
    const site = await watchSite(SITE);
    expect((await get(site.address + index)).body).not.toContain("okapi");
    await site.edit({ "content/docs/guide/one.md": "# One\n\n## Okapi\n\nAn okapi.\n" }, "/docs/guide/one", "okapi");
    await site.edit({ "content/docs/guide/two.md": "# Two\n" }, "/docs/guide/two", ">Two</h1>");
    const { body } = await get(site.address + index);
    expect(body).toContain("/docs/guide/one#okapi");
    await command("build", "--root", site.root);
    expect(body).toBe(readOutput(site.root, index.slice(1)));
    await site.change(
      () => rmSync(join(site.root, "content/docs/guide/one.md")),
      "/docs/guide/one",
      ({ status }) => status === 404,
    );
    expect((await get(site.address + index)).body).not.toContain("okapi");
  });

  test("shows each change at the next request and tells the browser", WATCH, async () => {
    const site = await watchSite({ ...SITE, ...NAMED });
    const one = "content/docs/guide/one.md";
    await site.edit({ [one]: "# One\n\nEdited.\n" }, "/docs/guide/one", "Edited.");
    await site.edit({ "content/docs/guide/_category_.json": '{"label": "Handbook"}' }, "/docs/", "Handbook");
    await site.edit({ "content/docs/guide/two.md": "# Brand new\n" }, "/docs/guide/two", ">Brand new</h1>");
    expect((await get(`${site.address}/docs/guide/one`)).body).toContain('<a href="/docs/guide/two">Brand new</a>');
    await site.edit({ "content/pages/index.tsx": "export default () => <h1>Hall</h1>;\n" }, "/", ">Hall</h1>");
    await site.edit({ "name.ts": 'export const name = "Renamed";\n' }, "/docs/", "<title>Start | Renamed</title>");
    const config = 'export default { title: "Direct", url: "https://example.com" };\n';
    await site.edit({ "site.config.ts": config }, "/docs/", "<title>Start | Direct</title>");
    await site.change(
      () => rmSync(join(site.root, one)),
      "/docs/guide/one",
      ({ status }) => status === 404,
    );
    expect((await get(`${site.address}/docs/`)).status).toBe(200);
  });

  test("watches what the configuration has come to import", WATCH, async () => {
    const site = await watchSite(SITE);
    await site.edit(NAMED, "/docs/", "<title>Start | Named</title>");
    await site.edit({ "content/docs/index.md": "# Anew\n" }, "/docs/", "<title>Anew | Named</title>");
    await site.edit({ "name.ts": 'export const name = "Renamed";\n' }, "/docs/", "<title>Anew | Renamed</title>");
  });

  test("sees a change from the moment that it says where it is", WATCH, async () => {
    const root = makeSite(SITE);
    const address = await startServer("serve", "--root", root);
    writeFiles(root, { "content/docs/index.md": "# Start at once\n" });
    await expect.poll(async () => (await get(`${address}/docs/`)).body, { timeout: 5000 }).toContain("Start at once");
  });

  test("begins with what a build knew of its pages, and shows what was changed before and after", WATCH, async () => {
    const root = await buildSite({ ...SITE, "content/docs/guide/two.md": "---\ntags: [a]\n---\n\n# Two\n\nText.\n" });
    for (const round of [1, 2]) {
      writeFiles(root, { "content/docs/guide/one.md": `# One, ${round}\n\nEarlier ${round}.\n` });
      const serving = await serve(root);
      const page = async (path: string) => (await get(serving.address + path)).body;
      expect(await page("/docs/guide/one")).toContain(`Earlier ${round}.`);
      expect(await page("/docs/guide/")).toContain(`One, ${round}`);
      // It is not asked for before it is changed: its text has not been read yet.
      writeFiles(root, { "content/docs/guide/two.md": `---\ntags: [a]\n---\n\n# Two\n\nLater ${round}.\n` });
      await expect.poll(() => page("/docs/guide/two"), { timeout: 10_000 }).toContain(`Later ${round}.`);
      writeFiles(root, { "content/docs/index.md": `# Start ${round}\n` });
      await expect.poll(() => page("/docs/guide/two"), { timeout: 10_000 }).toContain(`Start ${round}</a>`);
      await serving.stop();
    }
  });

  test("leaves what it has made to the first build, whose bytes are those of a clean one", WATCH, async () => {
    const code = "```js\nconst one = 1;\n```\n";
    const root = makeSite({ ...SITE, "content/docs/code.md": `# Code\n\n${code}` });
    const serving = await serve(root);
    await get(`${serving.address}/docs/code`);
    const cache = join(root, ".docgen/cache");
    const names = () => readdirSync(cache, { recursive: true, encoding: "utf8" });
    await expect.poll(() => names().some((name) => name.endsWith("graph-serve")), { timeout: 20_000 }).toBe(true);
    await serving.stop();
    writeFiles(root, { "content/docs/guide/one.md": "# One, later\n" });
    const timeline = join(root, "timeline.json");
    await command("build", "--root", root, "--timeline", timeline);
    expect(readFileSync(timeline, "utf8")).not.toContain('"highlighting 1"');
    await command("build", "--root", root, "--no-cache", "--out", join(root, "clean"));
    expect(readTree(join(root, "build"))).toEqual(readTree(join(root, "clean")));
  });

  test.runIf(IS_WEEKLY)(
    "leaves the site's layout to the next one before it has checked every page",
    WATCH,
    async () => {
      const root = makeSite({
        ...SITE,
        "content/pages/waits.tsx": "await new Promise(() => {});\nexport default () => 1;\n",
      });
      const serving = await serve(root, { isProcess: true });
      await get(`${serving.address}/docs/`);
      const names = () => readdirSync(join(root, ".docgen"), { recursive: true, encoding: "utf8" });
      await expect.poll(() => names().some((name) => name.endsWith("graph-serve")), WATCH).toBe(true);
      expect(serving.output()).not.toContain("waits.tsx");
      await serving.stop();
    },
  );

  test("follows the list of versions", WATCH, async () => {
    const site = await watchSite(
      {
        ...SITE,
        "content/versions.json": '["2.0", "1.0"]',
        "content/versioned_docs/version-1.0/index.md": "# First\n",
        "content/versioned_docs/version-2.0/index.md": "# Second\n",
      },
      "/docs/",
    );
    expect((await get(`${site.address}/docs/1.0/`)).body).toContain(">First</h1>");
    await site.edit({ "content/versions.json": '["1.0", "2.0"]' }, "/docs/", ">First</h1>");
    expect((await get(`${site.address}/docs/2.0/`)).body).toContain(">Second</h1>");
    expect((await get(`${site.address}/docs/1.0/`)).status).toBe(404);
  });

  test("keeps the last good site while the configuration is broken, and says what is wrong", WATCH, async () => {
    const site = await watchSite(SITE);
    writeFiles(site.root, { "site.config.ts": 'export default { title: "Broken" };\n' });
    await site.said(/site\.config\.ts:1:1 {2}error {2}configuration: "url" is missing/);
    expect((await get(`${site.address}/docs/`)).body).toContain("<title>Start | Fixture</title>");
    const mended = 'export default { title: "Mended", url: "https://example.com" };\n';
    await site.edit({ "site.config.ts": mended }, "/docs/", "<title>Start | Mended</title>");
  });

  test("names a configuration that is gone, but not the list of files that it was in", WATCH, async () => {
    const site = await watchSite(SITE);
    rmSync(join(site.root, "site.config.ts"));
    await site.said(/^changed site\.config\.ts$/m);
  });

  test("serves the other pages while one is broken, and that one again when it is mended", WATCH, async () => {
    const site = await watchSite(SITE);
    const one = "content/docs/guide/one.md";
    writeFiles(site.root, { [one]: "---\ntitle: a: b\n---\n\n# One\n" });
    await site.said(/content\/docs\/guide\/one\.md:2:9 {2}error {2}front matter is not valid YAML/);
    await site.edit({ "content/docs/index.md": "# Start anew\n" }, "/docs/", "Start anew");
    await site.edit({ [one]: "# Mended\n\n[x](/nowhere)\n" }, "/docs/guide/one", ">Mended</h1>");
    await site.said(/content\/docs\/guide\/one\.md:3:1 {2}error {2}broken link "\/nowhere"/);
  });

  test("is not held up by a React page that does not compile or throws", WATCH, async () => {
    const site = await watchSite({
      ...SITE,
      "content/pages/t.tsx": 'export default () => { throw new Error("my fault"); };\n',
    });
    expect((await get(`${site.address}/t`)).body).toContain("my fault");
    writeFiles(site.root, { "content/pages/index.tsx": "export default () => <h1>;\n" });
    await site.said(/content\/pages\/index\.tsx:\d+:\d+ {2}error /);
    await site.edit({ "content/docs/index.md": "# Start anew\n" }, "/docs/", "Start anew");
  });

  test("answers to this machine's names alone", async () => {
    const address = await startServer("serve", "--root", makeSite(SITE));
    const status = async (hosts: string[]) => Promise.all(hosts.map((host) => statusForHost(`${address}/docs/`, host)));
    expect(await status(["localhost", "LOCALHOST:1", "a.localhost", "127.0.0.1:80", "[::1]:3000"])).toEqual(
      Array(5).fill(200),
    );
    expect(await status(["evil.com", "localhost.evil.com", "127.0.0.1.evil.com:3000", "x"])).toEqual(
      Array(4).fill(403),
    );
    expect(await rawStatus(address, "GET /docs/ HTTP/1.0\r\n\r\n")).toBe(403);
    const response = await fetch(`${address}/docs/`, { headers: { origin: "https://evil.com" } });
    expect(response.headers.get("access-control-allow-origin")).toBe(null);
  });

  test("lets a browser's socket in with its token, from its own pages", async () => {
    const address = await startServer("serve", "--root", makeSite(SITE));
    const socket = await socketAddress(address);
    const refused = "Unexpected server response: 403";
    expect(await tryConnect(socket)).toBe("open");
    expect(await tryConnect(socket, { origin: address })).toBe("open");
    expect(await tryConnect(socket, { origin: "https://evil.com" })).toBe(refused);
    expect(await tryConnect(socket, { origin: "null" })).toBe(refused);
    expect(await tryConnect(socket, { host: "evil.com" })).toBe(refused);
    expect(await tryConnect(socket.replace(/token=.*/, "token=0123456789abcdef"))).toBe(refused);
    expect(await tryConnect(socket.replace(/\?.*/, ""))).toBe(refused);
    expect(await tryConnect(socket.replace("/socket", "/else"))).toBe(refused);
  });

  test("names files of this machine only to a browser on it, not behind a tunnel or proxy", async () => {
    const files = { ...SITE, "site.config.ts": TUNNEL, "content/docs/bad.md": "# Bad\n\n<Tabz />\n" };
    const address = await startServer("serve", "--root", makeSite(files));
    const url = await socketAddress(address);
    const { host } = new URL(address);
    const editorFor = async (headers: Record<string, string>): Promise<boolean> => {
      const socket = new WebSocket(url, { headers });
      onTestFinished(() => socket.terminate());
      socket.on("open", () => socket.send(JSON.stringify({ path: "/docs/bad", version: "" })));
      for await (const [data] of on(socket, "message")) {
        const message = JSON.parse(String(data)) as { type: string; errors?: readonly { editor?: string }[] };
        if (message.type === "problems" && message.errors?.[0] !== undefined) return "editor" in message.errors[0];
      }
      return false;
    };
    expect(await editorFor({ origin: address })).toBe(true);
    expect(
      await editorFor({
        host: host.replace("localhost", "127.0.0.1"),
        origin: address.replace("localhost", "127.0.0.1"),
      }),
    ).toBe(true);
    expect(await editorFor({ origin: "https://tunnel.example", host: "tunnel.example" })).toBe(false);
    expect(await editorFor({})).toBe(false);
    for (const name of [
      "Forwarded",
      "Via",
      "X-Forwarded-For",
      "X-Forwarded-Host",
      "X-Forwarded-Proto",
      "X-Real-IP",
      "X-Client-IP",
      "True-Client-IP",
      "CF-Connecting-IP",
    ]) {
      expect([name, await editorFor({ origin: address, [name]: "203.0.113.9" })]).toEqual([name, false]);
    }
  });

  test("outlives clients that cut the line", async () => {
    const address = await startServer("serve", "--root", makeSite(SITE));
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (const header of ["", upgrade + key]) {
      for (let round = 0; round < 20; round++) {
        const socket = connect(Number(new URL(address).port), "127.0.0.1");
        socket.write(`GET /docs/ HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`, () => socket.resetAndDestroy());
        await once(socket, "close");
      }
      expect((await get(`${address}/docs/`)).status).toBe(200);
    }
  });
});

describe("docgen preview", () => {
  test("serves what was built as a static host does", async () => {
    const address = await startServer("preview", "--root", await buildSite(SITE));
    for (const path of ["/docs", "/docs/", "/docs/index.html", "/docs/?a=1"]) {
      expect((await get(address + path)).body).toContain(">Start</h1>");
    }
    expect((await get(`${address}/docs/guide/one`)).body).toContain(">One</h1>");
    expect(await get(`${address}/data.csv`)).toEqual({ status: 200, type: "text/csv; charset=utf-8", body: "a,b\n" });
    expect((await get(`${address}/demo/`)).body).toBe("a demo");
    const missing = await get(`${address}/docs/gone`);
    expect(missing).toMatchObject({ status: 404, type: "text/html; charset=utf-8" });
    expect(missing.body).toContain(">Page not found</h1>");
    expect(await statusForHost(`${address}/docs/`, "evil.com")).toBe(403);
  });

  test("serves nothing that the build did not write", async () => {
    const root = await buildSite(SITE);
    writeFiles(join(root, "build"), { "extra.html": "mine", ".env": "secret" });
    const address = await startServer("preview", "--root", root);
    for (const path of ["/extra.html", "/extra", "/.env", "/site.config.ts", "/content/docs/index.md"]) {
      expect((await get(address + path)).status).toBe(404);
    }
  });

  test("stands below the base URL and leads there", async () => {
    const config = 'export default { title: "Fixture", url: "https://example.com", baseUrl: "/base/" };\n';
    const address = await startServer("preview", "--root", await buildSite({ ...SITE, "site.config.ts": config }));
    expect(address).toMatch(/\/base$/);
    expect((await get(`${address}/docs/`)).body).toContain(">Start</h1>");
    const { origin } = new URL(address);
    for (const path of ["/", "/base"]) {
      const response = await fetch(origin + path, { redirect: "manual" });
      expect([response.status, response.headers.get("location")]).toEqual([302, "/base/"]);
    }
    expect((await get(`${origin}/docs/`)).status).toBe(404);
  });

  test("of a site that is not built ends with 1", async () => {
    const root = makeSite(SITE);
    const { code, stderr } = await command("preview", "--root", root, "--port", "0");
    expect(stderr).toBe(`error  ${join(root, "build")}: contains no built site; run docgen build first\n`);
    expect(code).toBe(1);
  });
});

/** Exit code and message of a command that ends by itself. */
async function endOf(...args: readonly string[]): Promise<string> {
  const { code, stderr } = await command(...args);
  return `${code} ${stderr}`;
}

describe.each(["serve", "preview"])("docgen %s", (command) => {
  test("refuses every request that could mean two things, and lives on", async () => {
    const address = await startServer(command, "--root", await buildSite(SITE));
    const refused: Record<string, number> = {
      "/../site.config.ts": 400,
      "/docs/../../site.config.ts": 400,
      "/..%2fsite.config.ts": 400,
      "/%2e%2e/site.config.ts": 400,
      "/docs%2fguide%2fone": 400,
      "/docs/.": 400,
      "//etc/passwd": 400,
      "/%2f/etc/passwd": 400,
      "/..\\site.config.ts": 400,
      "/docs%5cguide": 400,
      "/docs/#x": 400,
      "/docs/\0": 400,
      "/docs/%00": 400,
      "/docs/%0d%0aX:1": 400,
      "/docs/%": 400,
      "/docs/%E0%A4%A": 400,
      "http://localhost/docs/": 400,
      "*": 400,
      "docs/": 400,
      "/docs//guide": 404,
      "/site.config.ts?raw??": 404,
      "/@fs/etc/passwd": 404,
      "/.git/config": 404,
      "/constructor": 404,
      "/__proto__": 404,
    };
    const statuses = await Promise.all(
      Object.keys(refused).map(async (target) => [target, await rawGet(address, target)]),
    );
    expect(Object.fromEntries(statuses)).toEqual(refused);
    const methods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
    const answers = await Promise.all(methods.map((method) => rawGet(address, "/docs/", method)));
    expect(answers).toEqual(methods.map(() => 405));
    expect(await rawStatus(address, "\x00\x01nonsense\r\n\r\n")).toBe(400);
    expect(await rawGet(address, "/docs/", "HEAD")).toBe(200);
    expect((await get(`${address}/docs/`)).status).toBe(200);
  });

  test("ends with 2 where the port is taken or none", WATCH, async () => {
    const other = createServer();
    await once(other.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const root = await buildSite(SITE);
    const child = start(command, "--root", root, "--port", String(port));
    onTestFinished(() => void child.kill());
    const [[output], [code]] = await Promise.all([once(child.stderr ?? child, "data"), once(child, "close")]);
    expect(`${code} ${output}`).toBe(`2 error  port ${port} is in use; choose another with --port\n`);
    const none = '2 error  --port: "http" is not a port; use a number from 0 to 65535\n';
    expect(await endOf(command, "--root", root, "--port", "http")).toBe(none);
    expect(await endOf(command, "--root", root, "--port", "")).toBe(none.replace("http", ""));
    if (command === "serve") {
      const foreign = '2 error  --host: "300.1.1.1" is not an address of this machine;';
      expect(await endOf(command, "--root", root, "--port", "0", "--host", "300.1.1.1")).toContain(foreign);
    }
  });
});
