import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite, docgen, makeSite, readTree, writeFiles } from "./helpers/docgen.ts";

const GOOD = { "content/docs/index.md": "# Start\n" };

const FAULTS = {
  "content/docs/yaml.md": "---\ntitle: a: b\n---\n\nText.\n",
  "content/docs/twice.md": "# One\n",
  "content/docs/Twice.md": "# Two\n",
  "content/docs/component.md": "Text.\n\n<Tabz>\n\nx\n\n</Tabz>\n",
  "content/docs/link.md": "Text and\na [link](./nowher.md) and [one](/docs/strat).\n",
  "content/docs/image.md": "![A cat](./cat.png)\n",
  "content/docs/fence.md": "Text.\n\n```js\nconst a = 1;\n",
  "content/docs/bytes.md": Buffer.from([0x23, 0x20, 0x41, 0x0a, 0xff, 0xfe]),
};

test("each fault gives one line with its place; all appear in one run; the output stays", async () => {
  const root = await buildSite(GOOD);
  const before = readTree(join(root, "build"));
  writeFiles(root, FAULTS);
  const { code, stderr, stdout } = await docgen("build", "--root", root);
  expect(stderr.split("\n").filter((line) => /^content|^Not/.test(line))).toEqual([
    "content/docs/bytes.md:2:1  error  not UTF-8: invalid byte 0xff at offset 4",
    'content/docs/component.md:3:1  error  unknown component <Tabz>; did you mean "Tabs"?',
    "content/docs/fence.md:3:1  error  code fence is not closed",
    'content/docs/image.md:1:1  error  broken link "./cat.png": no page or file at /docs/cat.png',
    'content/docs/link.md:2:3  warning  broken link "./nowher.md": no page at content/docs/nowher.md',
    'content/docs/link.md:2:27  error  broken link "/docs/strat": no page or file at /docs/strat',
    "content/docs/twice.md:1:1  error  route /docs/twice is also made by content/docs/Twice.md (route /docs/Twice)",
    "content/docs/yaml.md:2:9  error  front matter is not valid YAML: incomplete explicit mapping pair",
    "Not built: 7 errors, 1 warning. The output folder is as it was.",
  ]);
  expect(stdout).toBe("");
  expect(code).toBe(1);
  expect(readTree(join(root, "build"))).toEqual(before);
});

test("front matter never runs code", async () => {
  const root = makeSite({ "content/docs/a.md": "---js\n{ title: process.exit(9) }\n---\n\nText.\n" });
  const { code, stderr } = await docgen("build", "--root", root);
  expect(stderr).toContain("content/docs/a.md:1:1  error  JavaScript front matter is not supported: it would run code");
  expect(code).toBe(1);
});

test.each([
  ["not closed", "---\ntitle: A\n\nText.\n", "1:1  error  front matter is not closed"],
  ["a list", "---\n- a\n- b\n---\n", "2:1  error  front matter must be a mapping of keys to values"],
  ["a number", "---\n42\n---\n", "2:1  error  front matter must be a mapping of keys to values"],
  [
    "a wrong type",
    "---\ntitle: A\nsidebar_position: first\n---\n",
    '3:1  error  front matter key "sidebar_position" must be a number, but is "first"',
  ],
  [
    "a wrong flag",
    "---\ndraft: maybe\n---\n",
    '2:1  error  front matter key "draft" must be true or false, but is "maybe"',
  ],
  [
    "a wrong date",
    "---\nlast_update:\n  date: soon\n---\n",
    '2:1  error  front matter key "last_update" must be a mapping with date (2026-01-31) and author, but is a mapping',
  ],
  ["a forbidden key", "---\n__proto__: x\n---\n", '2:1  error  front matter key "__proto__" is not allowed'],
])("front matter that is %s is an error at its line", async (_, source, message) => {
  const root = makeSite({ "content/docs/a.md": source });
  const { code, stderr } = await docgen("build", "--root", root);
  expect(stderr).toContain(`content/docs/a.md:${message}`);
  expect(code).toBe(1);
});

test("an unknown front matter key is a warning with a suggestion", async () => {
  const root = makeSite({ "content/docs/a.md": "---\nsidebar_postion: 1\n---\n" });
  const { code, stderr } = await docgen("build", "--root", root);
  expect(stderr).toContain(
    'content/docs/a.md:2:1  warning  unknown front matter key "sidebar_postion"; did you mean "sidebar_position"?',
  );
  expect(code).toBe(0);
});

test("an alias bomb is refused at once", async () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items = Array.from({ length: 9 }, () => (level === 0 ? '"x"' : `*l${level - 1}`)).join(", ");
    return `l${level}: &l${level} [${items}]`;
  });
  const root = makeSite({ "content/docs/a.md": `---\n${levels.join("\n")}\n---\n` });
  const { stderr, code } = await docgen("build", "--root", root);
  expect(stderr).toContain(
    "content/docs/a.md:2:1  error  front matter holds more than 1000 values or is deeper than 20",
  );
  expect(code).toBe(1);
});

test("texts that YAML 1.1 would turn into numbers and dates stay texts", async () => {
  const root = await buildSite({ "content/docs/a.md": "---\ntitle: 1:30\ndescription: 2024-01-01\n---\n" });
  const html = readTree(join(root, "build")).get("docs/a/index.html");
  expect(html).toContain("<title>1:30 | Fixture</title>");
  expect(html).toContain('<meta name="description" content="2024-01-01">');
});

test.each([
  ["an empty file", ""],
  ["front matter alone", "---\ntitle: T\n---\n"],
  ["a byte order mark", "\uFEFF# T\n"],
  ["CRLF", "---\r\ntitle: T\r\n---\r\n\r\nText.\r\n"],
])("%s is a page", async (_, source) => {
  const root = await buildSite({ "content/docs/t.md": source });
  expect(readTree(join(root, "build")).get("docs/t/index.html")).toContain("<h1>T</h1>");
});

test("two pages of one route are an error that names both, also when they differ by Unicode form", async () => {
  const root = makeSite({
    "content/docs/caf\u00e9.md": "# A\n",
    "content/docs/cafe\u0301.md": "# B\n",
    "content/docs/foo.md": "# C\n",
    "content/docs/foo/index.md": "# D\n",
  });
  const { stderr, code } = await docgen("build", "--root", root);
  expect(stderr).toContain(
    "content/docs/caf\u00e9.md:1:1  error  route /docs/caf\u00e9 is also made by content/docs/cafe\u0301.md (route /docs/cafe\u0301)",
  );
  expect(stderr).toContain(
    "content/docs/foo/index.md:1:1  error  route /docs/foo/ is also made by content/docs/foo.md (route /docs/foo)",
  );
  expect(code).toBe(1);
});
