import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@lezer/javascript";
import { expect, test } from "vitest";
import { PROJECT } from "../helpers/docgen.ts";

/** The reader, code that edits other tools' pages, and code of the browser, which has the DOM. */
const OUTSIDE = ["shared/html.ts", "migrate/", "client/"];
/** Patterns that look like HTML and are none. */
const OTHERS: Readonly<Record<string, string>> = {
  "highlight/engine/ascii-pattern.ts": "names of groups in the patterns of grammars",
  "markdown/code-marks.ts": "comments of any language, with marks of lines",
  "markdown/copy-inline.ts": "what text has to escape in Markdown",
  "markdown/include.ts": "<Include file> of the dialect, on a line of its own",
  "markdown/component-tag.ts": "tags of the dialect's components",
  "markdown/plugins/component.ts": "closing tags of the dialect's components",
};

/** Groups of a pattern that begin with `(?<`. */
const GROUP = /\(\?<[=!]|\(\?<\w+>/g;
const CLASS = /\[(?:\\.|[^\]\\])*\]/g;
/** A tag or comment: `<` before a letter, a slash, a `!`, a group, a class or a value. */
const TAG = /<(?:[A-Za-z/!([]|\$\{|\\[w/!])/;
/** An attribute with its sign, and an entity. */
const ATTRIBUTE = /(?:^|\\s|[^\w-])(?:href|src|srcset|id|class|alt|type)\)?(?:\\s\*)?=/;
const ENTITY = /&(?:\(\?:)?\(?(?:#|amp|lt|gt|quot|nbsp|\\w)/;

function looksLikeHtml(pattern: string): boolean {
  // A class is a value to what stands before it.
  const text = pattern.replace(GROUP, "(").replace(CLASS, "[");
  return TAG.test(text) || ATTRIBUTE.test(text) || ENTITY.test(text);
}

/** Regular expressions of a source: literals, and texts that are made one. */
function patternsIn(file: string, source: string): string[] {
  const patterns: string[] = [];
  parser
    .configure({ dialect: file.endsWith("x") ? "ts jsx" : "ts" })
    .parse(source)
    .iterate({
      enter: ({ name, from, to }) => {
        const isMade = /RegExp\(\s*(?:String\.raw)?$|String\.raw$/.test(source.slice(Math.max(0, from - 40), from));
        const isText = (name === "String" || name === "TemplateString") && isMade;
        if (name === "RegExp" || isText)
          patterns.push(source.slice(from + 1, name === "RegExp" ? source.lastIndexOf("/", to - 1) : to - 1));
      },
    });
  return patterns;
}

test.each(["<a\\b", "<(\\w+)", "<\\/p>", "<[a-z]+>", "(?<!x)<!--", "\\shref=", "&(?:amp|lt);", "<script"])(
  "%s is a pattern of HTML",
  (pattern) => expect(looksLikeHtml(pattern)).toBe(true),
);

test.each(["(?<name>a)", "(?<=a)b", "a < b", "[^<>]", "<<<\\s", "a && b", "x<$"])("%s is none", (pattern) =>
  expect(looksLikeHtml(pattern)).toBe(false),
);

test("HTML is read by the reader alone, not by regular expressions", () => {
  const src = join(PROJECT, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.[cm]?tsx?$/.test(file) && !OUTSIDE.some((path) => file.startsWith(path)),
  );
  const found = files.flatMap((file) =>
    patternsIn(file, readFileSync(join(src, file), "utf8"))
      .filter(looksLikeHtml)
      .map((pattern) => ({ file, pattern })),
  );
  expect(found.filter(({ file }) => !(file in OTHERS))).toEqual([]);
  // An exception that has become needless goes.
  expect(Object.keys(OTHERS).filter((file) => !found.some((one) => one.file === file))).toEqual([]);
});
