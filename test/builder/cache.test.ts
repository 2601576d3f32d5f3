import "../helpers/warm-threads.mjs";
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type BuildResult, build } from "../../src/builder/build.ts";
import { Failure } from "../../src/shared/failure.ts";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readTree, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>\n`;

const SITE = {
  "site.config.ts":
    'import { name } from "./name.ts";\nexport default { title: name, url: "https://example.com", vars: { release: "1.0" }, redirects: [{ from: "/old", to: "/docs/" }] };\n',
  "name.ts": 'export const name = "Fixture";\n',
  "content/docs/index.md": "# Start\n\nRelease {vars.release}. See [one](./guide/one.md#part) and ![p](./p.png).\n",
  "content/docs/guide/_category_.json": '{ "label": "Guide" }\n',
  "content/docs/guide/one.md": '---\ntags: [a]\n---\n\n# One\n\n## Part\n\n<Include file="../_part.md" />\n',
  "content/docs/guide/two.md": "# Two\n\n<<< ../../code.js\n\n![drawing](/d.svg)\n",
  "content/docs/_part.md": "Shared *text*.\n",
  "content/docs/p.png": PIXEL,
  "content/code.js": "console.log(1);\n",
  "content/blog/authors.yml": "ann:\n  name: Ann\n",
  "content/blog/2026-01-02-first.md":
    "---\nauthors: ann\ntags: [a]\n---\n\n# First\n\nLead.\n\n<!-- truncate -->\n\nRest.\n",
  "content/static/d.svg": svg(10),
  "content/static/note.txt": "note\n",
  "content/pages/index.md": "# Home\n",
};

/** A site that is made of every kind of input there is. */
const WIDE_SITE = {
  ...SITE,
  "site.config.ts": `import { name } from "./name.ts";
export default {
  title: name,
  tagline: process.env.FIXTURE_TAGLINE ?? "",
  url: "https://example.com",
  favicon: "/d.svg",
  docs: [{ showLastUpdateTime: true, showLastUpdateAuthor: true }],
  i18n: { defaultLocale: "en", locales: ["en", "de"] },
  vars: { release: "1.0" },
  redirects: [{ from: "/old", to: "/docs/" }],
};
`,
  "content/versions.json": '["1.0"]\n',
  "content/versioned_docs/version-1.0/index.md": "# First\n",
  "content/docs/outside.md":
    '# Outside\n\n<<< @site/samples/a.js\n\n<Include file="@site/partials/_note.md" />\n\n```mermaid\ngraph TD; A-->B\n```\n',
  "samples/a.js": "console.log(1);\n",
  "partials/_note.md": "A *note*.\n",
  "content/pages/about.tsx": `import { text } from "../../lib/text";
import { name } from "fixture-package";
import data from "../../lib/data.json";
export default function About() {
  return <p>{text} {name} {data.word} {typeof process === "undefined" ? "" : process.env.FIXTURE_WORD}</p>;
}
`,
  "lib/text.ts": 'export const text = "text";\n',
  "lib/data.json": '{ "word": "data" }\n',
  "node_modules/fixture-package/package.json":
    '{ "name": "fixture-package", "main": "index.js", "version": "1.0.0" }\n',
  "node_modules/fixture-package/index.js": 'export const name = "package";\n',
  ...diagramLibrary("1.0.0"),
  "content/i18n/de/docs/guide/one.md": '# Eins\n\n## Teil {#part}\n\n<Include file="../_part.md" />\n',
  "content/i18n/de/code.json": '{ "theme.docs.paginator.next": { "message": "Weiter" } }\n',
  ".gitignore": "build\nclean\n.docgen\n",
};

/** A package in the place of the diagram library: what a build takes of it are its version and its files. */
function diagramLibrary(version: string): Record<string, string> {
  const folder = "node_modules/mermaid";
  return {
    [`${folder}/package.json`]: `{ "name": "mermaid", "version": "${version}", "main": "./dist/mermaid.core.mjs" }\n`,
    [`${folder}/dist/mermaid.core.mjs`]: "",
    [`${folder}/dist/mermaid.esm.min.mjs`]: `export default "${version}";\n`,
    [`${folder}/dist/chunks/mermaid.esm.min/a.mjs`]: "",
  };
}

const PAGES = ["content/docs/index.md", "content/docs/guide/one.md", "content/docs/guide/two.md"];
const NEW_PAGES = ["content/docs/guide/three.md", "content/docs/four.md", "content/docs/deep/er/five.md"];
const word = fc.constantFrom("alpha", "beta", "gamma", "delta");

/** One change to a site; what is to be changed may be absent, as after a removal. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant("append" as const), path: fc.constantFrom(...PAGES, ...NEW_PAGES), word }),
  fc.record({ kind: fc.constant("heading" as const), path: fc.constantFrom(...PAGES), word }),
  fc.record({ kind: fc.constant("title" as const), path: fc.constantFrom(...PAGES, ...NEW_PAGES), word }),
  fc.record({ kind: fc.constant("write" as const), path: fc.constantFrom(...NEW_PAGES), word }),
  fc.record({ kind: fc.constant("remove" as const), path: fc.constantFrom(...NEW_PAGES, "content/static/note.txt") }),
  fc.record({ kind: fc.constant("rename" as const), path: fc.constantFrom(...NEW_PAGES), word }),
  fc.record({ kind: fc.constant("other" as const), file: fc.constantFrom("part", "code", "post", "authors"), word }),
  fc.record({ kind: fc.constant("other" as const), file: fc.constantFrom("category", "name", "template"), word }),
  fc.record({ kind: fc.constant("other" as const), file: fc.constantFrom("outside", "partial", "noInclude"), word }),
  fc.record({ kind: fc.constant("other" as const), file: fc.constantFrom("lib", "data", "package", "diagrams"), word }),
  fc.record({ kind: fc.constant("other" as const), file: fc.constantFrom("german", "germanPart", "texts"), word }),
  fc.record({ kind: fc.constant("other" as const), file: fc.constantFrom("mailmap", "version", "pixels"), word }),
  fc.record({
    kind: fc.constant("remove" as const),
    path: fc.constantFrom("lib/text.tsx", ".mailmap", "content/docs/guide/_category_.json"),
  }),
  fc.record({
    kind: fc.constant("absence" as const),
    path: fc.constantFrom("samples/a.js", "partials/_note.md", "lib/text.ts", "content/versions.json", "name.ts"),
  }),
  fc.record({
    kind: fc.constant("remove" as const),
    path: fc.constantFrom("content/i18n/de/docs/_part.md", "content/i18n/de/code.json", "templates/page.html"),
  }),
  fc.record({ kind: fc.constant("shadow" as const), word }),
  fc.record({ kind: fc.constant("commit" as const), word }),
  fc.record({
    kind: fc.constant("environment" as const),
    name: fc.constantFrom("FIXTURE_TAGLINE", "FIXTURE_WORD"),
    word,
  }),
  fc.record({ kind: fc.constant("picture" as const), size: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant("break" as const), word }),
  fc.record({ kind: fc.constant("disguise" as const), path: fc.constantFrom(...PAGES, "content/static/d.svg") }),
  fc.record({ kind: fc.constant("tamper" as const), how: fc.constantFrom("delete", "change", "disguise", "cache") }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const OTHER: Readonly<Record<string, (word: string) => readonly [path: string, data: string | Uint8Array]>> = {
  part: (word) => ["content/docs/_part.md", `Shared *${word}*.\n`],
  code: (word) => ["content/code.js", `console.log("${word}");\n`],
  post: (word) => ["content/blog/2026-01-02-first.md", `---\nauthors: ann\n---\n\n# First ${word}\n\nLead ${word}.\n`],
  authors: (word) => ["content/blog/authors.yml", `ann:\n  name: Ann ${word}\n`],
  category: (word) => ["content/docs/guide/_category_.json", `{ "label": "${word}" }\n`],
  name: (word) => ["name.ts", `export const name = "${word}";\n`],
  template: (word) => ["templates/page.html", template(word)],
  outside: (word) => ["samples/a.js", `console.log("${word}");\n`],
  partial: (word) => ["partials/_note.md", `A *${word}* note.\n`],
  noInclude: (word) => ["content/docs/outside.md", `# Outside\n\n${word}\n`],
  lib: (word) => ["lib/text.ts", `export const text = "${word}";\n`],
  data: (word) => ["lib/data.json", `{ "word": "${word}" }\n`],
  package: (word) => ["node_modules/fixture-package/index.js", `export const name = "${word}";\n`],
  diagrams: (word) => Object.entries(diagramLibrary(`1.0.${word.length}`))[0] ?? ["", ""],
  german: (word) => ["content/i18n/de/docs/guide/one.md", `# Eins ${word}\n\n## Teil {#part}\n`],
  germanPart: (word) => ["content/i18n/de/docs/_part.md", `Geteilt ${word}.\n`],
  texts: (word) => ["content/i18n/de/code.json", `{ "theme.docs.paginator.next": { "message": "Weiter ${word}" } }\n`],
  mailmap: (word) => [".mailmap", `${word} <a@example.com>\n`],
  version: (word) => ["content/versioned_docs/version-1.0/index.md", `# First ${word}\n`],
  pixels: (word) => ["content/docs/p.png", word.length > 4 ? WIDE_PIXELS : PIXEL],
};

/** The picture of one pixel, said to be 3 pixels wide: sizes are read from the head of the file. */
const WIDE_PIXELS = Buffer.from(PIXEL);
WIDE_PIXELS.writeUInt32BE(3, 16);

/** Commits all that is there. */
function commit(root: string, author: string): void {
  const identity = ["-c", `user.name=${author}`, "-c", "user.email=a@example.com"];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "--all", "--force", "content");
  git(...identity, "commit", "--quiet", "--allow-empty", "--message", "x");
}

/** When files were changed last, in whole seconds. */
const DAY = new Date("2026-01-01T00:00:00Z");
/** Stamps are trusted after two seconds. */
const LATER_MS = 2100;
/** Edits of a series, others in each run. */
const EDITS = IS_WEEKLY ? 12 : 4;
/** How many series are tried: `DOCGEN_EDIT_SERIES=10` tries ten, which take minutes. */
const SERIES = Number(process.env.DOCGEN_EDIT_SERIES ?? 1);

describe("a build with results of earlier ones", () => {
  test("is identical byte for byte to a clean one after any edit", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: EDITS, maxLength: EDITS }), async (edits) => {
        const root = makeSite(WIDE_SITE);
        commit(root, "First");
        await expectSameLater(root);
        for (const one of edits) {
          apply(root, one);
          await expectSame(root, one);
          if (one.kind !== "absence") continue;
          // Without it nothing is built: the next edits are worth more with it.
          apply(root, one);
          await expectSame(root, one);
        }
        rmSync(root, { recursive: true });
      }),
      // An edit too few would be sought for many minutes: the message names the one that went wrong.
      { numRuns: SERIES, endOnFailure: true },
    );
  });

  test("keeps the colours of code that stays, and only of that", async () => {
    const page = (code: string) => ({
      "content/docs/a.md": `# A\n\n\`\`\`js\n${code}\n\`\`\`\n\n\`\`\`ts\nlet b: number;\n\`\`\`\n`,
    });
    const root = makeSite(page("const a = 1;"));
    await expectSame(root);
    for (const code of ["const a = 2;", "const a = 2; // {1}", "const a = 1;", ""]) {
      writeFiles(root, page(code));
      await expectSame(root);
    }
    const alias =
      'export default { title: "Fixture", url: "https://example.com", highlight: { aliases: { js: "css" } } };\n';
    writeFiles(root, { "site.config.ts": alias });
    await expectSame(root);
  });

  test("with nothing changed writes nothing", async () => {
    const root = await buildSite(SITE);
    const page = join(root, "build/docs/index.html");
    const before = readTree(join(root, "build"));
    writeFileSync(`${page}.mine`, "a file of mine");
    const run = await command("build", "--root", root, "--verbose");
    expect(run.stderr).not.toContain("pages:");
    rmSync(`${page}.mine`);
    expect(readTree(join(root, "build"))).toEqual(before);
  });

  test("notices a change that leaves a file's length and time as they were", async () => {
    const root = makeSite(SITE);
    await expectSameLater(root);
    const paths = [
      "content/docs/index.md",
      "content/code.js",
      "content/static/d.svg",
      "content/docs/_part.md",
      ...PAGES,
    ];
    for (const path of some(3, paths)) {
      const before = statSync(join(root, path));
      disguise(root, path);
      const { size, mtimeMs } = statSync(join(root, path));
      expect({ size, mtimeMs }).toEqual({ size: before.size, mtimeMs: before.mtimeMs });
      await expectSame(root);
    }
  });

  test("writes a file of the output again that was changed and looks as before", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    // Written again with one other letter, and its time set back.
    disguise(root, "build/docs/index.html");
    expect(readTree(join(root, "build"))).not.toEqual(clean);
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(readTree(join(root, "build"))).toEqual(clean);
  });

  test("sees edits of files that pages include from outside of the content", async () => {
    const root = await buildSite({
      "content/docs/a.md": '# A\n\n<<< @site/samples/a.js\n\n<Include file="@site/samples/_b.md" />\n',
      "samples/a.js": "const first = 1;\n",
      "samples/_b.md": "Second.\n",
    });
    const html = () => readFileSync(join(root, "build/docs/a/index.html"), "utf8");
    writeFiles(root, { "samples/a.js": "const third = 3;\n" });
    await command("build", "--root", root);
    expect(html()).toContain("third");
    writeFiles(root, { "samples/_b.md": "Fourth.\n" });
    await command("build", "--root", root);
    expect(html()).toContain("Fourth.");
    rmSync(join(root, "samples/a.js"));
    const run = await command("build", "--root", root);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining("no file at samples/a.js to include")]);
  });

  test("takes the translation of a static file that has come, and leaves one that has gone", async () => {
    const root = makeSite({
      "site.config.ts": 'export default { title: "T", url: "https://example.com", i18n: { locales: ["en", "fr"] } };\n',
      "content/docs/index.md": "# Start\n",
      "content/static/measures.csv": "length\n",
    });
    const translation = "content/i18n/fr/static/measures.csv";
    await expectSame(root);
    writeFiles(root, { [translation]: "longueur\n" });
    await expectSame(root);
    rmSync(join(root, translation));
    await expectSame(root);
  });

  test("follows the list of versions", async () => {
    const versions = (names: string) => ({ "content/versions.json": names });
    const root = makeSite({
      ...SITE,
      ...versions('["2.0", "1.0"]'),
      "content/versioned_docs/version-1.0/index.md": "# First\n\n[two](./two.md)\n",
      "content/versioned_docs/version-1.0/two.md": "# Two\n",
      "content/versioned_docs/version-2.0/index.md": "# Second\n",
    });
    await expectSame(root);
    writeFiles(root, versions('["1.0", "2.0"]'));
    await expectSame(root);
    rmSync(join(root, "content/versioned_docs"), { recursive: true });
    rmSync(join(root, "content/versions.json"));
    await expectSame(root);
  });

  test("tells its warnings again", async () => {
    const files = { ...SITE, "content/docs/odd.md": "---\nsidebar_postion: 1\n---\n\n# Odd\n" };
    const root = await buildSite(files);
    const again = await command("build", "--root", root);
    expect(again.stderr).toContain("sidebar_postion");
    writeFiles(root, { "content/docs/guide/two.md": "# Two\n\nOther.\n" });
    expect((await command("build", "--root", root)).stderr).toContain("sidebar_postion");
  });

  test("does not trust what another docgen, or another site, left", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    const cache = join(root, ".docgen/cache");
    const [own = ""] = readdirSync(cache);
    renameSync(join(cache, own), join(cache, "0123456789abcdef"));
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(readdirSync(cache)).toEqual([own]);
    expect(readTree(join(root, "build"))).toEqual(clean);
  });

  test("rebuilds in silence where the cache is damaged, cut off or can't be written", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    for (const damage of [
      (path: string) => truncateSync(path, 30),
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("a", "b")),
      (path: string) => writeFileSync(path, ""),
    ]) {
      for (const path of entries(root)) damage(path);
      rmSync(join(root, "build"), { recursive: true });
      const run = await command("build", "--root", root);
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(readTree(join(root, "build"))).toEqual(clean);
    }
    rmSync(join(root, ".docgen/cache"), { recursive: true });
    writeFileSync(join(root, ".docgen/cache"), "a file in its place");
    const run = await command("build", "--root", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(readTree(join(root, "build"))).toEqual(clean);
  });

  test("makes pages anew where some of what it keeps is damaged, and leaves the others", async () => {
    const code = (number: number) => `\`\`\`js\nconst a = ${number};\n\`\`\`\n`;
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [`content/docs/p${number}.md`, `# P${number}\n\n${code(number)}`]),
    );
    const root = await buildSite({ ...SITE, ...pages });
    const names = () => entries(root).map((path) => basename(path).replace(/-.*/, ""));
    expect([...new Set(names())].sort()).toEqual(["graph", "used", "value"]);
    for (const damage of some(2, ["changed", "cut", "none"])) {
      for (const path of values(root).filter((_, index) => index % 2 === 0)) {
        if (damage === "cut") truncateSync(path, 60);
        if (damage === "changed") writeFileSync(path, readFileSync(path, "utf8").replaceAll("const", "Const"));
      }
      // All pages are rendered anew, of their texts as they were kept; one of another text.
      writeFiles(root, {
        "name.ts": `export const name = "After ${damage}";\n`,
        "content/docs/p7.md": `# P7\n\nOf ${damage}.\n\n${code(7)}`,
      });
      const run = await command("build", "--root", root);
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect((await command("build", "--root", root, "--no-cache", "--out", "clean")).code).toBe(0);
      expect(readTree(join(root, "build"))).toEqual(readTree(join(root, "clean")));
    }
  });

  test("makes the cache anew where entries are well sealed and of another shape, or lead elsewhere", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    for (const forged of some(2, ["null", undefined, "[]", "{}", "7", '{"snapshot":{},"outputs":7,"config":{}}'])) {
      for (const path of entries(root)) {
        rmSync(path);
        if (forged === undefined) symlinkSync("/dev/full", path);
        else forge(path, forged);
      }
      writeFiles(root, { "content/docs/guide/two.md": `# Two\n\n<<< ../../code.js\n\n![drawing](/d.svg)\n` });
      const run = await command("build", "--root", root);
      expect(run.code, `${forged}: ${run.stderr}`).toBe(0);
      expect(readTree(join(root, "build"))).toEqual(clean);
      expect((await command("build", "--root", root)).stderr).toBe("");
    }
  });

  test("makes the cache anew where results of another shape, well sealed, stand where they are looked for", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    for (const forged of some(1, ["[]", "7"])) {
      for (const path of values(root)) forge(path, forged);
      rmSync(join(root, "build"), { recursive: true });
      const run = await command("build", "--root", root);
      expect(run.code, `${forged}: ${run.stderr}`).toBe(0);
      expect(run.stderr).toContain(".docgen/cache:1:1  warning  was unusable and has been rebuilt");
      expect(readTree(join(root, "build"))).toEqual(clean);
      expect((await command("build", "--root", root)).stderr).toBe("");
    }
  });

  test("takes no result for another whose name it has come to", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    const paths = values(root);
    const texts = paths.map((path) => readFileSync(path));
    for (const [index, path] of paths.entries()) writeFileSync(path, texts[(index + 1) % texts.length] ?? "");
    rmSync(join(root, "build"), { recursive: true });
    const run = await command("build", "--root", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(readTree(join(root, "build"))).toEqual(clean);
  });

  test("compiles a page anew that it knows by its last build alone", async () => {
    const root = await buildSite(SITE);
    const clean = readTree(join(root, "build"));
    for (const path of entries(root)) if (/\/page-[^/]*$/.test(path)) rmSync(path);
    rmSync(join(root, "build/docs/guide/one/index.html"));
    const run = await command("build", "--root", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(readTree(join(root, "build"))).toEqual(clean);
  });

  test("--no-cache neither reads nor writes", async () => {
    const root = makeSite(SITE);
    expect((await command("build", "--root", root, "--no-cache")).code).toBe(0);
    expect(existsSync(join(root, ".docgen/cache"))).toBe(false);
    const clean = readTree(join(root, "build"));
    await command("build", "--root", root);
    for (const path of entries(root)) writeFileSync(path, "never read");
    expect((await command("build", "--root", root, "--no-cache")).code).toBe(0);
    expect(entries(root).every((path) => readFileSync(path, "utf8") === "never read")).toBe(true);
    expect(readTree(join(root, "build"))).toEqual(clean);
  });

  test("follows what a page written in React imports", async () => {
    const root = await buildSite({
      "content/docs/a.md": "# A\n",
      "content/pages/index.tsx":
        'import { text } from "./_text.ts";\nexport default function Home() { return <h1>{text}</h1>; }\n',
      "content/pages/_text.ts": 'export const text = "one";\n',
    });
    writeFiles(root, { "content/pages/_text.ts": 'export const text = "two";\n' });
    await expectSame(root);
    expect(readFileSync(join(root, "build/index.html"), "utf8")).toContain("<h1>two</h1>");
  });

  test("asks the configuration anew: it may depend on more than its files", async () => {
    const root = await buildSite({
      ...SITE,
      "site.config.ts":
        'import { readFileSync } from "node:fs";\nexport default { title: readFileSync(process.env.TITLE_FILE ?? "/dev/null", "utf8") || "None", url: "https://example.com", vars: { release: "1.0" } };\n',
    });
    expect(readFileSync(join(root, "build/docs/index.html"), "utf8")).toContain("| None</title>");
    writeFileSync(join(root, "title.txt"), "Given");
    process.env.TITLE_FILE = join(root, "title.txt");
    try {
      await command("build", "--root", root);
    } finally {
      delete process.env.TITLE_FILE;
    }
    expect(readFileSync(join(root, "build/docs/index.html"), "utf8")).toContain("| Given</title>");
  });

  test("begins with what one with errors has made, and ends as a clean one", async () => {
    const code = "```js\nconst one = 1;\n```\n";
    const root = makeSite({
      ...SITE,
      "content/docs/code.md": `# Code\n\n${code}`,
      "content/docs/bad.md": "<Nothing />\n",
    });
    const timeline = join(temporaryFolder(), "timeline.json");
    const highlights = async () => {
      const run = await command("build", "--root", root, "--timeline", timeline);
      expect(run.stderr).toContain("content/docs/bad.md:1:1  error");
      return readFileSync(timeline, "utf8").includes('"highlighting 1"');
    };
    expect(await highlights()).toBe(true);
    expect(await highlights()).toBe(false);
    writeFiles(root, { "content/docs/bad.md": "# Good\n" });
    await expectSame(root);
  });

  test("asks the configuration anew in whatever way it comes to a variable", async () => {
    const root = makeSite({ "site.config.ts": "", "content/docs/index.md": "# Start\n" });
    const titled = async (title: string) => {
      process.env.FIXTURE_TITLE = title;
      await command("build", "--root", root);
      return readFileSync(join(root, "build/docs/index.html"), "utf8").includes(`| ${title}</title>`);
    };
    const ways = [
      'globalThis["process"].env.FIXTURE_TITLE',
      '(await import("node:process")).env.FIXTURE_TITLE',
      '(() => {})["constructor"]("return process.env.FIXTURE_TITLE")()',
      '(({ constructor: made }) => made("return process.env.FIXTURE_TITLE")())(() => {})',
    ];
    const wrong: string[] = [];
    try {
      for (const way of ways) {
        writeFiles(root, { "site.config.ts": `export default { title: ${way}, url: "https://example.com" };\n` });
        if (!((await titled("One")) && (await titled("Two")))) wrong.push(way);
      }
    } finally {
      delete process.env.FIXTURE_TITLE;
    }
    expect(wrong).toEqual([]);
  });

  test.runIf(IS_WEEKLY)("grows no further than what it used", async () => {
    const root = makeSite(SITE);
    const options = { root, out: join(root, "build"), drafts: false, cache: true, jobs: 1 };
    for (let round = 0; round < 20; round++) {
      for (let page = 0; page < 40; page++) {
        writeFiles(root, { [`content/docs/many/p${page}.md`]: `# P${page}\n\nRound ${round}.\n` });
      }
      await build(options);
    }
    expect(entries(root).length).toBeLessThan(800);
  });
});

/** Builds with and without what earlier builds left, and expects the same files and messages. */
async function expectSame(root: string, edit?: Edit): Promise<void> {
  const after = `after ${JSON.stringify(edit)}`;
  const options = { root, drafts: false, jobs: 1 };
  const [kept, clean] = [join(root, "build"), join(root, "clean")];
  const before = existsSync(kept) ? digestsOf(kept) : undefined;
  const warm = await outcome(build({ ...options, out: kept, cache: true }));
  const cold = await outcome(build({ ...options, out: clean, cache: false }));
  expect(warm.problems, after).toEqual(cold.problems);
  expect([warm.pages, warm.files, warm.bytes], after).toEqual([cold.pages, cold.files, cold.bytes]);
  expect(digestsOf(kept), after).toEqual(cold.files === 0 ? before : digestsOf(clean));
}

/** What a build gives, or the fault of the configuration that ends it. */
async function outcome(building: Promise<BuildResult>): Promise<Omit<BuildResult, "seconds" | "stages">> {
  try {
    return await building;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const place = { path: "site.config.ts", line: 1, column: 1 };
    return {
      pages: 0,
      files: 0,
      bytes: 0,
      problems: [{ ...place, severity: "error", code: "config", message: error.message }],
    };
  }
}

/** Every file of a folder with a digest of its bytes, a line each: compared in no time. */
function digestsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${relative(folder, path)} ${hash("sha1", readFileSync(path))}`)
    .sort();
}

function apply(root: string, one: Edit) {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");
  switch (one.kind) {
    case "append":
      return writeFiles(root, { [one.path]: `${read(one.path)}\nMore ${one.word}.\n` });
    case "heading":
      return writeFiles(root, { [one.path]: `${read(one.path)}\n## On ${one.word}\n\nText.\n` });
    case "title":
      return writeFiles(root, { [one.path]: read(one.path).replace(/^# .*$/m, `# The ${one.word}`) });
    case "write":
      return writeFiles(root, {
        [one.path]: `---\ntags: [${one.word}]\n---\n\n# New ${one.word}\n\n[start](/docs/)\n`,
      });
    case "remove":
      return rmSync(join(root, one.path), { force: true });
    case "rename": {
      const target = join(root, dirname(one.path), `${one.word}.md`);
      if (existsSync(join(root, one.path))) renameSync(join(root, one.path), target);
      return;
    }
    case "other": {
      const [path, text] = OTHER[one.file]?.(one.word) ?? ["", ""];
      return writeFiles(root, { [path]: text });
    }
    case "absence": {
      const hidden = `${one.path}.hidden`;
      const [from, to] = existsSync(join(root, one.path)) ? [one.path, hidden] : [hidden, one.path];
      return renameSync(join(root, from), join(root, to));
    }
    case "shadow":
      // Found before `lib/text.ts` by an import without an ending.
      return writeFiles(root, { "lib/text.tsx": `export const text = "${one.word} shadow";\n` });
    case "commit":
      return commit(root, one.word);
    case "environment":
      process.env[one.name] = one.word;
      return;
    case "picture":
      return writeFiles(root, { "content/static/d.svg": svg(one.size) });
    case "break": {
      // Broken and, by the next edit of its kind, mended.
      const path = "content/docs/index.md";
      const isBroken = read(path).includes("/nowhere/");
      const text = isBroken
        ? read(path).replace(/\[.*\]\(\/nowhere\/\)\n/, "")
        : `${read(path)}\n[${one.word}](/nowhere/)\n`;
      return writeFiles(root, { [path]: text });
    }
    case "disguise":
      return existsSync(join(root, one.path)) ? disguise(root, one.path) : undefined;
    case "tamper":
      return tamper(root, one.how);
  }
}

/** Changes a file's last digit or letter, and nothing else that is easily seen of it. */
function disguise(root: string, path: string): void {
  const absolute = join(root, path);
  const { atime, mtime } = statSync(absolute);
  const text = readFileSync(absolute, "utf8");
  const changed = text.replace(/[0-8a-y](?=[^0-8a-y]*$)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
  writeFileSync(absolute, changed);
  utimesSync(absolute, atime, mtime);
}

/** Gives files a time that can be set again, and builds as if it were later, when their stamps are trusted. */
async function expectSameLater(root: string): Promise<void> {
  const files = readdirSync(join(root, "content"), { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of files) utimesSync(join(parentPath, name), DAY, DAY);
  const now = Date.now;
  const later = vi.spyOn(Date, "now").mockImplementation(() => now() + LATER_MS);
  await expectSame(root).finally(() => later.mockRestore());
}

/** What people and programs do to folders that are not theirs. */
function tamper(root: string, how: string): void {
  const page = join(root, "build/docs/guide/two/index.html");
  if (how === "cache") for (const path of entries(root)) truncateSync(path, 100);
  else if (!existsSync(page)) mkdirSync(dirname(page), { recursive: true });
  else if (how === "delete") rmSync(page);
  else if (how === "disguise") disguise(root, "build/docs/guide/two/index.html");
  else writeFileSync(page, "changed");
}

function entries(root: string): string[] {
  const cache = join(root, ".docgen/cache");
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Of the entries those that hold a result each. */
function values(root: string): string[] {
  return entries(root).filter((path) => basename(path).startsWith("value-"));
}

/** Puts an entry in the place of another, sealed as docgen seals it. */
function forge(path: string, json: string): void {
  writeFileSync(path, `${hash("sha1", `${basename(path)}\n${json}`)}\n${json}`);
}

function template(word: string): string {
  return `<!doctype html>\n<html {{htmlAttributes}}>\n<head>\n{{head}}\n</head>\n<body data-word="${word}">\n{{app}}\n{{data}}\n</body>\n</html>\n`;
}
