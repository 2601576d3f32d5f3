import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAuthors } from "../../src/content/authors.ts";
import { parseCategory } from "../../src/content/category.ts";
import { parseFrontMatter } from "../../src/content/front-matter.ts";
import { parseTexts } from "../../src/content/texts.ts";
import type { Problem } from "../../src/shared/problem.ts";
import { compileText } from "../helpers/compile.ts";
import { check, hostileText, hostileWord, PATIENCE } from "./check.ts";

const key = fc.oneof(
  fc.constantFrom("title", "slug", "id", "tags", "authors", "date", "last_update", "draft", "sidebar_position", "<<"),
  hostileWord,
);
const yamlPiece = fc.oneof(
  key.map((name) => `${name}: `),
  hostileText,
  fc.constantFrom(
    "\n",
    "\n  ",
    "- ",
    "---\n",
    "...\n",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!js/function ",
    "!!binary ",
    "|\n",
    ">-\n",
    '"',
    "'",
    "# ",
    "? ",
    "@",
    "%YAML 1.1\n",
    "\t",
  ),
);
/** A file's text as it is read: `\n` ends its lines whatever did. */
const asRead = (text: string) => text.replace(/\r\n?/g, "\n");
const yaml = fc.array(yamlPiece, { maxLength: 40 }).map((parts) => asRead(parts.join("")));
const json = fc.oneof(
  fc.json(),
  fc
    .dictionary(
      fc.oneof(fc.constantFrom("label", "position", "link", "collapsed", "type", "slug"), hostileWord),
      fc.jsonValue(),
    )
    .map((value) => JSON.stringify(value)),
  fc.tuple(fc.json(), fc.nat(50)).map(([text, length]) => text.slice(0, length)),
  hostileText.map(asRead),
);

/** Every problem has a place in the text, and nothing was polluted. */
function expectPlaces(problems: readonly Problem[], source: string): void {
  const lines = source.split("\n").length;
  for (const { line, column, message } of problems) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines + 1);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(message).not.toBe("");
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
}

test("any front matter: read or refused at its line", PATIENCE, async () => {
  await check(
    fc.property(yaml, fc.constantFrom("---", "---js", "---yaml", "--- ", "----", "\uFEFF---"), (text, opening) => {
      const source = `${opening}\n${text}\n---\n\nBody.\n`;
      const { problems, frontMatter, body, bodyLine } = parseFrontMatter("a.md", source);
      expectPlaces(problems, source);
      expect(Object.getPrototypeOf(frontMatter)).toBe(Object.prototype);
      expect(source.endsWith(body)).toBe(true);
      expect(bodyLine).toBeLessThanOrEqual(source.split("\n").length);
    }),
  );
});

test("any _category_.json, code.json and authors.yml: read or refused at its line", PATIENCE, async () => {
  await check(
    fc.property(json, yaml, (text, other) => {
      expectPlaces(parseCategory("a/_category_.json", text).problems, text);
      expectPlaces(parseTexts("code.json", text).problems, text);
      expectPlaces(parseAuthors("authors.yml", other, (slug) => `/blog/${slug}`).problems, other);
    }),
  );
});

const INTRUDER = "<img class=intruder onerror=x><script>intruder</script>";
const escaped = INTRUDER.replace(/[!-/:-@[-`{-~]/g, "\\$&");
/** Markdown that holds HTML only where it is text. */
const piece = fc.oneof(
  fc.constantFrom(
    escaped,
    `\`${INTRUDER}\``,
    `\`\`\`js title="${INTRUDER}"\n${INTRUDER}\n\`\`\`\n`,
    `[x](/a "${escaped}")`,
    `[${escaped}](/b)`,
    `![${escaped}](/c)`,
    `[x](</d ${escaped}>)`,
    `:::note ${escaped}\n\nx\n\n:::\n`,
    `## ${escaped} {#${"a"}}\n`,
    `[^1]\n\n[^1]: ${escaped}\n`,
    `| ${escaped} |\n|---|\n| \`${INTRUDER.replaceAll("|", "")}\` |\n`,
    '<Tabs>\n<TabItem value="a">\n\n',
    "</TabItem>\n</Tabs>\n",
  ),
  fc.constantFrom(
    "\n",
    "\n\n",
    " ",
    "    ",
    "> ",
    "- ",
    "1. ",
    "*",
    "_",
    "~~",
    "[",
    "]",
    "(",
    ")",
    "![",
    ":::",
    "{",
    "}",
    "#",
    "# ",
    "|",
    "$",
    ":smile:",
    "\t",
    "\\\\",
  ),
  fc.constantFrom("a", "é", "\ud83d", "\0", "\u2028", "{vars.a}", "constructor"),
);

test("any Markdown: compiled, and HTML that is written as text stays text", PATIENCE, async () => {
  await check(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (parts) => {
      const source = parts.join("");
      // Backticks and fences may pair up so that what was code is HTML: then authors have written HTML.
      const isCode = /`/.test(source);
      const { html, document, problems } = await compileText(source, { a: "v" });
      const marks = [...document.html.matchAll(/\u0080(\d+)\u0081/g)].map(([, index]) => Number(index));
      expect(marks.filter((index) => document.slots[index] === undefined)).toEqual([]);
      expect(document.html.replace(/\u0080\d+\u0081/g, "")).not.toMatch(/[\u0080\u0081]/);
      if (!isCode) expect(html).not.toMatch(/<img class=intruder|<script>/);
      for (const problem of problems) expect(problem).toMatch(/^\d+:\d+ (?:error|warning) /);
    }),
    4,
  );
});
