import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { diffWords } from "../../src/diff/word-diff.ts";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, PROJECT, temporaryFolder, writeFiles } from "../helpers/docgen.ts";

function git(root: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function commit(root: string): void {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message", "A step");
}

const configWith = (redirects = "") => `export default { title: "T", url: "https://example.com",
  api: { declarations: "node_modules/lib/index.d.ts", name: "Lib" }, redirects: [${redirects}] };\n`;
const optionsOf = (rows: string) => `<Options of="Read">\n\n| Option | Default |\n|---|---|\n${rows}\n\n</Options>\n`;
const sample = (output: string) =>
  `\`\`\`js run\nconsole.log(1 + 1);\n\`\`\`\n\n\`\`\`text output\n${output}\n\`\`\`\n`;
const LONG = "Spreadsheets hold values in cells, and cells are in rows and columns of sheets of a book.";

const BEFORE: Files = {
  ".gitignore": ".docgen/\nnode_modules/\n",
  ".gitattributes": "content export-ignore\n",
  "site.config.ts": configWith(),
  "node_modules/lib/index.d.ts":
    "export interface Read { dense?: boolean; raw?: boolean; cells?: boolean }\nexport declare function read(options?: Read): void;\n",
  "content/docs/index.md": `# Start

[Options](./guide.md#options), [limits](./guide.md#limits), [gone](./gone.md), [moved](/docs/old-place).

## Kept`,
  "content/docs/guide.md": `# Guide

The quick brown fox jumps over the lazy dog, and **nobody** sees it.

## Options

Options decide what is read, and what is left out of the result.

${optionsOf("| `dense` | `false` |\n| `raw` | `false` |")}
## Limits

Nothing is unlimited.

## Sums

${sample("2")}`,
  "content/docs/gone.md": `---\ntags: [rare]\n---\n\n# Gone\n\nA page that nobody needs.\n`,
  "content/docs/old-place.md": `# Moved\n\n${LONG}\n`,
  "content/docs/old-name.md": `# Renamed\n\n${LONG} With a redirect.\n\n## Part\n`,
  "content/docs/same.md": "# Same\n\nNothing happens here.\n",
  "content/docs/front.md": "---\ntitle: Front\ndescription: Old words\n---\n\nThe text stays.\n",
  "content/static/data.csv": "a,b\n1,2\n",
};

/** The same site after a pull request; null removes a file. */
const AFTER: Readonly<Record<string, string | null>> = {
  "site.config.ts": configWith('{ from: "/docs/old-name", to: "/docs/new-name" }'),
  "content/docs/guide.md": `# Guide

The quick red fox jumps over the lazy dog, and **nobody** sees it.

## Settings

Options decide what is read, and what is left out of the result.

${optionsOf("| `dense` | `true` |\n| `cells` | `false` |")}
## Sums

${sample("3")}
## Growth

${LONG}
`,
  "content/docs/gone.md": null,
  "content/docs/old-place.md": null,
  "content/docs/new-place.md": `# Moved\n\n${LONG}\n`,
  "content/docs/old-name.md": null,
  "content/docs/new-name.md": `# Renamed\n\n${LONG} With a redirect.\n\n## Part\n`,
  "content/docs/front.md": "---\ntitle: Front\ndescription: New words\n---\n\nThe text stays.\n",
  "content/docs/extra.md": "# Extra\n\nNew & fresh.\n",
  "content/static/data.csv": "a,b,c\n1,2,3\n".repeat(20),
};

function write(root: string, files: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(root, path));
    else writeFiles(root, { [path]: text });
  }
}

/** A repository whose main branch has the site as it was, and whose checked out branch has the changes. */
function makeRepository(): string {
  const root = makeSite(BEFORE);
  git(root, "init", "--quiet", "--initial-branch=main");
  commit(root);
  git(root, "checkout", "--quiet", "-b", "change");
  write(root, AFTER);
  return root;
}

const diff = (root: string, ...args: readonly string[]) => command("diff", "--root", root, ...args);

describe("a change of a site", () => {
  let root = "";
  beforeAll(() => {
    root = makeRepository();
  });

  test("is told with what readers lose first", async () => {
    const { stdout, stderr, code } = await diff(root, "--fail-on", "lost");
    expect(stderr).toBe("");
    expect(stdout.replace(/with [0-9a-f]{8}/, "with COMMIT")).toBe(`Addresses lost
  /docs/gone Gone
      linked from content/docs/index.md:3
      add it to aliases of the page that replaces it
  /docs/old-place Moved
      linked from content/docs/index.md:3
      add it to aliases of content/docs/new-place.md
Anchors lost
  /docs/guide#options
      linked from content/docs/index.md:3
      content/docs/guide.md:5: write {#settings #options}
  /docs/guide#opt-raw
      keep it as a further id of the heading that replaces it, or as <a id="opt-raw"></a>
  /docs/guide#limits
      linked from content/docs/index.md:3
      keep it as a further id of the heading that replaces it, or as <a id="limits"></a>
New problems
  content/docs/guide.md:9: "raw" of Read has no row
  content/docs/index.md:3: broken link "./guide.md#options": /docs/guide has no anchor "options"
  content/docs/index.md:3: broken link "./guide.md#limits": /docs/guide has no anchor "limits"
  content/docs/index.md:3: broken link "./gone.md": no page at content/docs/gone.md
  content/docs/index.md:3: broken link "/docs/old-place": no page or file at /docs/old-place
Pages moved
  /docs/old-name is now /docs/new-name
  /docs/old-place is now /docs/new-place, without a redirect
Pages removed
  /docs/gone Gone
  /docs/tags Tags
  /docs/tags/rare Rare
Pages added
  /docs/extra Extra
Pages changed
  /docs/front
      description: Old words is now New words
  /docs/guide +23 −9 words
      recorded output content/docs/guide.md:24 differs
      options of Read: +cells -raw ~dense
      text has grown: 322 B → 390 B (+21 %)
Scripts, styles and media
  data.csv 8 B → 240 B (+2900 %)
Problems gone
  content/docs/guide.md:9: "cells" of Read has no row
Compared with COMMIT: 2 pages changed, 1 added, 3 removed, 2 moved; 2 addresses and 3 anchors lost
`);
    expect(code).toBe(1);
  });

  test("is a comment for a pull request, with links to a preview", async () => {
    const { stdout, code } = await diff(root, "--format", "markdown", "--url", "https://preview.example.com/7/");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "### Documentation: 2 pages changed, 1 added, 3 removed, 2 moved; 2 addresses and 3 anchors lost\n",
    );
    expect(stdout).toContain(
      "\n#### ⚠️ Anchors lost (3)\n\n- `/docs/guide#options`\n  - linked from `content/docs/index.md:3`\n",
    );
    expect(stdout).toContain("- [`/docs/guide`](https://preview.example.com/7/docs/guide) +23 −9 words\n");
    expect(stdout).toContain("  - recorded output `content/docs/guide.md:24` differs\n");
  });

  test("is one object for programs", async () => {
    const { stdout } = await diff(root, "main...", "--json");
    const report = JSON.parse(stdout);
    expect(report.commit).toBe(git(root, "rev-parse", "main").trim());
    expect(report.pages).toEqual({ before: 10, after: 8 });
    expect(report.lostAnchors[0]).toEqual({
      address: "/docs/guide",
      path: "content/docs/guide.md",
      title: "Guide",
      id: "options",
      renamed: { id: "settings", text: "Settings", path: "content/docs/guide.md", line: 5, column: 1 },
      linkedFrom: [{ path: "content/docs/index.md", line: 3, column: 1 }],
    });
    const guide = report.changed.find(({ address }: { address: string }) => address === "/docs/guide");
    expect(guide.samples).toEqual([{ line: 24, before: "2", after: "3" }]);
    expect(guide.options).toEqual([
      { of: "Read", isNew: false, added: ["cells"], removed: ["raw"], changed: ["dense"] },
    ]);
  });

  test("is a site of changed pages with the words marked, in which nothing runs", async () => {
    const folder = join(temporaryFolder(), "report");
    await diff(root, "--html", folder);
    expect(readdirSync(folder).sort()).toEqual(["1.html", "2.html", "index.html"]);
    const index = readFileSync(join(folder, "index.html"), "utf8");
    expect(index).toContain('<a href="2.html"><code>/docs/guide</code></a> +23 −9 words');
    const guide = readFileSync(join(folder, "2.html"), "utf8");
    expect(guide).toContain('<p>The quick <span id="c1"></span><del>brown</del> <ins>red</ins> fox jumps');
    expect(guide).toContain("<p>The quick <del>brown</del> fox jumps");
    expect(guide).toContain("<strong>nobody</strong> sees it.</p>");
    expect(guide).toContain("<ins>Settings</ins></h2>");
    expect(guide).not.toMatch(/<script|<button| on\w+=/);
    // The report is replaced; anything else is kept.
    expect((await diff(root, "HEAD", "--html", folder)).code).toBe(0);
    writeFiles(folder, { "notes.txt": "mine" });
    const refused = await diff(root, "--html", folder);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("contains other files; choose a new folder"),
    ]);
  });

  test.each([
    [["nothing"], 'no commit "nothing"; name a branch, a tag or a commit'],
    [["mian"], 'no commit "mian"; did you mean "main"?'],
    [["--fail-on", "all"], "argument 'all' is invalid. Allowed choices are lost"],
    [["--format", "xml"], "argument 'xml' is invalid. Allowed choices are text, markdown, json"],
    [["--url", "preview"], "Use an address such as https://preview.example.com/docs."],
    // Before the work: the commit isn't looked up.
    [["nothing", "--html", join(PROJECT, "package.json")], "package.json is not a folder; choose a new folder"],
    [["--output=/tmp/x"], "unknown option"],
    [["--", "--output=/tmp/x"], 'no commit "--output=/tmp/x"'],
  ])("%j is refused", async (args, message) => {
    const { stderr, code } = await diff(root, ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test("--fix adds the old id to a renamed heading that is linked; links to it work again", async () => {
    const { stdout } = await diff(root, "--fix");
    expect(stdout).toContain("@@ -5 +5 @@\n-## Settings\n+## Settings {#settings #options}\n");
    expect(stdout).toContain("2 addresses and 2 anchors lost");
    expect(stdout).not.toContain("/docs/guide#options");
    expect((await diff(root, "--fix")).stdout).not.toContain("@@");
  });
});

const HEADINGS = "## One\n\nFirst of all texts.\n\n## Two ##\n\nSecond of all texts.\n\nThree\n-----\n\nThird one.\n";

test("check-links --fix adds the ids that headings had in the last commit, where one heading is meant", async () => {
  const links = ["one", "two", "three", "four"].map((id) => `[Go to ${id}](a.md#${id})`).join("\n");
  const root = makeSite({
    "content/docs/index.md": `# Start\n\n${links}\n`,
    "content/docs/a.md": `# A\n\n${HEADINGS}`,
  });
  git(root, "init", "--quiet");
  commit(root);
  const renamed = HEADINGS.replace("Two ##", "Second `part` ##").replace("Three", "Third {#third}");
  // A heading whose text was written anew may be another one.
  write(root, {
    "content/docs/a.md": `# A\r\n\r\n${renamed.replace("One\n\nFirst of all", "Initial\n\nWholly different").replaceAll("\n", "\r\n")}`,
  });
  const { stdout, code } = await command("check-links", "--root", root, "--fix");
  const text = readFileSync(join(root, "content/docs/a.md"), "utf8");
  expect(text.match(/^(?:## |Third \{).*$/gm)).toEqual([
    "## Initial",
    "## Second `part` {#second-part #two} ##",
    "Third {#third #three}",
  ]);
  expect(text).not.toMatch(/[^\r]\n/);
  expect(stdout).toContain("2 lines rewritten in 1 file");
  expect(stdout).toContain("4 links checked, 2 errors");
  expect(code).toBe(1);
});

test("a site in a folder of its repository is compared with the packages of the working tree", async () => {
  const top = temporaryFolder();
  const root = join(top, "website");
  writeFiles(root, BEFORE);
  // Packages of the whole repository are further up.
  writeFiles(top, { ".gitignore": ".docgen/\nnode_modules/\n", "README.md": "# Shared\n" });
  git(top, "init", "--quiet");
  commit(top);
  const clean = await diff(root);
  expect(clean.stdout).toMatch(/^Compared with [0-9a-f]{8}: 0 pages changed; no addresses or anchors lost\n$/);
  expect(clean.code).toBe(0);
  git(top, "rm", "--quiet", "-r", "--cached", "website");
  git(top, "commit", "--quiet", "--message", "No site");
  // A branch that adds a site is compared with nothing.
  expect((await diff(root)).stdout).toContain("0 pages changed, 10 added; no addresses or anchors lost");
});

test.each(["", "website"])("versions from git are compared, too, of a site in %j of its repository", async (folder) => {
  const top = temporaryFolder();
  const root = join(top, folder);
  const config = `export default { title: "T", url: "https://example.com", docs: [{ versions: { "1.0": { ref: "v1.0" } } }] };\n`;
  writeFiles(root, { ".gitignore": ".docgen/\n", "site.config.ts": config, "content/docs/index.md": "# Old\n" });
  git(top, "init", "--quiet", "--initial-branch=main");
  commit(top);
  git(top, "tag", "v1.0");
  const file = "content/docs/index.md";
  writeFiles(root, { [file]: "# New\n" });
  const { code, stdout, stderr } = await diff(root);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("/docs/next\n      title: Old is now New\n");
});

test("code that a build has highlighted is the same as code that is plain", () => {
  const plain =
    "<pre><code>for (;;) {\n  if (a) {\n    b();\n  }\n}\nconst c = d(e).map((f) =&gt;\n  [f]);\nreturn c;\n}\n</code></pre>";
  const highlighted = plain.replace(/\b(?:for|if|const|return)\b|[()[\]{}]|=(?:&gt;)?/g, '<span class="k">$&</span>');
  expect(highlighted).toContain('  <span class="k">}</span>');
  expect(diffWords(plain, highlighted)).toEqual([]);
  expect(diffWords(plain, highlighted.replace("b", "c"))).toMatchObject([
    { old: [{ text: "b" }], new: [{ text: "c" }] },
  ]);
});

test("without the history that it needs, the command says how to get it", async () => {
  const root = makeSite({ "content/docs/index.md": "# Start\n" });
  const none = await diff(root);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('git says "not a git repository')]);
  git(root, "init", "--quiet", "--initial-branch=main");
  expect((await diff(root)).stderr).toContain("the repository has no commits to compare with");
  commit(root);
  const first = git(root, "rev-parse", "HEAD").trim();
  write(root, { "content/docs/index.md": "# Start\n\nMore.\n" });
  commit(root);
  git(root, "branch", "--quiet", "--move", "topic");
  expect((await diff(root)).stderr).toContain("no default branch: none of origin/HEAD, origin/main");
  const clone = join(temporaryFolder(), "clone");
  git(root, "clone", "--quiet", "--depth", "1", `file://${root}`, clone);
  const shallow = await diff(clone, first);
  expect([shallow.code, shallow.stderr]).toEqual([2, expect.stringContaining("fetch-depth: 0")]);
  expect(existsSync(join(clone, ".docgen/diff"))).toBe(false);
});
