import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseFrontMatter } from "../../src/content/front-matter.ts";
import { buildSite, readOutput } from "../helpers/docgen.ts";
import { buildFaults, type Faults } from "../helpers/faults.ts";

/** Nine levels of nine references each: 387 million values, were they copied. */
const BOMB = Array.from({ length: 9 }, (_, level) => {
  const items = Array.from({ length: 9 }, () => (level === 0 ? '"x"' : `*l${level - 1}`)).join(", ");
  return `l${level}: &l${level} [${items}]`;
}).join("\n");

const LIST_OR_NUMBER = "2:1  error  front matter must be a mapping of keys to values";
const FORBIDDEN = (line: number, key: string) => `${line}:1  error  front matter key "${key}" is not allowed`;

type Fault = readonly [name: string, source: string, messages: readonly string[]];

/** What is wrong with a page, its text, and what is said of it. */
const FAULTS: readonly Fault[] = [
  [
    "JavaScript that writes a file",
    '---js\n{ title: require("node:fs").writeFileSync("written-by-front-matter", "") }\n---\n\nText.\n',
    ["1:1  error  JavaScript front matter is not supported: it would run code (write YAML between --- lines)"],
  ],
  [
    "JavaScript by its long name",
    "---javascript\n{ title: process.exit(9) }\n---\n\nText.\n",
    ["1:1  error  JavaScript front matter is not supported: it would run code (write YAML between --- lines)"],
  ],
  [
    "another language",
    "---toml\ntitle = 1\n---\n",
    ['1:1  error  front matter in "toml" is not supported (write YAML between --- lines)'],
  ],
  ["not closed", "---\ntitle: A\n\nText.\n", ["1:1  error  front matter is not closed (close it with a line of ---)"]],
  [
    "broken YAML",
    "---\ntitle: a: b\n---\n\nText.\n",
    [
      "2:9  error  front matter is not valid YAML: incomplete explicit mapping pair (quote a value that contains a colon)",
    ],
  ],
  ...(
    [
      ["tags: [a, b\ntitle: A", "2:7", "the value is not closed, end it with ]"],
      ["tags: [a, [b]\n  , c\ntitle: [x]", "2:7", "the value is not closed, end it with ]"],
      ["last_update: { date: x\ntitle: A", "2:14", "the value is not closed, end it with }"],
      ["title: @x", "2:8", "end of the stream or a document separator is expected (put the value in quotes)"],
      ["title: *x", "2:10", 'unidentified alias "x" (put the value in quotes)'],
      ["title: A\ntitle: B", "3:1", "duplicated mapping key (remove one of the two)"],
      [
        'title: "a\\q"',
        "2:11",
        "unknown escape sequence (write \\\\ for a backslash, or put the value in single quotes)",
      ],
      ["title: A\n  id: c", "3:5", "bad indentation of a mapping entry (indent keys of the same level alike)"],
    ] as const
  ).map(
    ([yaml, place, message]): Fault => [
      yaml,
      `---\n${yaml}\n---\n`,
      [`${place}  error  front matter is not valid YAML: ${message}`],
    ],
  ),
  ...["title:A\nid: b", 'title: "A" b\nid: b'].map(
    (yaml): Fault => [
      yaml,
      `---\n${yaml}\n---\n`,
      [
        expect.stringMatching(
          /3:\d {2}error .* \(write each key as key: value, with a space after the colon and nothing/,
        ),
      ],
    ],
  ),
  [
    "a key that begins like another",
    "---\ntitle_meta: A\ntitle: [x]\n---\n",
    [
      '3:1  error  front matter key "title" must be a string that is not blank, but is a list (put the value in quotes: title: "…")',
    ],
  ],
  [
    "a title of spaces",
    '---\ntitle: "   "\n---\n',
    ['2:1  error  front matter key "title" must be a string that is not blank, but is "   "'],
  ],
  ["a list", "---\n- a\n- b\n---\n", [LIST_OR_NUMBER]],
  ["a number", "---\n42\n---\n", [LIST_OR_NUMBER]],
  ["the key __proto__", "---\n__proto__: x\n---\n", [FORBIDDEN(2, "__proto__")]],
  ["the key constructor", "---\ntitle: A\nconstructor: x\n---\n", [FORBIDDEN(3, "constructor")]],
  [
    "a merge of __proto__",
    "---\n<<: { __proto__: { polluted: 1 } }\n---\n",
    ['2:1  error  front matter key "<<" is not allowed'],
  ],
  [
    "an alias bomb",
    `---\n${BOMB}\n---\n`,
    ["2:1  error  front matter contains more than 1000 values or is nested deeper than 20 levels"],
  ],
  [
    "larger than 64 kB",
    `---\ntitle: "${"x".repeat(70_000)}"\n---\n`,
    ["1:1  error  front matter is larger than 64 kB"],
  ],
  [
    "a position that is a word",
    "---\ntitle: A\nsidebar_position: abc\n---\n",
    [
      '3:1  error  front matter key "sidebar_position" must be a number, but is "abc" (write a number such as sidebar_position: 2)',
    ],
  ],
  [
    "a flag that is neither",
    "---\ndraft: maybe\n---\n",
    ['2:1  error  front matter key "draft" must be true or false, but is "maybe" (write draft: true or draft: false)'],
  ],
  [
    "a date that is a word",
    "---\nlast_update:\n  date: soon\n---\n",
    [
      '2:1  error  front matter key "last_update" must be a mapping with date (a day such as 2026-01-31) and author, but is {"date":"soon"}',
    ],
  ],
  [
    "a day that its month does not have",
    "---\nlast_update:\n  date: 2023-02-29\n---\n",
    [
      '2:1  error  front matter key "last_update" must be a mapping with date (a day such as 2026-01-31) and author, but is {"date":"2023-02-29"}',
    ],
  ],
  [
    "a level that no heading of a list has",
    "---\ntoc_max_heading_level: 9\n---\n",
    [
      '2:1  error  front matter key "toc_max_heading_level" must be a number from 2 to 6, but is "9" (write a number such as toc_max_heading_level: 2)',
    ],
  ],
  [
    "a script that the site has not",
    "---\ntitle: A\nscripts: [chart]\n---\n\nText.\n",
    ['3:1  warning  no script has the name "chart" (give a script that name in scripts of site.config.ts)'],
  ],
  [
    "behind an empty line",
    "\n\n---\ntitle: A\ndraft: true\ntags:\n  - a\n---\n\nText.\n",
    [
      "3:1  error  front matter must start on the first line of a page: docgen treats this as text (remove the empty lines above it)",
    ],
  ],
  [
    "an unknown key",
    "---\nsidebar_postion: 1\n---\n",
    ['2:1  warning  unknown front matter key "sidebar_postion"; did you mean "sidebar_position"?'],
  ],
];

const pathOf = (index: number) => `content/docs/f${index}.md`;
let faults: Faults;

beforeAll(async () => {
  faults = await buildFaults(Object.fromEntries(FAULTS.map(([, source], index) => [pathOf(index), source])));
});

describe("front matter", () => {
  test.each(FAULTS.map(([name, , messages], index) => [name, messages, index] as const))(
    "with a fault is told at its line: %s",
    (_, messages, index) => {
      expect(faults.of(pathOf(index))).toEqual(messages);
      expect(faults.code).toBe(1);
    },
  );

  test("runs no code", () => {
    for (const folder of [faults.root, process.cwd()]) {
      expect(existsSync(join(folder, "written-by-front-matter"))).toBe(false);
    }
  });

  test("that is broken is told the same twice in one process", () => {
    const source = "---\ntitle: a: b\n---\n\nText.\n";
    const first = parseFrontMatter("a.md", source);
    expect(first.problems).toHaveLength(1);
    expect(parseFrontMatter("a.md", source)).toEqual(first);
  });

  test("pollutes nothing, also by a merge", () => {
    const merge =
      "---\nbase: &base\n  __proto__:\n    polluted: yes\ntitle:\n  <<: *base\n<<: { __proto__: { polluted: 1 } }\n---\n";
    const { problems, frontMatter } = parseFrontMatter("a.md", merge);
    expect(problems).toContainEqual(
      expect.objectContaining({ severity: "error", line: 7, message: 'front matter key "<<" is not allowed' }),
    );
    for (const value of [{}, frontMatter]) expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("that is an alias bomb takes no memory", () => {
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 20; round++) parseFrontMatter("a.md", `---\n${BOMB}\n---\n`);
    expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
  });

  test("texts that YAML 1.1 would turn into numbers and dates stay texts", async () => {
    const root = await buildSite({
      "content/docs/a.md": "---\ntitle: 1:30\ndescription: 2024-01-01\n---\n",
      "content/docs/b.md": "---\ntitle: 010\ndescription: 1_000\n---\n",
    });
    expect(readOutput(root, "docs/a/index.html")).toContain("<title>1:30 | Fixture</title>");
    expect(readOutput(root, "docs/a/index.html")).toContain('<meta name="description" content="2024-01-01">');
    expect(readOutput(root, "docs/b/index.html")).toContain("<title>010 | Fixture</title>");
    expect(readOutput(root, "docs/b/index.html")).toContain('<meta name="description" content="1_000">');
  });
});

test("an empty file, front matter alone, a byte order mark and CRLF are pages", async () => {
  const root = await buildSite({
    "content/docs/empty.md": "",
    "content/docs/mark.md": "\uFEFF",
    "content/docs/own.md": "---\ntitle: Only front matter\n---\n",
    "content/docs/marked.md": "\uFEFF---\ntitle: Marked\n---\n\nText.\n",
    "content/docs/windows.md": "---\r\ntitle: Windows\r\n---\r\n\r\n## Part\r\n\r\n```js\r\nlet a;\r\n```\r\n",
  });
  const titles = { empty: "Empty", mark: "Mark", own: "Only front matter", marked: "Marked", windows: "Windows" };
  for (const [name, title] of Object.entries(titles)) {
    expect(readOutput(root, `docs/${name}/index.html`)).toContain(`<h1>${title}</h1>`);
  }
  expect(readOutput(root, "docs/windows/index.html")).not.toContain("\r");
  expect(readOutput(root, "docs/windows/index.html")).toContain('id="part"');
});

test("what shows nothing, and what is written twice, is reported", async () => {
  const { of } = await buildFaults({
    "site.config.ts": 'export default { title: "F", url: "https://example.com" };',
    "content/docs/contents.md": "---\ntoc_max_heading_level: 5\ntoc_min_heading_level: 6\n---\n# A\n",
    "content/docs/default.md": "---\ntoc_min_heading_level: 4\n---\n# A\n",
    "content/docs/both.md": "---\ntoc_min_heading_level: 4\ntoc_max_heading_level: 4\n---\n# A\n",
    "content/docs/label.md": '---\ntitle: "a\\tb"\nsidebar_label: "a\\eb"\n---\n',
    "content/docs/mark.md": "# Bel\x07l\n\nA \xa0 and \x9e are shown.\n",
    "content/docs/folder/a.md": "# A\n",
    "content/docs/folder/_category_.json":
      '{\n  "label": "\\"label\\":",\n  "link": { "type": "doc", "id": "folder/a" },\n  "\\u006cabel": "B"\n}\n',
    "content/docs/other/a.md": "# A\n",
    "content/docs/other/_category_.json": '{ "label": "a\\u0000b", "customProps": { "a": [{ "b": 1 }, { "b": 2 }] } }',
  });
  const contents = (min: number, max: number) =>
    `warning  the table of contents is empty: toc_min_heading_level ${min} is above toc_max_heading_level ${max} (set both, the smaller number as toc_min_heading_level)`;
  expect(of("content/docs/contents.md")).toEqual([`3:1  ${contents(6, 5)}`]);
  expect(of("content/docs/default.md")).toEqual([`2:1  ${contents(4, 3)}`]);
  expect(of("content/docs/both.md")).toEqual([]);
  const rule = "must be a string without control characters";
  expect(of("content/docs/label.md")).toEqual([
    `3:1  error  front matter key "sidebar_label" ${rule}, but is "a\\u001bb"`,
  ]);
  expect(of("content/docs/mark.md")).toEqual(["1:6  warning  contains the control character \\x07 (remove it)"]);
  expect(of("content/docs/folder/_category_.json")).toEqual([
    '4:3  error  the key "label" is written twice (remove one of the two)',
  ]);
  expect(of("content/docs/other/_category_.json")).toEqual([`1:3  error  "label" ${rule}`]);
});
