import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createDevServer } from "../../src/serve/dev-server.ts";
import { type OpenFileWatcher, openFileWatcher } from "../../src/serve/file-watcher.ts";
import { createHttpServer, listen } from "../../src/shared/http.ts";
import { makeSite, writeFiles } from "../helpers/docgen.ts";
import { get, type ServerMessage } from "../helpers/watch.ts";
import { some } from "../helpers/weekly.ts";

const WATCH = { timeout: 120_000 };
const SOON = { timeout: 20_000 };
const SITE = {
  "content/docs/index.md": "# Start\n",
  "content/docs/one.md": "# One\n\nText.\n",
  "content/docs/guide/two.md": "# Two\n",
  "content/static/data.txt": "first",
  "shared/linked.md": "# Linked\n",
};

type Change = (open: OpenFileWatcher, root: string) => OpenFileWatcher;

/** Opens the watcher of docgen with other events. */
const withHints =
  (open: OpenFileWatcher, change: (onHint: (path: string) => void) => (path: string) => void): OpenFileWatcher =>
  (paths, events) =>
    open(paths, { ...events, onHint: change(events.onHint) });

/** What becomes of events. */
const WATCHERS: Readonly<Record<string, Change>> = {
  "drops every third event, and all in new folders": (open, root) => {
    const folders = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
    let count = 0;
    return withHints(open, (onHint) => (path) => {
      count += 1;
      if (count % 3 !== 0 && folders.includes(dirname(path))) onHint(path);
    });
  },
  "reports nothing": (open) => withHints(open, () => () => {}),
  "reports everything twice, late and backwards": (open) => {
    return withHints(open, (onHint) => {
      const late: string[] = [];
      const report = () => {
        for (const path of late.splice(0).reverse()) for (const one of [path, path]) onHint(one);
      };
      const timer = setInterval(report, 70);
      onTestFinished(() => clearInterval(timer));
      return (path) => void late.push(path);
    });
  },
};

/** A served site with a page that is open. */
async function serveWith(root: string, openWatcher: OpenFileWatcher) {
  const updates: string[] = [];
  const events = {
    onUpdate: (_: number, paths: readonly string[]) => void updates.push(...paths),
    onProblems: () => {},
    onFailure: () => {},
  };
  const dev = createDevServer({ root, drafts: true }, events, openWatcher);
  const server = createHttpServer((path) => dev.answer(path));
  server.on("upgrade", dev.onUpgrade);
  const address = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await dev.close();
  });
  await dev.configured;
  const { body } = await get(`${address}/docs/one`);
  const token = /data-token="([0-9a-f]+)"/.exec(body)?.[1];
  const socket = new WebSocket(`${address.replace("http", "ws")}/@docgen/socket?token=${token}`);
  onTestFinished(() => socket.terminate());
  let shown = "";
  socket.on("message", (data) => {
    const { html } = JSON.parse(String(data)) as ServerMessage;
    shown = html ?? shown;
  });
  await once(socket, "open");
  socket.send(JSON.stringify({ path: "/docs/one", version: "" }));
  await expect.poll(() => shown, SOON).toContain(">One</h1>");
  const page = async (path: string) => {
    const { status, body } = await get(address + path);
    return `${status} ${body}`;
  };
  return { page, shown: () => shown, updates };
}

describe.each(some(1, Object.entries(WATCHERS)))("where the watcher %s", (_, change) => {
  test("every page and what is open shows the files as they are", WATCH, async () => {
    const root = makeSite(SITE);
    const { page, shown, updates } = await serveWith(root, change(openFileWatcher, root));
    const docs = join(root, "content/docs");
    for (let round = 1; round <= 3; round++) {
      writeFiles(root, { "content/docs/one.md": `# One\n\nRound ${round}.\n` });
      await expect.poll(shown, SOON).toContain(`Round ${round}.`);
      expect(await page("/docs/one")).toContain(`Round ${round}.`);
    }
    expect(updates).toContain("content/docs/one.md");

    expect(await page("/data.txt")).toBe("200 first");
    writeFiles(root, { "content/static/data.txt": "second" });
    await expect.poll(() => page("/data.txt"), SOON).toBe("200 second");
    await expect.poll(() => updates, SOON).toContain("content/static/data.txt");

    // A new folder, as of another branch.
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const files = (text: string) =>
      Object.fromEntries(names.map((name) => [`content/docs/new/deep/${name}.md`, `# ${name}\n\n${text}\n`]));
    writeFiles(root, files("First."));
    await expect.poll(shown, SOON).toContain("/docs/new/deep/n9");
    for (const name of names) expect(await page(`/docs/new/deep/${name}`)).toContain("First.");
    writeFiles(root, files("Second."));
    for (const name of names) await expect.poll(() => page(`/docs/new/deep/${name}`), SOON).toContain("Second.");

    // Another folder in its place, with the same names.
    cpSync(join(docs, "new"), join(root, "other"), { recursive: true });
    writeFileSync(join(root, "other/deep/n7.md"), "# n7\n\nAnother.\n");
    renameSync(join(docs, "new"), join(root, "aside"));
    renameSync(join(root, "other"), join(docs, "new"));
    await expect.poll(() => page("/docs/new/deep/n7"), SOON).toContain("Another.");
    writeFileSync(join(docs, "new/deep/n8.md"), "# n8\n\nEdited in it.\n");
    await expect.poll(() => page("/docs/new/deep/n8"), SOON).toContain("Edited in it.");
    rmSync(join(docs, "new"), { recursive: true });
    await expect.poll(shown, SOON).not.toContain("/docs/new/deep/n9");
    expect(await page("/docs/new/deep/n7")).toMatch(/^404/);

    // All of the content.
    renameSync(join(root, "content"), join(root, "old"));
    cpSync(join(root, "old"), join(root, "content"), { recursive: true });
    writeFileSync(join(docs, "one.md"), "# One\n\nIn new content.\n");
    await expect.poll(shown, SOON).toContain("In new content.");

    // A link, and the file that it leads to.
    if (process.platform !== "win32") {
      symlinkSync("../../shared/linked.md", join(docs, "link.md"));
      await expect.poll(() => page("/docs/link"), SOON).toContain(">Linked</h1>");
      writeFiles(root, { "shared/linked.md": "# Edited behind the link\n" });
      await expect.poll(() => page("/docs/link"), SOON).toContain(">Edited behind the link</h1>");
      rmSync(join(root, "shared/linked.md"));
      await expect.poll(() => page("/docs/link"), SOON).toMatch(/^404/);
      rmSync(join(docs, "link.md"));
    }

    // Half a file, and all of it.
    writeFileSync(join(docs, "one.md"), "");
    mkdirSync(join(docs, "third"));
    writeFileSync(join(docs, "one.md"), "# One\n\nThe fir");
    await expect.poll(shown, SOON).toContain("The fir");
    writeFileSync(join(docs, "one.md"), "# One\n\nThe first and the last.\n");
    await expect.poll(shown, SOON).toContain("The first and the last.");

    // A new server shows the same.
    const fresh = await serveWith(root, openFileWatcher);
    const clean = (text: string) =>
      text.replace(/ data-token="[^"]*"/, "").replace(/<meta name="docgen-dev"[^>]*>/, "");
    for (const path of ["/docs/", "/docs/one", "/docs/guide/two", "/docs/link", "/data.txt"])
      expect(clean(await page(path))).toBe(clean(await fresh.page(path)));
    expect(existsSync(join(docs, "link.md"))).toBe(false);
  });
});
