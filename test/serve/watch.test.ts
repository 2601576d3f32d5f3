import { once } from "node:events";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { command } from "../helpers/command.ts";
import { makeSite, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { get, serve, socketAddress, watchSite } from "../helpers/watch.ts";

const SITE = { "content/docs/index.md": "# Start\n", "content/docs/one.md": "# One\n\nText.\n" };
/** Nothing that is watched for takes this long. */
const WATCH = { timeout: 60_000 };

/** How long something that comes by itself is waited for. */
const SOON = { timeout: 20_000 };

/** Status of a request that names another host. */
function statusForHost(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { host } }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

/** Opens a websocket. @returns `open` or why it was refused */
function tryConnect(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.on("open", () => {
      socket.terminate();
      resolve("open");
    });
    socket.on("error", (error) => resolve(error.message));
  });
}

test(
  "a fault in a saved file is told before the rest of the site is checked, whichever page is open",
  WATCH,
  async () => {
    const code = (index: number) =>
      `\n\`\`\`ts\nexport const value${index}: number = ${index} * 2;\n\`\`\`\n`.repeat(8);
    const pages = Array.from(
      { length: 300 },
      (_, index) => [`content/docs/p${1000 + index}.md`, `# Page ${index}\n${code(index)}`] as const,
    );
    const site = await watchSite({
      ...SITE,
      ...Object.fromEntries(pages),
      "content/docs/z.md": "# Z\n\n[z](/nowhere)\n",
    });
    const edited = "content/docs/p1200.md";
    writeFiles(site.root, { [edited]: "# Page 200\n\n```ts\nopen\n" });
    const { notes = [] } = await site.told(({ notes }) => notes?.some(({ path }) => path === edited) === true);
    expect(notes.map(({ path }) => path).filter((path) => path.startsWith("content/"))).toEqual([edited]);
    await site.said(/p1200\.md:3:1 {2}error/);
    await site.said(/docs\/z\.md:.*nowhere/);
  },
);

describe("ports and the end", () => {
  test("a taken port leads to the next free one, and that is said", WATCH, async () => {
    const other = createServer();
    // Taken by another process is as good.
    other.on("error", () => undefined);
    other.listen(3000, "127.0.0.1");
    await Promise.race([once(other, "listening"), once(other, "error").catch(() => undefined)]);
    onTestFinished(() => void other.close());
    const serving = await serve(makeSite(SITE), { port: "" });
    expect(serving.output()).toContain("Port 3000 is in use.");
    expect(Number(new URL(serving.address).port)).toBeGreaterThan(3000);
    expect((await get(`${serving.address}/docs/`)).body).toContain(">Start</h1>");
  });

  test("Ctrl-C ends it cleanly, with pages open", WATCH, async () => {
    const site = await watchSite(SITE, "/docs/", { isProcess: true });
    const closed = once(site.socket, "close");
    expect(await site.stop("SIGINT")).toBe(0);
    await closed;
  });

  test("it listens before the site is read, and answers once it is", WATCH, async () => {
    const pages = Array.from(
      { length: 300 },
      (_, index) => [`content/docs/p${index}.md`, `# Page ${index}\n`] as const,
    );
    const serving = await serve(makeSite({ ...SITE, ...Object.fromEntries(pages) }));
    expect((await get(`${serving.address}/docs/p299`)).body).toContain(">Page 299</h1>");
  });
});

test(
  "thousands of pages are read as one by one: faults are told, and what is kept is what was read",
  WATCH,
  async () => {
    const count = 1500;
    const name = (index: number) => `content/docs/p${String(index).padStart(4, "0")}.md`;
    const pages = Array.from(
      { length: count },
      (_, index) => [name(index), `# Page ${index}\n\nText ${index}.\n`] as const,
    );
    const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0];
    const broken = Buffer.from("# Caf\u00e9\n", "latin1");
    const root = makeSite({
      ...SITE,
      ...Object.fromEntries(pages),
      "content/docs/a-broken.md": "---\ntitle: [\n---\n\nText.\n",
      "content/docs/z-latin.md": new Uint8Array(broken),
      [name(3)]: "\uFEFF---\r\ntitle: Third\r\nunknown_key: 1\r\n---\r\n\r\nWindows text.\r\n",
      [name(777)]: "---\nslug: elsewhere\nsidebar_label: Away\n---\n\n# Moved\n",
    });
    const shown = async (address: string) => {
      const paths = ["p0000", "p0003", "p0776", "elsewhere", "p1499"];
      return Promise.all(paths.map(async (path) => mainOf((await get(`${address}/docs/${path}`)).body)));
    };
    const first = await serve(root, { isProcess: true });
    const cold = await shown(first.address);
    expect(cold[1]).toContain("Windows text.");
    expect(cold[2]).toContain('href="/docs/elsewhere"');
    expect(cold[3]).toContain(">Moved</h1>");
    expect(cold[4]).toContain("Text 1499.");
    await first.said(/a-broken\.md:2:8/);
    await first.said(/z-latin\.md:1:1.*not UTF-8/);
    await first.said(/p0003\.md:3:1.*unknown_key/);
    writeFiles(root, { [name(1499)]: "# Last\n" });
    await first.said(/(?:updated|changed) content\/docs\/p1499\.md/);
    await expect.poll(async () => (await shown(first.address))[4], SOON).toContain(">Last</h1>");
    await first.stop();

    const second = await serve(root, { isProcess: true });
    expect(await shown(second.address)).toEqual([...cold.slice(0, 4), expect.stringContaining(">Last</h1>")]);
    await second.said(/z-latin\.md:1:1.*not UTF-8/);
  },
);

test("a configuration that can't be used is told once, however many pages there are", WATCH, async () => {
  const pages = Array.from({ length: 1200 }, (_, index) => [`content/docs/p${index}.md`, "# P\n"] as const);
  const config = "export default { title: 1,\n";
  const root = makeSite({ ...Object.fromEntries(pages), "site.config.ts": config });
  const { code, stderr } = await command("serve", "--root", root);
  expect(code).toBe(2);
  expect(stderr.match(/error/g)).toHaveLength(1);
  expect(stderr).toContain("site.config.ts:2:1");
});

test("a language that the configuration loses while it is served is no fault", WATCH, async () => {
  const config = (locales: string) =>
    `export default { title: "T", url: "https://example.com", i18n: { locales: [${locales}] } };\n`;
  const root = makeSite({
    "site.config.ts": config('"en", "de"'),
    "content/docs/index.md": "# Start\n",
    "content/pages/index.md": "# Home\n",
  });
  const { address, said, output } = await serve(root);
  const statusOf = async () => (await get(`${address}/de/docs/`)).status;
  expect(await statusOf()).toBe(200);
  writeFiles(root, { "site.config.ts": config('"en"') });
  await expect.poll(statusOf).toBe(404);
  writeFiles(root, { "content/docs/index.md": "# Start\n\n[gone](./gone.md)\n" });
  await said(/broken link ".\/gone.md"/);
  expect(output()).not.toContain("error");
});

describe("hosts and origins", () => {
  test("names of a tunnel are answered to where the configuration allows them, and no others", WATCH, async () => {
    const config =
      'export default { title: "T", url: "https://example.com", serve: { allowedHosts: ["docs.example.com", ".tunnel.dev"] } };\n';
    const { address } = await serve(makeSite({ ...SITE, "site.config.ts": config }));
    const page = `${address}/docs/`;
    expect(await statusForHost(page, "docs.example.com")).toBe(200);
    expect(await statusForHost(page, "a.tunnel.dev:443")).toBe(200);
    expect(await statusForHost(page, "example.com")).toBe(403);
    expect(await statusForHost(page, "tunnel.dev.evil.com")).toBe(403);
    const socket = await socketAddress(address);
    const refused = "Unexpected server response: 403";
    const origin = "https://docs.example.com";
    expect(await tryConnect(socket, { host: "docs.example.com", origin })).toBe("open");
    // A tunnel may rewrite the host and not the origin.
    expect(await tryConnect(socket, { origin })).toBe("open");
    expect(await tryConnect(socket, { origin: "https://evil.com" })).toBe(refused);
    expect(await tryConnect(socket, { origin: "http://localhost:1" })).toBe(refused);
  });

  test("no file outside the site is served by a link that takes a file's place", WATCH, async () => {
    const site = await watchSite({ ...SITE, "content/static/data.txt": "mine", "content/docs/pic.svg": "<svg/>" });
    expect((await get(`${site.address}/data.txt`)).body).toBe("mine");
    const outside = join(temporaryFolder(), "secret.txt");
    writeFileSync(outside, "secret");
    rmSync(join(site.root, "content/static/data.txt"));
    symlinkSync(outside, join(site.root, "content/static/data.txt"));
    expect((await get(`${site.address}/data.txt`)).body).not.toContain("secret");
    await site.said(/content\/static\/data\.txt:1:1 {2}error {2}symbolic link points outside the site's root folder/);
    expect((await get(`${site.address}/data.txt`)).status).toBe(404);
  });

  test("the socket takes nothing but what a page says of itself", WATCH, async () => {
    const site = await watchSite(SITE);
    for (const message of ["{", '{"path": 1}', '{"type": "read", "file": "/etc/passwd"}', "x".repeat(20_000)]) {
      const socket = new WebSocket(await socketAddress(site.address));
      await once(socket, "open");
      const closed = once(socket, "close");
      socket.send(message);
      await closed;
    }
    const socket = new WebSocket(await socketAddress(site.address));
    await once(socket, "open");
    socket.send(JSON.stringify({ path: "/../site.config.ts", version: "" }));
    socket.send(JSON.stringify({ path: "/docs/one", version: "" }));
    const [data] = await once(socket, "message");
    expect(JSON.parse(String(data))).toMatchObject({ type: "page", html: expect.stringContaining(">One</h1>") });
    socket.terminate();
  });
});

describe("many changes", () => {
  test("300 files at once lead to one correct state", WATCH, async () => {
    const pages = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`content/docs/p${index}.md`, `# P${index}\n\n${text}\n`]),
      );
    const site = await watchSite({ ...SITE, ...pages("Before.") }, "/docs/p7");
    await site.change(
      () => writeFiles(site.root, { ...pages("After."), "content/docs/p7.md": "# Seventh\n\nAfter.\n" }),
      "/docs/p7",
      ({ body }) => body.includes(">Seventh</h1>"),
    );
    for (const index of [0, 150, 299]) {
      await expect.poll(async () => (await get(`${site.address}/docs/p${index}`)).body, SOON).toContain("After.");
    }
    expect((await get(`${site.address}/docs/p8`)).body).toContain("Seventh");
  });

  test("an edit during an update is not lost: the newest state is shown in the end", WATCH, async () => {
    const site = await watchSite(SITE, "/docs/one");
    for (let number = 0; number < 20; number++) {
      writeFiles(site.root, {
        "content/docs/one.md": `# One\n\nText ${number}.\n`,
        "content/docs/two.md": `# Two ${number}\n`,
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await site.told(({ type, html }) => type === "page" && html?.includes("Text 19.") === true);
    await expect.poll(async () => (await get(`${site.address}/docs/one`)).body, SOON).toContain("Two 19");
  });

  test("a file that is changed and changed back while it is read is shown as it is", WATCH, async () => {
    const root = makeSite(SITE);
    const serving = await serve(root);
    const page = async () => (await get(`${serving.address}/docs/one`)).body;
    await page();
    for (let round = 0; round < 5; round++) {
      writeFiles(root, { "content/docs/one.md": `# One\n\nText ${round}.\n` });
      await serving.said(new RegExp(`(?:(?:updated|changed) [^]*?){${round + 1}}`));
      writeFiles(root, { "content/docs/one.md": "# One\n\nFor a moment.\n" });
      await page();
      writeFiles(root, { "content/docs/one.md": `# One\n\nText ${round}.\n` });
      await expect.poll(page, SOON).toContain(`Text ${round}.`);
    }
  });

  test("errors of all pages are told, however soon one edit follows another", WATCH, async () => {
    const many = Array.from({ length: 200 }, (_, index) => [`content/docs/p${index}.md`, `# P${index}\n`]);
    const root = makeSite({ ...SITE, ...Object.fromEntries(many) });
    const serving = await serve(root);
    await get(`${serving.address}/docs/one`);
    // The checks of a site begin some 200 ms after an edit.
    for (const [round, gapMs] of [180, 190, 195, 200, 205, 210, 220, 230].entries()) {
      writeFiles(root, { "content/docs/one.md": `# One ${round}\n` });
      await serving.said(new RegExp(`(?:(?:updated|changed) [^]*?){${round * 2 + 1}}`));
      await pause(gapMs);
      writeFiles(root, {
        "content/docs/one.md": `# One of ${round}\n`,
        "content/docs/two.md": `# Two\n\n[x](./one.md#part${round})\n`,
      });
      await serving.said(new RegExp(`two\\.md:3:1 {2}error {2}broken link "\\./one\\.md#part${round}"`));
    }
  });

  test(
    "errors of a language are told once one of its pages is requested, also by what is no browser",
    WATCH,
    async () => {
      const root = makeSite({
        ...SITE,
        "site.config.ts":
          'export default { title: "T", url: "https://example.com", i18n: { locales: ["en", "fr"] } };\n',
        "content/docs/one.md": "# One\n\n[x](./none.md)\n",
        "content/i18n/fr/docs/one.md": "# Un\n\n[x](./rien.md)\n",
      });
      const serving = await serve(root);
      await get(`${serving.address}/docs/`);
      await serving.said(/broken link "\.\/none\.md"/);
      expect(serving.output()).not.toContain("rien.md");
      await get(`${serving.address}/fr/docs/`);
      await serving.said(/broken link "\.\/rien\.md"/);
    },
  );

  test("each of 100 edits is told once to the page that shows it, and to no other", WATCH, async () => {
    const site = await watchSite(SITE, "/docs/one");
    for (let number = 0; number < 100; number++) {
      writeFiles(site.root, { "content/docs/one.md": `# One\n\nText ${number}.\n` });
      const { html } = await site.told(({ type }) => type === "page");
      expect(html).toContain(`Text ${number}.`);
    }
    writeFiles(site.root, { "content/docs/index.md": "# Start\n\nElsewhere.\n" });
    const next = await site.told(({ type }) => type === "page" || type === "changed");
    expect(next.type).toBe("changed");
  });
});
