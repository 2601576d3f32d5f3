import { isMapping, loadYaml, type Mapping, parseYaml } from "../../../content/data-file.ts";
import { parseFrontMatter } from "../../../content/front-matter.ts";
import { AUTHOR_FIELDS } from "../../../content/front-matter-schema.ts";
import { postName } from "../../../content/routes.ts";
import { lineAt } from "../../../shared/line-at.ts";
import { escapePattern } from "../../../shared/text.ts";
import type { Docusaurus, Note } from "../../job.ts";
import { record } from "../../read/config-values.ts";
import type { MainTitle } from "./headings.ts";

/** A page split into front matter in docgen's form, and the text below it. */
export interface SplitPage {
  /** Front matter with its `---` lines and a final line break; empty if there is none. */
  readonly head: string;
  readonly body: string;
  /** Line of the file at which the body begins, from 1. */
  readonly bodyLine: number;
  readonly data: Mapping;
}

/** Front matter in braces, as in JSON, with a line for each key. */
function keysOnLines(data: Mapping): string {
  const lines = Object.entries(data).map(([key, value]) => {
    const isPlain = /^(?:true|false|\d+)$/.test(String(value));
    return `${key}: ${isPlain ? String(value) : JSON.stringify(value)}\n`;
  });
  return `---\n${lines.join("")}---\n`;
}

/** Adds a note about a page. */
type AddNote = (note: Note) => void;

/** Docusaurus keys without an effect in docgen, each with the reason why nothing is lost. */
const NEEDLESS: Readonly<Record<string, string>> = {
  title_meta: "the window title is the page title",
  sidebar_key: "sidebars need no keys",
  sidebar_custom_props: "docgen's sidebars have no such data",
  mdx: "all pages have one format",
  format: "all pages have one format",
};
/** Docusaurus keys for a single author, by docgen's keys of `authors`. */
const AUTHOR: Readonly<Record<string, readonly string[]>> = {
  name: ["author", "authorName"],
  title: ["author_title", "authorTitle"],
  url: ["author_url", "authorURL"],
  image_url: ["author_image_url", "authorImageURL"],
};
/** Keys that only have an effect in posts. */
const POST_KEYS = ["date", "authors", ...Object.values(AUTHOR).flat()];

/**
 * Splits a page, and rewrites the parts of the front matter that docgen reads differently.
 *
 * @param source text with `\n` line endings
 * @param isPost whether it is a post of a blog
 * @param sidebarName returns docgen's name for a sidebar of the page's docs
 */
export function splitPage(
  path: string,
  source: string,
  isPost: boolean,
  sidebarName: (name: string) => string,
  note: AddNote,
): SplitPage {
  const { body, bodyLine } = parseFrontMatter(path, source);
  const written = source.slice(0, source.length - body.length);
  if (written === "") return { head: "", body, bodyLine, data: {} };
  const parsed = parseYaml(written, (text) => loadYaml(text.replace(/^---.*\n/, "").replace(/\n---[ \t]*\n?$/, "\n")));
  const data = "value" in parsed && isMapping(parsed.value) ? parsed.value : {};
  const isInBraces = /^---[ \t]*\n\s*\{/.test(written) && Object.keys(data).length > 0;
  const head = isInBraces ? keysOnLines(data) : written;
  let rewritten = rewriteKeys(head, data, isPost, sidebarName, note);
  const commentOut = (key: string, kind: Note["kind"], why: string) => {
    note({ line: lineOfKey(rewritten, key), kind, message: `commented out "${key}": ${why}` });
    rewritten = replaceKey(rewritten, key, (block) => block.replace(/^(?=.|\n)/gm, "# "));
  };
  const unshown = isPost ? [] : POST_KEYS.filter((key) => Object.hasOwn(data, key));
  for (const key of unshown) commentOut(key, "changed", "it only affects posts");
  for (const { line, severity, message } of parseFrontMatter(path, rewritten).problems) {
    const key = /"([^"]+)"/.exec(message)?.[1];
    if (key === undefined) {
      note({ line, kind: "hand", message });
      continue;
    }
    const needless = Object.hasOwn(NEEDLESS, key) ? NEEDLESS[key] : undefined;
    // Unknown keys are warnings.
    const isUnneeded = needless !== undefined || severity === "warning";
    const why = needless ?? (isUnneeded ? "docgen has no such key" : message);
    commentOut(key, isUnneeded ? "changed" : "hand", why);
  }
  return { head: rewritten, body, bodyLine, data };
}

/**
 * Adjusts `hide_title` and `title` so that docgen shows the same title as Docusaurus. Docusaurus adds a title to a doc
 * without a level-1 heading, never to a page, and `hide_title` doesn't hide a heading in the text. A page without a
 * title gets the one that Docusaurus would give it.
 *
 * @param name the file's name without extension, and without the prefix that addresses lack; for a page in `src/pages`,
 * the site's name
 * @returns the front matter
 */
export function withTitle(
  { head, data }: Pick<SplitPage, "head" | "data">,
  title: MainTitle,
  set: "blog" | "pages" | "docs",
  name: string,
): string {
  if (set !== "blog" && title !== "leading" && (data.title === undefined || data.title === "")) {
    // docgen makes words of a file name, Docusaurus uses it unchanged.
    const ownTitle = set === "pages" ? name : typeof data.id === "string" ? data.id : name;
    const titled = withLine(head, `title: ${JSON.stringify(ownTitle)}`);
    return withTitle({ head: titled, data: { ...data, title: ownTitle } }, title, set, name);
  }
  const isHidden = data.hide_title === true || data.hide_title === "true";
  const wanted = set === "blog" || title === "leading" ? false : set === "pages" || title === "inner" || isHidden;
  if (wanted === isHidden || (set === "blog" && title !== "leading")) return head;
  if (wanted) return withLine(head, "hide_title: true");
  return replaceKey(head, "hide_title", () => "");
}

/**
 * Adds a date to a post that has none in its path or front matter, as docgen requires one.
 *
 * @param inside path of the post, relative to the blog
 * @param file modification time of the file
 */
export function withDay(split: SplitPage, inside: string, file: Date, note: AddNote): SplitPage {
  const isDated = postName(inside).date !== undefined;
  if (isDated || parseFrontMatter(inside, split.head).frontMatter.date !== undefined) return split;
  const day = file.toISOString().slice(0, 10);
  note({ line: 1, kind: "hand", message: `the post has no date and gets that of its file, ${day}: check it` });
  return { ...split, head: withLine(split.head, `date: ${day}`) };
}

/** Sets a key of the front matter. */
export function withFrontMatterKey(split: SplitPage, key: string, value: string | readonly string[]): SplitPage {
  const line = `${key}: ${JSON.stringify(value)}`;
  const head = Object.hasOwn(split.data, key)
    ? replaceKey(split.head, key, () => `${line}\n`)
    : withLine(split.head, line);
  return { ...split, head, data: { ...split.data, [key]: value } };
}

/** Whether a page is MDX: by its front matter, else by the configuration, which may leave it to the extension. */
export function isMdxFormat(path: string, data: Mapping, { config }: Docusaurus): boolean {
  const format = record(data.mdx).format ?? data.format ?? record(config.markdown).format;
  return format === "detect" ? !path.endsWith(".md") : format !== "md";
}

function withLine(head: string, line: string): string {
  if (head === "") return `---\n${line}\n---\n\n`;
  return head.replace(/\n---[ \t]*\n(?=\n*$)/, (end) => `\n${line}${end}`);
}

function rewriteKeys(
  head: string,
  data: Mapping,
  isPost: boolean,
  sidebarName: (name: string) => string,
  note: AddNote,
): string {
  let result = head;
  const put = (key: string, value: unknown, message: string, newKey = key) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    note({ line: lineOfKey(head, key), kind: "changed", message });
    result = replaceKey(result, key, () => `${newKey}: ${text}\n`);
  };
  for (const key of ["keywords", "tags"]) {
    const value = data[key];
    if (typeof value === "string" && value !== "") put(key, value.split(/\s*,\s*/), `converted "${key}" to a list`);
  }
  const instant = typeof data.date === "string" ? instantOf(data.date) : undefined;
  if (instant !== undefined) put("date", instant, `converted the date "${String(data.date)}" to ${instant}`);
  const { authors, displayed_sidebar: sidebar } = data;
  if (typeof sidebar === "string" && sidebarName(sidebar) !== sidebar) {
    const message = "renamed the sidebar because another set of docs has one with the same name";
    put("displayed_sidebar", sidebarName(sidebar), message);
  }
  if (!isPost) return result;
  const readable = Array.isArray(authors) ? authors.map(readableAuthor) : readableAuthor(authors);
  if (JSON.stringify(readable) !== JSON.stringify(authors))
    put("authors", readable, 'converted "authors" to the keys that docgen has');
  const authorKeys = Object.entries(AUTHOR).flatMap(([field, names]) =>
    names.filter((name) => Object.hasOwn(data, name)).map((name) => ({ field, name, value: data[name] })),
  );
  const [first, ...others] = authorKeys;
  if (first?.field === "name" && data.authors === undefined) {
    const author = Object.fromEntries(authorKeys.map(({ field, value }) => [field, value]));
    put(first.name, [author], 'replaced the author keys with "authors"', "authors");
    for (const { name } of others) result = replaceKey(result, name, () => "");
  }
  return result;
}

/** An author of a post with the keys that docgen has; one that is only a picture gets the name in its address. */
function readableAuthor(author: unknown): unknown {
  if (!isMapping(author)) return author;
  const { imageURL, image_url = imageURL, key, url = image_url } = author;
  const lastPart = /([^/]+?)(?:\.\w+)?\/*$/.exec(String(url ?? ""))?.[1];
  const { name: named = key === undefined ? lastPart : undefined } = author;
  const fields = Object.entries({ ...author, name: named, image_url });
  const isKnown = (name: string) => name === "key" || Object.hasOwn(AUTHOR_FIELDS, name);
  return Object.fromEntries(fields.filter(([name, value]) => value !== undefined && isKnown(name)));
}

/** The date of a post that is not in ISO format, as JavaScript reads it; undefined for others. */
function instantOf(text: string): string | undefined {
  const isIso =
    parseFrontMatter("page.md", `---\ndate: "${text.replace(/["\\\n]/g, "")}"\n---\n`).problems.length === 0;
  const date = new Date(/(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i.test(text.trim()) ? text : `${text} UTC`);
  if (isIso || Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().replace(/(?:T00:00:00)?\.000Z$/, (end) => (end.startsWith("T") ? "" : "Z"));
}

/** Matches a key of the front matter, and the lines of its value. */
function keyPattern(key: string): RegExp {
  return new RegExp(`(?<=\n)(["']?)${escapePattern(key)}\\1:.*\n(?:(?![\\w"'#]|---).*\n)*`);
}

/** The line of a key, from 1; the first one if it isn't found. */
function lineOfKey(head: string, key: string): number {
  return lineAt(head, head.search(keyPattern(key)));
}

function replaceKey(head: string, key: string, make: (block: string) => string): string {
  return head.replace(keyPattern(key), make);
}
