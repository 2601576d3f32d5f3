import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, readTree, writeFiles } from "../helpers/docgen.ts";
import { buildFaults } from "../helpers/faults.ts";
import { get, watchSite } from "../helpers/watch.ts";

const GOOD = { "content/docs/index.md": "# Start\n" };

const FAULTS = {
  "content/docs/yaml.md": "---\ntitle: a: b\n---\n\nText.\n",
  "content/docs/twice.md": "# One\n",
  "content/docs/Twice.md": "# Two\n",
  "content/docs/component.md": "Text.\n\n<Tabz>\n\nx\n\n</Tabz>\n",
  "content/docs/link.md":
    "Text and\na [link](./nowher.md) and [one](/docs/strat).\n\n[a](#gone) [b](/docs/#gone) [c](./no.zip)\n",
  "content/docs/field.md": "---\nsidebar_position: first\n---\n\n<Tabz />\n",
  "content/docs/image.md":
    "![A cat](./cat.png), [a page with a fault](./field.md), [a post with one](/blog/2026/01/31/a)\n",
  "content/blog/2026-01-31-a.md": "---\ntoc_max_heading_level: many\n---\n\nText.\n",
  "content/docs/fence.md": "Text.\n\n```js\nconst a = 1;\n",
  "content/docs/bytes.md": Buffer.from([0x23, 0x20, 0x41, 0x0a, 0xff, 0xfe]),
};

/** Place, severity and a word of what is said. */
const EXPECTED: readonly (readonly [place: string, words: RegExp])[] = [
  ["blog/2026-01-31-a.md:2:1", /error {2}front matter key "toc_max_heading_level" must be a number/],
  ["docs/bytes.md:2:1", /error {2}not UTF-8: invalid byte 0xff at offset 4/],
  ["docs/component.md:3:1", /error {2}unknown component <Tabz>; did you mean "Tabs"\?/],
  ["docs/fence.md:3:1", /error {2}code fence is not closed/],
  ["docs/field.md:2:1", /error {2}front matter key "sidebar_position" must be a number/],
  ["docs/field.md:5:1", /error {2}unknown component <Tabz>/],
  ["docs/image.md:1:1", /error {2}.*cat\.png/],
  ["docs/link.md:2:3", /nowher\.md/],
  ["docs/link.md:2:27", /error {2}.*\/docs\/strat/],
  ["docs/link.md:4:1", /error {2}.*gone/],
  ["docs/link.md:4:12", /error {2}.*gone/],
  ["docs/link.md:4:29", /error {2}.*no\.zip/],
  ["docs/twice.md:1:1", /error {2}route \/docs\/twice is also used by content\/docs\/Twice\.md/],
  ["docs/yaml.md:2:9", /error {2}front matter is not valid YAML/],
];

test("each fault, links to missing pages, anchors, pictures and files too, has one line with its place; all in one run; the output stays", async () => {
  const root = await buildSite(GOOD);
  const before = readTree(join(root, "build"));
  writeFiles(root, FAULTS);
  const { code, stderr, stdout } = await command("build", "--root", root);
  const lines = stderr.split("\n").filter((line) => line.startsWith("content/"));
  expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(EXPECTED.map(([place]) => `content/${place}`));
  EXPECTED.forEach(([, words], index) => {
    expect(lines[index]).toMatch(words);
  });
  expect(stderr).toContain("The output folder is unchanged.");
  expect(stdout).toBe("");
  expect(code).toBe(1);
  expect(readTree(join(root, "build"))).toEqual(before);
});

const CONFIG =
  'export default { title: "T", url: "https://example.com", markdown: { math: true }, vars: { name: "x" } };\n';

/** Mistakes of authors: a file, its text, and all that is said about it. */
const MISTAKES: readonly (readonly [path: string, text: string, messages: readonly string[]])[] = [
  [
    "quote.md",
    '---\ntitle: "Open\nid: x\n---\n\nText.\n',
    ['2:8  error  front matter is not valid YAML: the value is not closed, end it with "'],
  ],
  [
    "apostrophe.md",
    "---\ntitle: 'Open\nid: it's\n---\n\nText.\n",
    ["2:8  error  front matter is not valid YAML: the value is not closed, end it with '"],
  ],
  [
    "list.md",
    "---\ntags: news\n---\n\nText.\n",
    [expect.stringMatching(/^2:1 {2}error .* but is "news" \(write tags: \[news\]\)$/)],
  ],
  [
    "flag.md",
    "---\ndraft: no\n---\n\nText.\n",
    ['2:1  error  front matter key "draft" must be true or false, but is "no" (write draft: false)'],
  ],
  [
    "image.md",
    "![A](./shot.png)\n",
    [
      '1:1  error  broken link "./shot.png": no page or file at /docs/shot.png (save the file as content/docs/shot.png)',
    ],
  ],
  [
    "a/_category_.json",
    '{\n  "label": "A",\n}\n',
    ["2:15  error  not valid JSON: remove the comma: JSON allows none before }"],
  ],
  [
    "b/_category_.json",
    '{\n  "label": "A"\n  "position": 1\n}\n',
    ["2:15  error  not valid JSON: a comma is missing here"],
  ],
  ["c/_category_.json", "{\n  label: 1\n}\n", ['2:3  error  not valid JSON: put the key in double quotes (")']],
  [
    "torn.md",
    '<Tabs>\n\n<TabItem value="a" label="A">text\n\n</TabItem>\n\n</Tabs>\n',
    [
      "3:1  error  the content of <TabItem> begins on the line of its tag (put the tag alone on its line, with a blank line below)",
    ],
  ],
  ["line.md", '<Tabs>\n<TabItem value="a" label="A">text</TabItem>\n</Tabs>\n', []],
  [
    "tab.md",
    "<Tabs>\n\n<Tab>\n\ntext\n\n</Tab>\n\n</Tabs>\n",
    [expect.stringContaining("3:1  error  unknown component <Tab>; did you mean <TabItem>? (")],
  ],
  [
    "file.md",
    '```js file="./a.js"\nlet a;\n```\n',
    [
      "1:1  warning  file=./a.js shows no file: it names the file that samples find this code in (write <<< ./a.js to show a file)",
    ],
  ],
  ["B.MD", "# B\n", ["1:1  warning  docgen ignores this file: the file names of pages end in .md (rename it to B.md)"]],
  [
    "empty.md",
    "---\ntitle: E\n---\n",
    ["1:1  warning  the page is empty (write its text, or mark it with draft: true)"],
  ],
  [
    "h1.md",
    "# One\n\n# Two\n",
    ["3:1  warning  a second heading of level 1, after that on line 1 (start it with ##: a page has one title)"],
  ],
  [
    "titles.md",
    "---\ntitle: One\n---\n\nText.\n\n# Two\n",
    [
      "2:1  warning  the page has two titles: title in the front matter, and a heading of level 1 (start the heading in the text with ##, or remove title)",
    ],
  ],
  [
    "theme.md",
    "import Tabs from '@theme/Tabs';\n\nText.\n",
    [expect.stringContaining('1:1  error  pages cannot import "@theme/Tabs" (remove it: components need no import;')],
  ],
  [
    "tex.md",
    "$\\foo$\n",
    [
      "1:1  error  invalid formula: Undefined control sequence: \\foo at position 1: \\foo (correct the TeX, or write \\$ for a dollar sign)",
    ],
  ],
  [
    "live.md",
    "```jsx live\nfunction A( { return 1 }\n```\n",
    [
      '2:22  warning  the live sample does not parse: Expected "}" but found "1" (fix it, or add nocheck after the language: readers see this error instead of the result)',
    ],
  ],
  [
    "live-good.md",
    "```jsx live\n() => <b>{</b>}</b>\n```\n\n```jsx live nocheck\n(\n```\n",
    [expect.stringMatching(/^2:\d+ {2}warning {2}the live sample does not parse/)],
  ],
  [
    "table.md",
    "| a | b | c |\n| - | - |\n| 1 | 2 | 3 |\n",
    ["2:1  warning  no table: its head has 3 columns, the line below has 2 columns (write | --- | --- | --- |)"],
  ],
  [
    "ref.md",
    "See [x][ref], rows[a][b] and `[x][y]`.\n\n[rfe]: https://example.com\n",
    [
      '1:5  warning  no link definition "ref"; did you mean "rfe"? (add a line of [ref]: URL, or write \\[ if it is text)',
    ],
  ],
  ["braces.md", "A {{name}} and {{b}}.\n", ["1:3  warning  {{name}} is text (write {vars.name})"]],
  [
    "admonition.md",
    ":::wraning\n\nText.\n\n:::\n",
    ['1:1  warning  unknown admonition ":::wraning"; did you mean "warning"?'],
  ],
  [
    "script.md",
    "---\nscripts: [chart]\n---\n\nText.\n",
    ['2:1  warning  no script has the name "chart" (give a script that name in scripts of site.config.ts)'],
  ],
  [
    "y.md",
    "---\nslug: /x\n---\n\nText.\n",
    [
      '2:1  error  the slug "/x" leads to route /docs/x, which content/docs/x.md already has (give one of the two another slug)',
    ],
  ],
  ["x.md", "Text.\n", []],
  [
    "badge.md",
    'A <Badge type="tip>x</Badge> b.\n',
    [
      expect.stringMatching(
        /^1:3 {2}error {2}<Badge>: the quote of "type" is not closed \(write each value between quotes/,
      ),
    ],
  ],
  [
    "value.md",
    "A <Badge type=tip>x</Badge> b.\n",
    [expect.stringContaining('1:3  error  <Badge>: the value of "type" has no quotes')],
  ],
];

test("each mistake of an author has one message, with its place, its cause and the remedy", async () => {
  const files = Object.fromEntries(MISTAKES.map(([path, text]) => [`content/docs/${path}`, text]));
  const { of } = await buildFaults({ "content/pages/index.md": "# Home\n", "site.config.ts": CONFIG, ...files });
  const told = MISTAKES.map(([path]) => [path, of(`content/docs/${path}`)]);
  expect(told).toEqual(MISTAKES.map(([path, , messages]) => [path, messages]));
});

test.each([
  [
    '{\n  title: "A"\n  url: "https://example.com",\n}',
    '3:3  error  Expected "}" but found "url"; a comma may be missing before it',
  ],
  [
    '{\n  title: "A",\n  vars: {}\n',
    '4:1  error  Expected "}" but found end of file; a bracket or a quote is not closed',
  ],
  [
    '{ titel: "A", url: "https://example.com" }',
    '1:18  error  configuration: unknown key "titel"; did you mean "title"?',
  ],
  [
    '{ title: "A", url: "https://example.com", docs: [{ sidebarPath: "x" }] }',
    '1:67  error  docs[0]: unknown key "sidebarPath"; did you mean "sidebars"?',
  ],
  [
    '{ title: "A", url: "https://example.com", docs: {} }',
    "1:58  error  docs: must be a list, but is an object; write docs: [{ … }]",
  ],
])("a mistake in the configuration has one message, too: %#", async (config, message) => {
  const { stderr } = await buildFaults({ ...GOOD, "site.config.ts": `export default ${config}` });
  expect(stderr).toBe(`site.config.ts:${message}\n`);
});

test("build, check-links and serve print the same lines", { timeout: 60_000 }, async () => {
  const site = await watchSite({ ...GOOD, "content/docs/a.md": "# A\n\n:::wraning\n\nx\n\n:::\n\n[b](/b)\n" });
  const line = 'content/docs/a.md:9:1  error  broken link "/b": no page or file at /b';
  await get(`${site.address}/docs/a`);
  await site.said(/content\/docs\/a\.md:3:1 {2}warning {2}unknown admonition ":::wraning"/);
  await site.said(/content\/docs\/a\.md:9:1 {2}error {2}broken link "\/b": no page or file at \/b/);
  for (const name of ["build", "check-links"]) {
    expect((await command(name, "--root", site.root)).stderr).toContain(line);
  }
  writeFiles(site.root, { "site.config.ts": "export default { title: 1\n" });
  await site.said(/site\.config\.ts:2:1 {2}error {2}Expected "}" but found end of file/);
});
