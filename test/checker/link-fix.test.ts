import { execFileSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { withAlias } from "../../src/checker/renames.ts";
import { extendList } from "../../src/config/item-place.ts";
import { inFormOf } from "../../src/shared/fixed-file.ts";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, writeFiles } from "../helpers/docgen.ts";

const read = (root: string, path: string) => readFileSync(join(root, path), "utf8");

function git(root: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: root, stdio: "ignore" });
}

const SITE: Files = {
  "site.config.ts": `export default { title: "T", url: "https://example.com",
  footer: { links: [{ label: "Old", to: "/docs/old" }] },
  redirects: [{ from: "/docs/old", to: "/docs/guide/one#part" }] };\n`,
  "content/docs/index.md": "# Start\n",
  "content/docs/guide/one.md": "# One\n\n## Part\n",
  "content/docs/guide/two.md": "# Two\n",
  "content/pages/index.tsx": 'export default () => <p><a href="/docs/old">Old</a></p>;\n',
};

test("--fix rewrites what is redirected, of wrong case or has another slash, and touches nothing else in the file", async () => {
  const before = [
    "---",
    "title: Page",
    "---",
    "",
    "Text `/docs/old` and [/docs/old](/docs/old  'title') or [own](/docs/old?a=1#x)  ",
    "[a](./Guide/One.md#Part) [b](/docs/Guide/two/?q=1) [c][ref] <a href='/docs/GUIDE/one'>d</a>",
    "[gone](/docs/gone) [![i](/docs/old)](/docs/old)",
    "",
    "\t[ref]: nothing",
    "",
    "[ref]: /docs/guide/two/ 'T'",
    "",
    "[ignored](/docs/old) <!-- docgen-ignore-link -->",
  ].join("\r\n");
  const root = makeSite({ ...SITE, "content/docs/page.md": before });
  const { stdout, stderr, code } = await command("check-links", "--root", root, "--fix");
  const after = before
    .replace("](/docs/old  'title')", "](/docs/guide/one#part  'title')")
    .replace("/docs/old?a=1#x", "/docs/guide/one?a=1#x")
    .replace("./Guide/One.md#Part", "./guide/one.md#Part")
    .replace("/docs/Guide/two/?q=1", "/docs/guide/two?q=1")
    .replace("'/docs/GUIDE/one'", "'/docs/guide/one'")
    .replace("[![i](/docs/old)](/docs/old)", "[![i](/docs/guide/one#part)](/docs/guide/one#part)")
    .replace("[ref]: /docs/guide/two/ 'T'", "[ref]: /docs/guide/two 'T'");
  expect(read(root, "content/docs/page.md")).toBe(after);
  expect(read(root, "site.config.ts")).toBe(
    SITE["site.config.ts"]?.toString().replace('to: "/docs/old" }]', 'to: "/docs/guide/one#part" }]'),
  );
  expect(read(root, "content/pages/index.tsx")).toContain('href="/docs/guide/one#part"');
  const row = before.split("\r\n")[6] ?? "";
  expect(stdout).toContain(`--- a/content/docs/page.md\n+++ b/content/docs/page.md\n`);
  expect(stdout).toContain(`@@ -7 +7 @@\n-${row}\r\n+${row.replaceAll("(/docs/old)", "(/docs/guide/one#part)")}\r\n`);
  expect(stdout).toMatch(/^6 lines rewritten in 3 files$/m);
  // What is left is told.
  expect(stderr).toContain('broken link "/docs/gone"');
  expect(stderr).not.toContain("redirect");
  expect(code).toBe(1);
});

/** Forms of a link to `old.md`, by what is to stand there instead. Each is a page of its own. */
const FORMS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  inline: ["[a](old.md)", "[a](new.md)"],
  "with a title and a hash": ["[a]( old.md#x 'old.md' )", "[a]( new.md#x 'old.md' )"],
  "in angle brackets": ['[a](<old.md> "t")', '[a](<new.md> "t")'],
  "text like an address": ["[old.md](old.md)", "[old.md](new.md)"],
  "brackets and code in the text": ["[a [b] `](old.md)`](old.md)", "[a [b] `](old.md)`](new.md)"],
  "over two lines": ["[a\nb](\nold.md)", "[a\nb](\nnew.md)"],
  "twice on a line": ["[a](old.md) [b](old.md)", "[a](new.md) [b](new.md)"],
  "beside an address in code": ["`[a](old.md)` [a](old.md) `old.md`", "`[a](old.md)` [a](new.md) `old.md`"],
  "beside an address in text": ['old.md "old.md" [a](old.md) old.md', 'old.md "old.md" [a](new.md) old.md'],
  "link with an escape": ["`old.md` [a](old\\.md)", "`old.md` [a](old\\.md)"],
  "full reference": ["[a][r] `old.md`\n\n[r]: old.md", "[a][r] `old.md`\n\n[r]: new.md"],
  "collapsed and shortcut reference": ["[r][] [r]\n\n[r]: <old.md> 't'", "[r][] [r]\n\n[r]: <new.md> 't'"],
  "definition on two lines": ["[r]\n\n[r]:\n   old.md\n   'old.md'", "[r]\n\n[r]:\n   new.md\n   'old.md'"],
  "definition in a quote in a list": ["- > [r]\n  >\n  > [r]:\n  > old.md", "- > [r]\n  >\n  > [r]:\n  > new.md"],
  "second definition of a label": ["[r]\n\n[r]: old.md\n[r]: other.md", "[r]\n\n[r]: new.md\n[r]: other.md"],
  "definition in code before it": [
    "[r]\n\n```md\n[r]: old.md\n```\n\n[r]: old.md",
    "[r]\n\n```md\n[r]: old.md\n```\n\n[r]: new.md",
  ],
  "definitions of several links": [
    "[a][one] [b][two]\n\n[one]: old.md#x\n[two]: old.md",
    "[a][one] [b][two]\n\n[one]: new.md#x\n[two]: new.md",
  ],
  image: ["`old.svg` ![a [b]](old.svg) ![c][r]\n\n[r]: old.svg", "`old.svg` ![a [b]](new.svg) ![c][r]\n\n[r]: new.svg"],
  "image in a link": ["[![a](old.svg)](old.md)", "[![a](new.svg)](new.md)"],
  "attributes of HTML": [
    "`old.md` <a title='href=old.md' data-href=\"old.md\" href='old.md'>old.md</a> `old.md`",
    "`old.md` <a title='href=old.md' data-href=\"old.md\" href='new.md'>old.md</a> `old.md`",
  ],
  "srcset of HTML": [
    '<img alt="old.svg" src=old.svg srcset="x-old.svg, old.svg 2x">',
    '<img alt="old.svg" src=new.svg srcset="x-old.svg, new.svg 2x">',
  ],
  "cells of a table": [
    "| a `x\\|y` | b |\n| - | - |\n| `old.md` \\| [a](old.md) | [b](old.md) [r] |\n\n[r]: old.md",
    "| a `x\\|y` | b |\n| - | - |\n| `old.md` \\| [a](new.md) | [b](new.md) [r] |\n\n[r]: new.md",
  ],
  "heading with an id": [
    "## New {#new}\n\n`old.md` [a](old.md) [b](#new)",
    "## New {#new}\n\n`old.md` [a](new.md) [b](#new)",
  ],
};

describe("--fix rewrites the address of the link and no like text", () => {
  const place = (name: string) => `content/docs/${name.replaceAll(" ", "-")}`;
  let root = "";
  let [again, first] = ["", ""];
  beforeAll(async () => {
    const svg = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="3"/>`;
    root = makeSite({
      "content/docs/index.md": "# Start\n",
      "content/docs/old.md": "# A page\n\nWith some text that makes it itself.\n\n## X\n",
      "content/docs/other.md": "# Other\n",
      "content/docs/old.svg": svg(7),
      "content/docs/x-old.svg": svg(9),
      "content/docs/including.md": '# I\n\n- a\n\n  <Include file="./_part.md" />\n',
      "content/docs/_part.md": "`old.md` [a](old.md) [b][r]\n\n[r]: old.md\n",
      "content/docs/preview.md": "---\ntitle: old.svg\nimage: ./old.svg\n---\n\nText\n",
      ...Object.fromEntries(
        Object.entries(FORMS).map(([name, [before]]) => [`${place(name)}.md`, `# P\n\n${before}\n`]),
      ),
    });
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-qm", "one");
    renameSync(join(root, "content/docs/old.md"), join(root, "content/docs/new.md"));
    renameSync(join(root, "content/docs/old.svg"), join(root, "content/docs/new.svg"));
    first = (await command("check-links", "--root", root, "--fix")).stderr;
    again = (await command("check-links", "--root", root)).stderr;
  });

  test.each(Object.entries(FORMS))("%s", (name, [, after]) => {
    expect(read(root, `${place(name)}.md`)).toBe(`# P\n\n${after}\n`);
  });
  test("in an included part, which is indented there", () => {
    expect(read(root, "content/docs/_part.md")).toBe("`old.md` [a](new.md) [b][r]\n\n[r]: new.md\n");
  });
  test("in the front matter", () => {
    expect(read(root, "content/docs/preview.md")).toBe("---\ntitle: old.svg\nimage: ./new.svg\n---\n\nText\n");
  });
  test("what it could not repair is reported, as the next check does", () => {
    const broken = (text: string) => text.match(/broken link "old\.md"|^content.*broken-.*/gm);
    expect(broken(first)).toEqual([expect.stringContaining(place("link with an escape"))]);
    expect(broken(again)).toEqual(broken(first));
  });
});

describe("where git knows that a file was renamed", () => {
  const moved = (): string => {
    const root = makeSite({
      "content/docs/index.md": "# Start\n",
      "content/docs/guide/first.md": "# First\n\nA page with some text that makes it itself.\n",
      "content/docs/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"/>',
      "content/docs/links.md":
        '# Links\n\n[a](./guide/first.md#x) [b](/docs/guide/first)\n\n![p](./picture.svg)\n\n<img alt="" srcset="./other.svg, ./picture.svg 2x">\n',
      "content/docs/other.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="3"/>',
    });
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-qm", "one");
    writeFiles(root, { "content/docs/manual/_category_.json": "{}" });
    renameSync(join(root, "content/docs/guide/first.md"), join(root, "content/docs/manual/middle.md"));
    renameSync(join(root, "content/docs/picture.svg"), join(root, "content/docs/manual/drawing.svg"));
    git(root, "add", ".");
    git(root, "commit", "-qm", "two");
    renameSync(join(root, "content/docs/manual/middle.md"), join(root, "content/docs/manual/last.md"));
    git(root, "add", ".");
    git(root, "commit", "-qm", "three");
    return root;
  };

  test("it is said where to, over several renames", async () => {
    const { stderr } = await command("check-links", "--root", moved());
    const hints = [...stderr.matchAll(/hint: (.*)/g)].map(([, hint]) => hint);
    expect(hints).toEqual([
      "renamed according to git: write ./manual/last.md#x",
      "renamed according to git: write /docs/manual/last",
      "renamed according to git: write ./manual/drawing.svg",
      "renamed according to git: write ./manual/drawing.svg",
    ]);
  });

  test("--fix follows it", async () => {
    const root = moved();
    await command("check-links", "--root", root, "--fix");
    expect(read(root, "content/docs/links.md")).toBe(
      '# Links\n\n[a](./manual/last.md#x) [b](/docs/manual/last)\n\n![p](./manual/drawing.svg)\n\n<img alt="" srcset="./other.svg, ./manual/drawing.svg 2x">\n',
    );
  });

  test("not committed yet, --fix follows it and touches nothing else; --redirect writes the old address down", async () => {
    const links = "# Links\n\n[a](./guide/first.md) [b](/docs/guide/first#x) [c](/docs) [d](/tool)\n";
    const files = {
      "site.config.ts":
        'import { redirects } from "./redirects.ts";\nexport default { title: "T", url: "https://example.com", redirects };\n',
      "redirects.ts": 'export const redirects = [\n  { from: "/docs/older", to: "/docs/" }\n];\n',
      "content/docs/index.md": "# Start\n",
      "content/docs/guide/first.md": "# First\n\nA page with some text that makes it itself.\n\n## X\n",
      "content/docs/links.md": links,
      "content/pages/tool.jsx": "// A page of its own.\nexport default () => <p>A page with some text.</p>;\n",
      "content/static/index.html": "Home\n",
    };
    const rename = (root: string) => {
      renameSync(join(root, "content/docs/guide/first.md"), join(root, "content/docs/last.md"));
      renameSync(join(root, "content/pages/tool.jsx"), join(root, "content/pages/tools.jsx"));
    };
    const follow = async (root: string) => {
      const { stderr } = await command("check-links", "--root", root, "--fix", "--redirect");
      expect(stderr).toBe(
        "Written into content/docs/last.md:\n  aliases: [/docs/guide/first]\n" +
          'Written into redirects.ts:\n  { from: "/tool", to: "/tools" },\n',
      );
      expect(read(root, "content/docs/last.md")).toBe(
        `---\naliases: [/docs/guide/first]\n---\n\n${files["content/docs/guide/first.md"]}`,
      );
      expect(read(root, "content/docs/links.md")).toBe(
        "# Links\n\n[a](./last.md) [b](/docs/last#x) [c](/docs) [d](/tools)\n",
      );
      expect(read(root, "redirects.ts")).toBe(
        'export const redirects = [\n  { from: "/docs/older", to: "/docs/" },\n  { from: "/tool", to: "/tools" },\n];\n',
      );
    };
    const known = makeSite(files);
    git(known, "init", "-q");
    git(known, "add", ".");
    git(known, "commit", "-qm", "one");
    const index = readFileSync(join(known, ".git/index"));
    rename(known);
    await follow(known);
    expect(readFileSync(join(known, ".git/index"))).toEqual(index);
    // Without git, from what the last build has read.
    const built = await buildSite(files);
    rename(built);
    await follow(built);
  });
});

test.each<readonly [form: string, before: string, after: string | undefined]>([
  ["no front matter", "# A\n", "---\naliases: [/b c]\n---\n\n# A\n"],
  [
    "a mark and Windows lines",
    "\uFEFF---\r\ntitle: A\r\n---\r\n",
    "\uFEFF---\r\naliases: [/b c]\r\ntitle: A\r\n---\r\n",
  ],
  ["a list on a line", "---\naliases: [/x, '/y' ]\n---\n", "---\naliases: [/x, '/y', /b c]\n---\n"],
  ["a list on lines", "---\naliases:\n  - /x\ntitle: A\n---\n", "---\naliases:\n  - /b c\n  - /x\ntitle: A\n---\n"],
  ["an empty list", "---\naliases: []\n---\n", undefined],
  ["a list on several lines", "---\naliases: [/x,\n  /y]\n---\n", undefined],
  ["front matter that is not closed", "---\ntitle: A\n", undefined],
])("an alias is written into a page with %s", (_, before, after) => {
  const written = withAlias("a.md", before, "/b c");
  expect(written && inFormOf(before, written)).toBe(after?.replace("/b c", '"/b c"'));
});

test("the lines of a configuration keep their ends", async () => {
  const windows = (text: string) => text.replaceAll("\n", "\r\n");
  const config = 'export default {\n  title: "T",\n  url: "https://example.com",\n};';
  const root = makeSite({
    "site.config.ts": windows(config),
    "content/pages/tool.tsx": "export default () => <h1>T</h1>;",
  });
  git(root, "init", "-q");
  git(root, "add", ".");
  git(root, "commit", "-qm", "one");
  renameSync(join(root, "content/pages/tool.tsx"), join(root, "content/pages/tools.tsx"));
  await command("check-links", "--root", root, "--fix", "--redirect");
  const entry = '  redirects: [\n    { from: "/tool", to: "/tools" },\n  ],\n';
  expect(read(root, "site.config.ts")).toBe(windows(config.replace("};", `${entry}};`)));
});

test("a list of the configuration is written to where it stands as it is", () => {
  const extended = (config: string) =>
    extendList(new Map([["site.config.ts", config]]), "redirects", ["{ a }", "{ b }"])?.text;
  expect(extended("export default { redirects: [\n  { c } // Old.\n] };")).toBe(
    "export default { redirects: [\n  { c }, // Old.\n  { a },\n  { b },\n] };",
  );
  expect(extended("export default { redirects: [{ c }] };")).toBe(
    "export default { redirects: [{ c }, { a }, { b }] };",
  );
  expect(extended("export default {\n  title,\n};\n")).toBe(
    "export default {\n  title,\n  redirects: [\n    { a },\n    { b },\n  ],\n};\n",
  );
  expect(extended("export default { redirects: [] };")).toContain("[\n  { a },\n  { b },\n] };");
  expect(extended("export default { redirects: made.map(String) };")).toBe(undefined);
  expect(extended("export default make();")).toBe(undefined);
});

test("each kind has a level in the configuration, in check-links and in a build", async () => {
  const site = (settings: string): Files => ({
    "site.config.ts": `export default { title: "T", url: "https://example.com", links: { levels: { ${settings} } } };`,
    "content/docs/index.md": "# Start\n\n[here](/gone) [Other](/Docs/) [slash](/docs)\n",
  });
  const codes = async (settings: string, ...args: readonly string[]) => {
    const { stderr, code } = await command(...args, "--root", makeSite(site(settings)));
    return [...[...stderr.matchAll(/^content\S+ {2}(\w+)/gm)].map(([, level]) => level), code];
  };
  expect(await codes("", "check-links")).toEqual(["error", "warning", "error", 1]);
  const changed = '"broken-link": "warn", "wrong-case": "ignore", "vague-text": "error", "trailing-slash": "warn"';
  expect(await codes(changed, "check-links")).toEqual(["warning", "error", "warning", 1]);
  expect(await codes(changed, "build")).toEqual(["warning", 0]);
  const unknown = await command("check-links", "--root", makeSite(site('"brokn-link": "warn"')));
  expect(unknown.stderr).toMatch(/links\.levels.*brokn-link/);
  expect(unknown.code).toBe(2);
});
