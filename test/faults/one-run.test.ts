import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, readTree, writeFiles } from "../helpers/docgen.ts";

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
