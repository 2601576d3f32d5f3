import { execFileSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CONFIG, makeSite, PROJECT, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { get, serve, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const ONE = "content/docs/guide/one.md";
const SITE = {
  "content/pages/index.md": "# Home\n",
  "content/docs/index.md": "# Start\n",
  [ONE]: "# One\n\nText.\n",
  "content/static/data.txt": "data\n",
};
const WATCH = { timeout: 60_000 };
const SOON = { timeout: 20_000 };
const isLinux = process.platform === "linux";

type Watched = Awaited<ReturnType<typeof watchSite>>;

/** A page as it is served now. */
const page = (site: Watched, path = "/docs/guide/one") => get(site.address + path);

/** Edits a page and waits until the browser is told and the edit is served. */
const seesEdit = (site: Watched, text: string) => site.edit({ [ONE]: `# One\n\n${text}\n` }, "/docs/guide/one", text);

/** What a server holds, in MiB. */
const memoryOf = ({ pid }: Watched) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** How many files and folders a server watches. */
function watchesOf({ pid }: Watched): number {
  const folder = `/proc/${pid}/fdinfo`;
  const infos = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return infos.join("\n").match(/^inotify /gm)?.length ?? 0;
}

describe("a site that can't be laid out", () => {
  const BROKEN =
    'export default { title: "T", url: "https://example.com", navbar: { items: [{ type: "doc", docId: "nowhere" }] } };\n';

  test("is told of once, its pages say why, and it is served when it is mended", WATCH, async () => {
    const site = await watchSite({ ...SITE, "site.config.ts": BROKEN });
    expect(await page(site)).toMatchObject({ status: 500, body: expect.stringContaining("nowhere") });
    // An edit that mends nothing is told to the page and not in the terminal.
    writeFiles(site.root, { [ONE]: "# One\n\nMeanwhile.\n" });
    await site.told(({ type, errors }) => type === "problems" && errors?.[0]?.message.includes("nowhere") === true);
    writeFiles(site.root, { "site.config.ts": CONFIG });
    await site.told(({ type }) => type === "reload");
    await site.told(({ type, errors }) => type === "problems" && errors?.length === 0);
    expect((await page(site)).body).toContain("Meanwhile.");
    await seesEdit(site, "Later.");
    expect(site.output().match(/(?:^| {2})error /gm)).toHaveLength(1);
  });

  test("is served as it last was, where it could be laid out before", WATCH, async () => {
    const site = await watchSite(SITE);
    writeFiles(site.root, { "site.config.ts": BROKEN });
    await site.said(/error .*nowhere/);
    expect((await page(site)).body).toContain("Text.");
    writeFiles(site.root, { "site.config.ts": CONFIG });
    await site.told(({ type }) => type === "changed");
    await seesEdit(site, "Later.");
  });
});

test.each(["content", "content/docs", "."])(
  "%s may go and come back, renamed or copied, and is seen",
  {
    timeout: 120_000,
  },
  async (folder) => {
    const site = await watchSite(SITE);
    const path = join(site.root, folder);
    const aside = join(temporaryFolder(), "aside");
    const isGone = async () => {
      // Without its root there is no site: the last one is shown.
      if (folder === ".") await site.said(/deleted while docgen was running/);
      else await expect.poll(async () => (await page(site)).status, SOON).toBe(404);
    };
    renameSync(path, aside);
    await isGone();
    renameSync(aside, path);
    await expect.poll(async () => (await page(site)).status, SOON).toBe(200);
    await seesEdit(site, "Edited after it was renamed.");
    cpSync(path, aside, { recursive: true });
    rmSync(path, { recursive: true });
    await isGone();
    cpSync(aside, path, { recursive: true });
    await expect.poll(async () => (await page(site)).status, SOON).toBe(200);
    await seesEdit(site, "Edited after it was copied.");
  },
);

test("the templates and what a page includes may go and come back with their folders", WATCH, async () => {
  const template = (text: string) =>
    readFileSync(join(PROJECT, "templates/page.html"), "utf8").replace("</body>", `<i>${text}</i></body>`);
  const site = await watchSite(
    {
      ...SITE,
      [ONE]: "# One\n\n<<< @site/samples/deep/a.txt\n",
      "samples/deep/a.txt": "first\n",
      "templates/page.html": template("one"),
    },
    "/docs/guide/one",
  );
  const aside = join(temporaryFolder(), "aside");
  for (const [folder, file, text] of [
    ["templates", "page.html", template("two")],
    ["samples", "deep/a.txt", "second\n"],
  ] as const) {
    cpSync(join(site.root, folder), aside, { recursive: true });
    rmSync(join(site.root, folder), { recursive: true });
    // What was written just before the server began may be told of together with it.
    await site.said(new RegExp(`(?:updated|changed) .*(?:${folder}|files)`));
    writeFiles(aside, { [file]: text });
    renameSync(aside, join(site.root, folder));
  }
  await expect.poll(async () => (await page(site)).body, SOON).toContain("<i>two</i>");
  await expect.poll(async () => (await page(site)).body, SOON).toContain("second");
  await site.edit({ "samples/deep/a.txt": "third\n" }, "/docs/guide/one", "third");
});

test("folders that change places in one go are shown as they are, and so are edits in them", WATCH, async () => {
  const site = await watchSite({ ...SITE, "next/one.md": "# Other\n" });
  const [guide, other, third] = ["content/docs/guide", "next", "third"].map((name) => join(site.root, name));
  if (guide === undefined || other === undefined || third === undefined) throw new Error("no folders");
  for (const title of ["Other", "One"]) {
    renameSync(guide, third);
    renameSync(other, guide);
    renameSync(third, other);
    await expect.poll(async () => (await page(site)).body, SOON).toContain(`>${title}</h1>`);
    await site.edit({ [ONE]: `# ${title}\n\nEdited ${title}.\n` }, "/docs/guide/one", `Edited ${title}.`);
  }
});

test("a folder that takes the place of another before the watch has begun is shown", WATCH, async () => {
  const root = makeSite({ ...SITE, "next/one.md": "# Other\n\nText.\n" });
  const { address } = await serve(root);
  const body = async () => (await get(`${address}/docs/guide/one`)).body;
  expect(await body()).toContain(">One</h1>");
  rmSync(join(root, "content/docs/guide"), { recursive: true });
  renameSync(join(root, "next"), join(root, "content/docs/guide"));
  await expect.poll(body, SOON).toContain(">Other</h1>");
});

test("what is written into folders that have just come is shown, however soon it is", WATCH, async () => {
  const site = await watchSite(SITE);
  const names = Array.from({ length: 60 }, (_, index) => `new${index}`);
  for (const [index, name] of names.entries()) {
    mkdirSync(join(site.root, "content/docs", name));
    for (let left = index % 12; left > 0; left--) await turn();
    writeFiles(site.root, { [`content/docs/${name}/page.md`]: "# New\n" });
    await page(site, "/docs/");
  }
  for (const name of names) {
    await expect.poll(async () => (await page(site, `/docs/${name}/page`)).status, SOON).toBe(200);
  }
});

test("folders that go and come back while the site is read are served as they are in the end", WATCH, async () => {
  const site = await watchSite(SITE);
  const names = Array.from({ length: 20 }, (_, index) => `d${index}`);
  const last = (name: string) => `content/docs/${name}/inner/page.md`;
  for (let round = 0; round < 300; round++) {
    const name = names[round % names.length] ?? "";
    writeFiles(site.root, { [last(name)]: `# Round ${round}\n` });
    if (round % 3 === 0) rmSync(join(site.root, "content/docs", name), { recursive: true });
    await turn();
  }
  for (const name of names) writeFiles(site.root, { [last(name)]: "# Last\n" });
  for (const name of names) {
    await expect.poll(async () => (await page(site, `/docs/${name}/inner/page`)).body, SOON).toContain("Last");
  }
});

describe.runIf(isLinux)("what is no file of the site", () => {
  test("links to folders are not followed, nor do links in a circle end an update", WATCH, async () => {
    const site = await watchSite(SITE, "/docs/", { isProcess: true });
    symlinkSync(join(PROJECT, "node_modules"), join(site.root, "content/static/nm"));
    symlinkSync("/", join(site.root, "content/static/all"));
    symlinkSync("/", join(site.root, "templates"));
    symlinkSync(".", join(site.root, "content/docs/self"));
    symlinkSync("loop.md", join(site.root, "content/docs/loop.md"));
    await site.said(/content\/docs\/loop\.md:1:1 {2}warning {2}broken or circular symbolic link; ignored/);
    await seesEdit(site, "Beside links.");
    // Those of this site, and docgen's own code.
    expect(watchesOf(site)).toBeGreaterThan(0);
    expect(watchesOf(site)).toBeLessThan(400);
    expect(site.output()).not.toContain("docgen itself");
  });

  test("a file that a link leads to is watched where it stands", WATCH, async () => {
    const site = await watchSite({ ...SITE, "shared/two.md": "# Two\n" });
    symlinkSync("../../shared/two.md", join(site.root, "content/docs/two.md"));
    await expect.poll(async () => (await page(site, "/docs/two")).status, SOON).toBe(200);
    await site.edit({ "shared/two.md": "# Two\n\nEdited.\n" }, "/docs/two", "Edited.");
  });

  test("pipes and devices are not read, whatever they stand in for, and hold no update up", WATCH, async () => {
    const site = await watchSite(SITE, "/docs/", { isProcess: true });
    const before = memoryOf(site);
    const put = (path: string, ...kind: readonly string[]) => {
      rmSync(join(site.root, path), { force: true });
      mkdirSync(join(site.root, path, ".."), { recursive: true });
      execFileSync("mknod", [join(site.root, path), ...kind]);
    };
    // More than there are threads for files.
    for (let index = 0; index < 8; index++) put(`content/docs/f${index}.md`, "p");
    if (process.getuid?.() === 0) put("content/static/zeros.bin", "c", "1", "5");
    await seesEdit(site, "Beside pipes.");
    for (const path of ["site.config.ts", "templates/page.html"]) {
      put(path, "p");
      await site.said(new RegExp(`${path}: is a pipe, which docgen can't read`));
      await seesEdit(site, `While ${path} is a pipe.`);
    }
    put(ONE, "p");
    await expect.poll(async () => (await page(site)).status, SOON).toBe(404);
    rmSync(join(site.root, ONE));
    await seesEdit(site, "A page again.");
    expect(memoryOf(site) - before).toBeLessThan(100);
  });

  test.runIf(IS_WEEKLY)("a static file of 1.5 GB is taken up without being read", WATCH, async () => {
    const site = await watchSite(SITE, "/docs/", { isProcess: true });
    const before = memoryOf(site);
    const path = join(site.root, "content/static/large.bin");
    const isTold = () => site.told(({ type, paths }) => type === "files" && paths?.includes("large.bin") === true);
    const change = (flags: string, edit: (file: number) => void) => {
      const file = openSync(path, flags);
      edit(file);
      closeSync(file);
    };
    change("w", (file) => ftruncateSync(file, 1_500_000_000));
    await isTold();
    // Nothing has asked for it: only events tell of it, which a watch that has just begun may miss.
    const timer = setInterval(() => change("r+", (file) => writeSync(file, "x", 700)), 300);
    await isTold();
    clearInterval(timer);
    await seesEdit(site, "Beside it.");
    expect(memoryOf(site) - before).toBeLessThan(100);
  });
});

test("a configuration that never settles is given up for the next one", WATCH, async () => {
  vi.stubEnv("DOCGEN_TIME_LIMIT", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const site = await watchSite(SITE);
  const never = "await new Promise(() => {});\n";
  writeFiles(site.root, { "site.config.ts": `console.error("begun");\n${never}${CONFIG}` });
  await site.said(/begun/);
  await site.edit({ "site.config.ts": CONFIG.replace("Fixture", "Mended") }, "/docs/", "<title>Start | Mended</title>");
  await seesEdit(site, "Later.");
});

test("a configuration that is saved again while it runs, and says the same, runs again", WATCH, async () => {
  const site = await watchSite(SITE);
  const never = `console.error("begun");\nawait new Promise(() => {});\n${CONFIG}`;
  writeFiles(site.root, { "site.config.ts": never });
  await site.said(/begun/);
  // The comment isn't in the bundle: its value is still to be found.
  writeFiles(site.root, { "site.config.ts": `${never}// Saved again.\n` });
  await site.said(/begun.+begun/s);
  expect(site.output()).not.toContain("ends the process");
});

test("a page that can't be made keeps no update from the others, and is told of once", WATCH, async () => {
  const faulty = "content/pages/faulty.tsx";
  const code = 'export default () => { throw new Error("not to be made"); };\n';
  const site = await watchSite({ ...SITE, [faulty]: code }, "/faulty");
  expect((await page(site, "/faulty")).status).toBe(500);
  for (const text of ["Once.", "Twice."]) await seesEdit(site, text);
  expect(site.output().match(/not to be made/g)).toHaveLength(1);
  // There are none, and there were none.
  expect(site.output()).not.toMatch(/(?:updated|changed) templates/);
  writeFiles(site.root, { [faulty]: "export default () => <h1>Made</h1>;\n" });
  await site.told(({ type, html }) => type === "page" && html?.includes(">Made<") === true);
});
