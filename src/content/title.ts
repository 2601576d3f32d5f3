import { splitPrefix } from "./routes.ts";
import type { SourcePage } from "./types.ts";

/** A page's title without compiling it: front matter, a heading that its text begins with, or its name. */
export function pageTitle(page: SourcePage): string {
  const { title } = page.frontMatter;
  if (title !== undefined) return title.replace(/`([^`]+)`/g, "$1");
  if (page.heading !== undefined) return withoutMarks(page.heading);
  const words = splitPrefix(
    page.isIndex && page.folder !== "" ? (page.folder.split("/").at(-1) ?? "") : page.name,
  ).name;
  return readableName(words);
}

/** The heading that a text begins with, as pages have it. */
export function leadingHeading(body: string): Pick<SourcePage, "heading"> {
  const line = /^\s*#[ \t]+([^\n]+)/.exec(body)?.[1];
  if (line === undefined) return {};
  const text = line
    .trimEnd()
    .replace(/(?<!#)#+$/, "")
    .trimEnd();
  return { heading: text === "" ? line.charAt(0) : text };
}

/** `data-import` → `Data import`. */
export function readableName(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A heading's text: marks, tags and the address of links taken off, escapes and entities resolved; code as it is. */
function withoutMarks(markdown: string): string {
  const codes: string[] = [];
  return (
    markdown
      .replace(/(?<!\s)\s*\{#[^\s{}]+\}\s*$/, "")
      // Zero bytes are refused when a file is read: none stands in the text.
      .replace(CODE, (_, _fence: string, code: string) => `\0${codes.push(code) - 1}\0`)
      .replace(/!?\[([^[\]]*)\]\([^)[]*\)/g, "$1")
      .replace(TAG, "")
      .replace(/(?<!\\)[`*]|(?<=[^\\\w]|^)_|(?<!\\)_(?=\W|$)/g, "")
      .replace(/\\([!-/:-@[-`{-~])/g, "$1")
      .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
      .replace(/\0(\d+)\0/g, (_, index: string) => codes[Number(index)] ?? "")
      .trim()
  );
}

const CODE = /(?<![\\`])(`+)(?!`) ?(.{1,500}?) ?(?<!`)\1(?!`)/g;
/** `<b>` and `<BR>`; `<T>` and `<Cell>` are text in a page, too. */
const TAG = /(?<!\\)<\/?(?:[a-z][^<>]*|[A-Z][A-Z0-9]+(?:[\s/][^<>]*)?)>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
