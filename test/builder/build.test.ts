import { type ChildProcess, execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeJournal } from "../../src/output/journal.ts";
import { takeLock } from "../../src/output/lock.ts";
import { command } from "../helpers/command.ts";
import {
  articleOf,
  buildSite,
  makeSite,
  PROJECT,
  readOutput,
  readTree,
  start,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";
import { printedSeed, randomOf } from "../helpers/random.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const KILLS = IS_WEEKLY ? 20 : 4;

const PAGES = {
  "content/docs/index.md": "---\ntitle: Start\n---\n\nHello.\n\n```js\nconst a = 1;\n```\n",
  "content/docs/guide/one.md": "# One\n\nSee [two](./two.md#part).\n",
  "content/docs/guide/two.md": "# Two\n\n## Part\n\nText.\n",
  "content/pages/index.tsx": "export const title = 'Home';\nexport default function Home() { return <h1>Home</h1>; }\n",
  "content/static/robots-note.txt": "hello\n",
};

describe("docgen build", () => {
  test("writes a page and a Markdown copy per route, a 404 page, the search indexes, the static files and what hosts read", async () => {
    const root = await buildSite(PAGES);
    const files = [...readTree(join(root, "build")).keys()].filter((file) => !file.startsWith("assets/"));
    expect(files).toEqual([
      ".nojekyll",
      "404.html",
      "_headers",
      "docgen-manifest.json",
      "docs/guide/index.html",
      "docs/guide/index.md",
      "docs/guide/one.md",
      "docs/guide/one/index.html",
      "docs/guide/two.md",
      "docs/guide/two/index.html",
      "docs/index.html",
      "docs/index.md",
      "index.html",
      "llms-full.txt",
      "llms.txt",
      "manifest.webmanifest",
      "robots-note.txt",
      "robots.txt",
      "search-index-default.json",
      "search-index-docs-default-current.json",
      "search/index.html",
      "sitemap.xml",
    ]);
    expect(readOutput(root, "docs/guide/one/index.html")).toContain('href="/docs/guide/two#part"');
  });

  test("ends with one line that sums up", async () => {
    const root = makeSite(PAGES);
    const { stdout, stderr } = await command("build", "--root", root);
    expect(stdout).toMatch(/^Built 6 pages, \d+ kB, \d+\.\d\d s\n$/);
    expect(stderr).toBe("");
  });

  test("tells of a site without a home page, and of lists of pages that show none", async () => {
    const root = makeSite({ "content/docs/alone.md": "# Alone\n\nText.\n\n<DocCardList />\n" });
    const { code, stderr } = await command("build", "--root", root);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("content/docs/alone.md:5:1  warning  <DocCardList> is empty: no sidebar");
    expect(stderr).toContain('site.config.ts:1:1  warning  no page has the route "/"');
    writeFiles(root, { "content/docs/beside.md": "# Beside\n", "content/static/index.html": "<h1>Home</h1>\n" });
    expect((await command("build", "--root", root)).stderr).toBe("");
  });

  test("tells of sets of docs and blogs without a page", async () => {
    const config = `export default { title: "T", url: "https://example.com",
      docs: [{}, { id: "g", folder: "guide", routeBasePath: "g", sidebarId: "g" }], blogs: [{ id: "news" }] };`;
    const root = makeSite({ ...PAGES, "site.config.ts": config });
    const hint = "    hint: correct the name of the folder, or add a page";
    expect((await command("build", "--root", root)).stderr.split("\n")).toEqual([
      "site.config.ts:2:18  warning  docs[1]: content/guide has no page that is published",
      hint,
      "site.config.ts:2:93  warning  blogs[0]: content/news has no page that is published",
      hint,
      "",
    ]);
    writeFiles(root, { "content/guide/a.md": "# A\n", "content/news/2026-01-01-b.md": "# B\n\nText.\n" });
    expect((await command("build", "--root", root)).stderr).toBe("");
  });

  test("--json prints one object on standard output", async () => {
    const root = makeSite({ ...PAGES, "content/docs/bad.md": "[x](/nowhere)\n" });
    const { stdout, code } = await command("build", "--root", root, "--json");
    const result = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(result).toMatchObject({ pages: 7, files: 0, bytes: 0, warnings: 0 });
    expect(result.errors[0]).toMatchObject({
      path: "content/docs/bad.md",
      line: 1,
      column: 1,
      severity: "error",
      code: "broken-link",
    });
  });

  test("gives the same bytes twice, and in a copy of the tree at another path", async () => {
    const root = await buildSite(PAGES);
    const first = readTree(join(root, "build"));
    expect((await command("build", "--root", root)).code).toBe(0);
    const copy = join(temporaryFolder(), "elsewhere/deeper");
    mkdirSync(copy, { recursive: true });
    for (const name of ["content", "site.config.ts"]) cpSync(join(root, name), join(copy, name), { recursive: true });
    expect((await command("build", "--root", copy)).code).toBe(0);
    expect(readTree(join(root, "build"))).toEqual(first);
    expect(readTree(join(copy, "build"))).toEqual(first);
  });

  test.runIf(IS_WEEKLY)("gives the same bytes where the environment asks for React's development mode", async () => {
    const root = await buildSite(PAGES);
    const kept = readTree(join(root, "build"));
    const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "development" };
    const command = [join(PROJECT, "bin/docgen"), "build", "--root", root, "--no-cache"];
    await promisify(execFile)(process.execPath, command, { env });
    expect(readTree(join(root, "build"))).toEqual(kept);
  });

  test("works under another base URL", async () => {
    const root = await buildSite(PAGES, "--base-url", "/xlsx/");
    const html = readOutput(root, "docs/guide/one/index.html");
    expect(html).toContain('href="/xlsx/docs/guide/two#part"');
    expect(
      [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, url]) => url).filter((url) => !url?.startsWith("/xlsx/")),
    ).toEqual([]);
  });

  test("trailingSlash decides where pages are written", async () => {
    const config = (value: string) =>
      `export default { title: "T", url: "https://example.com", trailingSlash: ${value} };`;
    const without = await buildSite({ ...PAGES, "site.config.ts": config("false") });
    expect(existsSync(join(without, "build/docs/guide/one.html"))).toBe(true);
    const withSlash = await buildSite({ ...PAGES, "site.config.ts": config("true") });
    expect(readOutput(withSlash, "docs/guide/one/index.html")).toContain('href="/docs/guide/two/#part"');
  });

  test("leaves drafts out unless asked", async () => {
    const files = { ...PAGES, "content/docs/new.md": "---\ndraft: true\n---\n\nText.\n" };
    expect(existsSync(join(await buildSite(files), "build/docs/new"))).toBe(false);
    expect(existsSync(join(await buildSite(files, "--drafts"), "build/docs/new/index.html"))).toBe(true);
  });

  test("reads pages whole, also where one is as long as what files are read into", async () => {
    const sizes = [0, 65_535, 65_536, 65_537, 131_072];
    const page = (bytes: number) => {
      const end = bytes === 0 ? "" : `\n\nThe \u00e9nd of ${bytes}.\n`;
      return `${"Some words.\n".repeat(bytes).slice(0, bytes - Buffer.byteLength(end))}${end}`;
    };
    const root = await buildSite({
      ...PAGES,
      ...Object.fromEntries(sizes.map((bytes) => [`content/docs/p${bytes}.md`, page(bytes)])),
    });
    for (const bytes of sizes.slice(1)) {
      expect(Buffer.byteLength(page(bytes))).toBe(bytes);
      const html = readOutput(root, `docs/p${bytes}/index.html`);
      expect(html.match(/Some words\./g)?.length).toBeGreaterThan(5400);
      expect(html).toContain(`The \u00e9nd of ${bytes}.`);
    }
  });

  test("with an error in the content leaves the output as it was", async () => {
    const root = await buildSite(PAGES);
    const before = readTree(join(root, "build"));
    writeFiles(root, { "content/docs/bad.md": "[x](/nowhere)\n" });
    const { code, stderr } = await command("build", "--root", root);
    expect(code).toBe(1);
    expect(stderr).toContain("Not built: 1 error. The output folder is unchanged.");
    expect(readTree(join(root, "build"))).toEqual(before);
  });

  test("removes its own old pages and keeps what others put into the output folder", async () => {
    const root = await buildSite({ ...PAGES, "content/docs/old.md": "# Old\n" });
    writeFiles(join(root, "build"), { CNAME: "docs.example.com\n", "extra/note.txt": "keep" });
    writeFiles(root, { "content/docs/old.md": "---\ndraft: true\n---\n" });
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(existsSync(join(root, "build/docs/old/index.html"))).toBe(false);
    expect(readOutput(root, "CNAME")).toBe("docs.example.com\n");
    expect(readOutput(root, "extra/note.txt")).toBe("keep");
  });
});

describe("an output folder that is not docgen's", () => {
  const refused = async (prepare: (root: string) => string, words: string, exitCode = 1) => {
    const root = makeSite(PAGES);
    const out = prepare(root);
    const { code, stderr } = await command("build", "--root", root, "--out", out);
    expect(stderr).toContain(words);
    expect(code).toBe(exitCode);
    return root;
  };

  test("is refused when it holds foreign files", async () => {
    const root = await refused((at) => {
      writeFiles(at, { "mine/thesis.txt": "years of work" });
      return "mine";
    }, "is not empty and was not written by docgen; empty it or choose another folder with --out");
    expect(readFileSync(join(root, "mine/thesis.txt"), "utf8")).toBe("years of work");
  });

  test("is refused when it is the root, above it, a link or a file", async () => {
    await refused(() => ".", "the output folder contains the site's root", 2);
    await refused(() => "..", "the output folder contains the site's root", 2);
    await refused((root) => {
      mkdirSync(join(root, "real"));
      symlinkSync(join(root, "real"), join(root, "link"));
      return "link";
    }, "is a symbolic link");
    await refused((root) => {
      writeFileSync(join(root, "file"), "");
      return "file";
    }, "is a file");
  });
});

describe("a build that is stopped or not alone", () => {
  test(`killed at ${KILLS} random moments leaves a complete site and nothing for long`, async () => {
    const root = await buildSite(PAGES);
    const random = randomOf(printedSeed(`${KILLS} builds that are killed`));
    for (let round = 0; round < KILLS; round++) {
      writeFiles(root, { "content/docs/guide/two.md": `# Two\n\n## Part\n\nRound ${round}.\n` });
      const child = start("build", "--root", root);
      await killAfter(child, 40 + random() * 900);
      expect(existsSync(join(root, "build")) ? isComplete(root) : existsSync(join(root, ".docgen"))).toBe(true);
    }
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(isComplete(root)).toBe(true);
    expect(readOutput(root, "docs/guide/two/index.html")).toContain(`Round ${KILLS - 1}.`);
    expect(readdirSync(join(root, ".docgen")).filter((name) => name !== "cache")).toEqual([]);
  });

  test("refuses to run beside another and names its process", async () => {
    const root = makeSite(PAGES);
    const lock = await takeLock(join(root, ".docgen"));
    onTestFinished(lock.release);
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toContain(
      `another docgen build of this site is running (process ${process.pid}); wait for it or end it`,
    );
    expect(code).toBe(1);
  });

  test("brings back an output folder that a kill had set aside", async () => {
    const root = await buildSite(PAGES);
    const work = join(root, ".docgen");
    const [out, previous] = [join(root, "build"), join(work, "docgen-previous-1")];
    cpSync(out, previous, { recursive: true });
    writeJournal({
      kind: "folder",
      work,
      out,
      staging: join(work, "docgen-staging-1"),
      previous,
      moved: [],
      removed: [],
    });
    const before = readTree(join(root, "build"));
    writeFiles(root, { "content/docs/bad.md": "[x](/nowhere)\n" });
    (await import("node:fs")).rmSync(join(root, "build"), { recursive: true });
    expect((await command("build", "--root", root)).code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
  });
});

function killAfter(child: ChildProcess, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), ms);
    child.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Every file that the manifest lists is there, and every page is whole. */
function isComplete(root: string): boolean {
  const { files } = JSON.parse(readOutput(root, "docgen-manifest.json")) as { files: string[] };
  return files.every(
    (file) =>
      existsSync(join(root, "build", file)) &&
      (!file.endsWith(".html") || readOutput(root, file).trimEnd().endsWith("</html>")),
  );
}

test("code is highlighted by what it says alone: what else a thread has seen changes no byte of it", async () => {
  const nested = "````markdown\n```js run\nconsole.log(1 + 1);\n```\n````\n";
  const vue = '```vue\n<style lang="scss">\n$a: 1px;\n</style>\n```\n';
  const files = { "content/docs/index.md": `# Start\n\n${nested}\n${vue}` };
  const others = { "content/docs/all.md": "# All\n\n```js\nlet a = 1;\n```\n\n```scss\n$a: 1px;\n```\n" };
  const [alone, ...withOthers] = await Promise.all([
    buildSite(files, "--jobs", "1"),
    buildSite({ ...others, ...files }, "--jobs", "1"),
    buildSite({ ...others, ...files }, "--jobs", "3"),
  ]);
  const article = articleOf(readOutput(alone, "docs/index.html"));
  expect(article).toContain('<span class="f">log</span>');
  for (const root of withOthers) expect(articleOf(readOutput(root, "docs/index.html"))).toBe(article);
});
