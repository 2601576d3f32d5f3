import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";

const VERSIONS = `{ "1.0": { ref: "v1.0" }, "2.0": { ref: "v2.0" }, "10.0": { ref: "v10.0" } }`;

function config(versions: string): Files {
  return {
    "site.config.ts": `export default { title: "T", url: "https://example.com",
  i18n: { defaultLocale: "en", locales: ["en", "fr"] },
  navbar: { items: [{ type: "docsVersionDropdown" }] },
  docs: [{ editUrl: "https://example.org/edit", showLastUpdateTime: true, versions: ${versions} }],
};
`,
  };
}

/** Docs whose words and links tell their version. */
function docs(words: string): Files {
  return {
    "content/docs/index.md": `# Start\n\n[a](./1-guide/a.md) [b](/docs/guide/a) [c](@site/content/docs/1-guide/a.md)\n`,
    "content/docs/1-guide/a.md": `# A\n\nWords of ${words}.\n\n![Line](./line.svg)\n`,
    "content/docs/1-guide/line.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!-- ${words} --></svg>`,
    "content/docs/1-guide/_category_.json": `{ "label": "Guide of ${words}" }\n`,
  };
}

function git(root: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: root, stdio: "pipe", encoding: "utf8" });
}

function commit(root: string, tag: string, date: string): void {
  git(root, "add", "--all");
  process.env.GIT_COMMITTER_DATE = date;
  git(root, "commit", "--quiet", "--message", tag);
  delete process.env.GIT_COMMITTER_DATE;
  git(root, "tag", "--force", tag);
}

/** A repository with three tags. The site is in a folder of it. @returns the site's root */
function makeRepository(): string {
  const top = temporaryFolder();
  const root = join(top, "site");
  git(top, "init", "--quiet");
  // Not what a release contains, nor how a machine ends lines, decides what a version shows.
  writeFiles(top, { ".gitattributes": "content export-ignore\n" });
  writeFiles(root, {
    ...config("{}"),
    ...docs("one"),
    ".gitignore": ".docgen\nbuild\n",
    "content/pages/index.md": "# Home\n",
    "content/docs/old.md": "# Old\n\n[x](./missing.md)\n",
    "content/i18n/fr/docs/1-guide/a.md": "# A\n\nMots de un.\n",
  });
  commit(root, "v1.0", "2026-01-01T12:00:00Z");
  rmSync(join(root, "content/docs/old.md"));
  rmSync(join(root, "content/i18n"), { recursive: true });
  writeFiles(root, docs("two"));
  commit(root, "v2.0", "2026-02-01T12:00:00Z");
  writeFiles(root, docs("ten"));
  commit(root, "v10.0", "2026-03-01T12:00:00Z");
  const link = "[old](@site/content/versioned_docs/version-1.0/1-guide/a.md) [old](/docs/1.0/guide/a)";
  writeFiles(root, { ...config(VERSIONS), ...docs("today"), "content/docs/new.md": `# New\n\n${link}\n` });
  commit(root, "latest", "2026-04-01T12:00:00Z");
  return root;
}

const page = (root: string, route: string) => readOutput(root, `${route}/index.html`);
const articleLinks = (html: string) =>
  [...html.slice(html.indexOf('id="docgen-article"'), html.indexOf("</article>")).matchAll(/<a href="([^"]*)"/g)].map(
    ([, url]) => url,
  );

async function build(root: string): Promise<string> {
  const { code, stderr } = await command("build", "--root", root);
  expect(code, stderr).toBe(0);
  return stderr;
}

describe("versions from git", () => {
  test("are built from their tags, are sorted by number, and follow a tag that moves", async () => {
    const root = makeRepository();
    const warning =
      'v1.0:content/docs/old.md:3:1  warning  broken link "./missing.md": no page at v1.0:content/docs/missing.md';
    expect(await build(root)).toContain(warning);
    const links = await command("check-links", "--root", root);
    expect(links.stdout + links.stderr).toContain(warning);
    for (const [route, words] of [
      ["docs/guide/a", "ten"],
      ["docs/2.0/guide/a", "two"],
      ["docs/1.0/guide/a", "one"],
      ["docs/next/guide/a", "today"],
    ] as const) {
      const html = page(root, route);
      expect(html).toContain(`Words of ${words}.`);
      expect(html).toContain(`Guide of ${words}`);
      const picture = /src="\/(assets\/media\/line-[^"]*)"/.exec(html)?.[1] ?? "";
      expect(readOutput(root, picture)).toContain(`<!-- ${words} -->`);
      const menu = [...html.matchAll(/<a [^>]*href="\/docs\/([^"]*)guide\/a"[^>]*>(Next|[\d.]+)</g)];
      expect(menu.slice(0, 4).map(([, , label]) => label)).toEqual(["Next", "10.0", "2.0", "1.0"]);
    }
    expect(articleLinks(page(root, "docs/1.0"))).toEqual(Array(3).fill("/docs/1.0/guide/a"));
    expect(articleLinks(page(root, "docs/next/new"))).toEqual(Array(2).fill("/docs/1.0/guide/a"));
    // Nobody can edit a tag.
    expect(page(root, "docs/1.0/old")).not.toContain("example.org/edit");
    expect(page(root, "docs/next/new")).toContain("example.org/edit/content/docs/new.md");
    expect(page(root, "docs/1.0/old")).toContain('<time dateTime="2026-01-01">');
    expect(page(root, "docs/2.0/guide/a")).toContain('<time dateTime="2026-02-01">');
    expect(page(root, "fr/docs/1.0/guide/a")).toContain("Mots de un.");
    expect(page(root, "fr/docs/2.0/guide/a")).toContain("Words of two.");

    const trees = join(root, ".docgen/refs");
    const idOf = (tag: string) => git(root, "rev-parse", tag).trim();
    const fileOf = (tag: string, version: string) =>
      statSync(join(trees, idOf(tag), `content/versioned_docs/version-${version}/index.md`)).ino;
    const before = fileOf("v2.0", "2.0");
    // Then two versions are the same commit.
    git(root, "tag", "--force", "v1.0", "v2.0");
    expect(await build(root)).not.toContain(warning);
    expect(page(root, "docs/1.0/guide/a")).toContain("Words of two.");
    expect(articleLinks(page(root, "docs/1.0"))).toEqual(Array(3).fill("/docs/1.0/guide/a"));
    expect(fileOf("v2.0", "2.0")).toBe(before);
    rmSync(trees, { recursive: true });
    await build(root);
    expect(page(root, "docs/1.0/guide/a")).toContain("Words of two.");
    expect(readdirSync(trees).sort()).toEqual([idOf("v10.0"), idOf("v2.0")].sort());
  });

  test("are never built from a changed copy of their commits", { timeout: 60_000 }, async () => {
    const root = makeRepository();
    await build(root);
    const before = ["docs/1.0/old", "docs/2.0/guide/a", "fr/docs/1.0/guide/a"].map((route) => page(root, route));
    const inTrees = (pattern: RegExp) => {
      const paths = readdirSync(join(root, ".docgen/refs"), { recursive: true, encoding: "utf8" });
      return paths.filter((path) => pattern.test(path)).map((path) => join(root, ".docgen/refs", path));
    };
    const pages = inTrees(/1-guide.a\.md$/);
    expect(pages).toHaveLength(4);
    const changes = [
      // Without a change of its size or time, too.
      () => {
        for (const path of pages) {
          const { atime, mtime } = statSync(path);
          writeFileSync(path, readFileSync(path, "utf8").replace(/^# A/, "# Z"));
          utimesSync(path, atime, mtime);
        }
      },
      () => rmSync(inTrees(/old\.md$/)[0] ?? ""),
      () => rmSync(inTrees(/fr.*1-guide$/)[0] ?? "", { recursive: true }),
      () => writeFileSync(inTrees(/old\.md$/)[0]?.replace("old.md", "more.md") ?? "", "# More\n"),
    ];
    for (const change of changes) {
      change();
      await build(root);
      expect(["docs/1.0/old", "docs/2.0/guide/a", "fr/docs/1.0/guide/a"].map((route) => page(root, route))).toEqual(
        before,
      );
      expect(existsSync(join(root, "build/docs/1.0/more/index.html"))).toBe(false);
    }
    const [first = ""] = pages;
    const { ino } = statSync(first);
    await build(root);
    expect(statSync(first).ino).toBe(ino);
  });

  test("that can't be read are errors with their cause", async () => {
    const root = makeRepository();
    const shallow = join(temporaryFolder(), "clone");
    git(root, "clone", "--quiet", "--depth", "1", `file://${join(root, "..")}`, shallow);
    const versions = 'docs[0].versions["1.0"]';
    for (const [ref, message, place = root] of [
      ['ref: "v1.1"', `${versions}.ref: the repository has no tag, branch or commit "v1.1"; did you mean "v1.0"?`],
      ['ref: "--all"', `${versions}.ref: the repository has no tag, branch or commit "--all"`],
      ['ref: "empty"', `${versions}.ref: "empty" has no folder site/content/docs; use a tag`],
      [
        'ref: "v1.0"',
        'clone without "v1.0"; clone the full history with its tags (fetch-depth: 0',
        join(shallow, "site"),
      ],
      ['ref: "v1.0"', 'git says "not a git repository', makeSite(docs("none"))],
    ] as const) {
      if (ref.includes("empty")) {
        git(root, "tag", "empty", git(root, "commit-tree", "-m", "x", git(root, "mktree").trim()).trim());
      }
      writeFiles(place, config(`{ "1.0": { ${ref} } }`));
      const run = await command("build", "--root", place);
      expect(run.stderr).toContain(message);
      expect(run.stderr).toContain("site.config.ts:4:");
      expect(run.code).toBe(2);
    }
    writeFiles(root, { ...config(`{ current: { ref: "v1.0" } }`) });
    expect((await command("build", "--root", root)).stderr).toMatch(
      /^site\.config\.ts:\d+:(?!1 )\d+ {2}error .*the current version is the folder content\/docs/,
    );
    writeFiles(root, { ...config(VERSIONS), "content/versioned_docs/version-1.0/a.md": "# A\n" });
    const both = await command("build", "--root", root);
    expect(both.stderr).toMatch(
      /^site\.config\.ts:\d+:\d+ {2}error .*\.ref: the version is also the folder content\/versioned_docs\/version-1\.0; remove one/,
    );
    const cut = await command("version", "2.0", "--root", root);
    expect(cut.stderr).toContain('version "2.0" is already taken from git');
  });

  test("are live in docgen serve", async () => {
    const root = makeRepository();
    const address = await startServer("serve", "--root", root);
    const shown = async () => (await fetch(`${address}/docs/1.0/guide/a`)).text();
    expect(await shown()).toContain("Words of one.");
    git(root, "tag", "--force", "v1.0", "latest");
    await expect.poll(shown).toContain("Words of today.");
    git(root, "pack-refs", "--all");
    git(root, "tag", "--force", "v1.0", "v10.0");
    await expect.poll(shown).toContain("Words of ten.");
    const refs = readdirSync(join(root, ".docgen/refs"), { recursive: true, encoding: "utf8" });
    const copies = refs
      .filter((path) => /version-1\.0.1-guide.a\.md$/.test(path))
      .map((path) => join(root, ".docgen/refs", path));
    expect(copies.length).toBeGreaterThan(0);
    for (const copy of copies) writeFileSync(copy, "# Edited\n");
    const texts = () => copies.map((copy) => existsSync(copy) && readFileSync(copy, "utf8")).join("");
    await expect.poll(texts, { timeout: 10_000 }).not.toContain("Edited");
    await expect.poll(shown, { timeout: 10_000 }).toContain("Words of ten.");
  });
});
