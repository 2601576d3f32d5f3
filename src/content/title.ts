import { splitPrefix } from "./routes.ts";
import type { SourcePage } from "./types.ts";

/** The title of a page that isn't compiled: from front matter, the leading heading or the name. */
export function pageTitle(page: SourcePage): string {
  const { title } = page.frontMatter;
  if (title !== undefined) return title.replace(/`([^`]+)`/g, "$1");
  if (page.heading !== undefined) return plainHeading(page.heading);
  const words = splitPrefix(
    page.isIndex && page.folder !== "" ? (page.folder.split("/").at(-1) ?? "") : page.name,
  ).name;
  return readableName(words);
}

/** Syntax that may precede the leading heading because it isn't shown: comments, imports and exports. */
const HIDDEN = [
  /\s+/y,
  /<!--[\s\S]*?-->/y,
  /\{\/\*[\s\S]*?\*\/\}/y,
  /(?:import|export)\s[^\n]*["'];?[ \t]*(?:\n|$)/y,
  /import\s[^\n"']*\{[^\n"']*\n(?:[^\n"']+\n){0,200}[^\n]*["'];?[ \t]*(?:\n|$)/y,
  /export\s(?:const|let|var|default|async|function|class)\s(?:[^\n]+(?:\n|$))+(?:\n+[ \t})\]](?:[^\n]+(?:\n|$))+)*/y,
];

/** The leading heading of a page's text, as Markdown; without a field if there is none. */
export function leadingHeading(body: string): Pick<SourcePage, "heading"> {
  let start = 0;
  const skip = () =>
    HIDDEN.find((pattern) => {
      pattern.lastIndex = start;
      start += pattern.exec(body)?.[0].length ?? 0;
      return pattern.lastIndex > 0;
    });
  while (skip() !== undefined);
  const line = /^#[ \t]+([^\n]+)/.exec(body.slice(start))?.[1];
  if (line === undefined) return {};
  const text = line
    .trimEnd()
    .replace(/(?<!#)#+$/, "")
    .trimEnd();
  return { heading: text === "" ? line.charAt(0) : text };
}

/** `data-import` → `Data import`; dates such as `2024-01-02` keep their hyphens. */
export function readableName(name: string): string {
  const words = name.replace(/(?<!\d)(\d{4}-\d\d(?:-\d\d)?)(?!\d)|[-_]+/g, (_, date = " ") => date).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Plain text of a heading: without formatting, tags and link targets; escapes and entities are resolved, code is kept.
 */
function plainHeading(markdown: string): string {
  const codes: string[] = [];
  return (
    markdown
      .replace(/(?<!\s)\s*\{#[^\s{}]+\}\s*$/, "")
      // Zero bytes mark placeholders: a file that contains any is rejected when it is read.
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
/** `<b>` and `<BR>`, but not `<T>` and `<Cell>`: pages show those as text. */
const TAG = /(?<!\\)<\/?(?:[a-z][^<>]*|[A-Z][A-Z0-9]+(?:[\s/][^<>]*)?)>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
