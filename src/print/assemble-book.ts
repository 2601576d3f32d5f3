import type { SiteConfig } from "../config/schema.ts";
import { targetAt } from "../links/resolve.ts";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { isListed } from "../navigation/sidebar-path.ts";
import { type HtmlPart, readHtml, type StartTag } from "../shared/html.ts";
import { attributeOf, editHtml, endOfElement, type HtmlEdit } from "../shared/html-parts.ts";
import { decodePath, routeKey } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";

/** Styles of what only a book has. */
const BOOK_STYLES = `
.book { margin: 0 auto; max-width: var(--measure); padding: var(--space-6) var(--space-4) var(--space-8); }
.book > section { border-top: 1px solid var(--color-border); margin-top: var(--space-7); padding-top: var(--space-6); }
.book > header h1 { font-size: var(--text-2xl); }
.book :is(.live-result, .live-bar, .live-input) { display: none; }
.contents ol { list-style: none; margin: 0; padding-inline-start: var(--space-5); }
.contents > ol { padding: 0; }
.contents li { margin-top: var(--space-1); }
@media print {
  .book { max-width: none; padding: 0; }
  .book > section { border: 0; break-before: page; margin: 0; padding: 0; }
}`;

/**
 * Joins pages to an HTML file that needs no other file: styles and images are in it, and links between its pages lead to
 * anchors.
 *
 * @param items the sidebar, which becomes the contents
 * @param read reads files of the output
 */
export async function assembleBook(
  { title, tagline, url, baseUrl }: Pick<SiteConfig, "title" | "tagline" | "url" | "baseUrl">,
  items: readonly SidebarItem[],
  pages: readonly BookPage[],
  read: ReadFile,
): Promise<string> {
  const ids = new Map(pages.map(({ route }, index) => [routeKey(route), `p${index + 1}`]));
  const context: BookContext = { home: `${url}${baseUrl}`, ids, read };
  const frame = pageFrame(pages[0]?.html ?? "");
  const sheets = await Promise.all(frame.styles.map((address) => styleSheet(address, context)));
  const sections: string[] = [];
  for (const page of pages) sections.push(await bookSection(page, context));
  return `<!doctype html>
${frame.root}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${[...sheets, BOOK_STYLES].join("\n").replaceAll("</", "<\\/")}</style>
</head>
<body>
<main class="book">
<header>
<h1>${escapeHtml(title)}</h1>
${tagline === "" ? "" : `<p>${escapeHtml(tagline)}</p>`}
<nav class="contents">${contents(items, ids)}</nav>
</header>
${sections.join("")}</main>
</body>
</html>
`;
}

/** The entries of a sidebar as nested lists of links into the book. */
function contents(items: readonly SidebarItem[], ids: ReadonlyMap<string, string>): string {
  const entries = items.filter(isListed).flatMap((item) => {
    const id = item.route === undefined ? undefined : ids.get(routeKey(item.route));
    const inner = item.type === "category" ? contents(item.items, ids) : "";
    if (id === undefined && inner === "") return [];
    const label = escapeHtml(item.label);
    return [`<li>${id === undefined ? label : `<a href="#${id}">${label}</a>`}${inner}</li>`];
  });
  return entries.length === 0 ? "" : `<ol>${entries.join("")}</ol>`;
}

/** The text of a style sheet, with its fonts and images in it. */
async function styleSheet(address: string, context: BookContext): Promise<string> {
  const here = new URL(address, context.home);
  const css = (await context.read(decodeURIComponent(here.pathname)))?.bytes.toString("utf8") ?? "";
  const files = [...new Set([...css.matchAll(STYLE_URL)].map(([, url = ""]) => url))];
  const data = new Map(await Promise.all(files.map(async (url) => [url, await inlined(url, here, context)] as const)));
  return css.replace(STYLE_URL, (_, url: string) => `url("${data.get(url) ?? url}")`);
}

const STYLE_URL = /url\(\s*["']?(?!data:|#)([^"')\s]+)["']?\s*\)/g;

/** A page of a book. */
export interface BookPage {
  readonly route: string;
  readonly html: string;
}

/** Reads a file of the output, by the path of its URL; undefined if there is none. */
export type ReadFile = (pathname: string) => Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;

/** What the pages of a book share. */
interface BookContext {
  /** Origin and base URL of the site in this language: `https://example.com/docs/`. */
  readonly home: string;
  /** Ids of the pages in the book, by the key of their route. */
  readonly ids: ReadonlyMap<string, string>;
  readonly read: ReadFile;
}

const ID_LISTS = ["id", "for", "aria-labelledby", "aria-describedby", "aria-controls"];
/** Left out: they do nothing in a file. */
const REMOVED = ["script", "template"];

/** The article of a page as a section: its ids are its own, links lead to other pages of the book, images are in it. */
async function bookSection({ route, html }: BookPage, context: BookContext): Promise<string> {
  const id = context.ids.get(routeKey(route)) ?? "";
  const article = articleOf(html);
  const parts = readHtml(article);
  const edits: HtmlEdit[] = [];
  let drawn = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind !== "start" || part.from < drawn) continue;
    // Drawings refer to their own ids, also in styles.
    if (part.name === "svg") drawn = endOfElement(parts, index);
    else if (REMOVED.includes(part.name)) edits.push({ from: part.from, to: endOfElement(parts, index), html: "" });
    else edits.push(...(await tagEdits(part, id, new URL(route.slice(1), context.home), context)));
  }
  return `<section id="${id}">${editHtml(article, edits)}</section>\n`;
}

/** The content of a page's `<article>`. */
function articleOf(html: string): string {
  const parts: readonly HtmlPart[] = readHtml(html);
  const index = parts.findIndex((part) => part.kind === "start" && part.name === "article");
  const [from, to] = [parts[index]?.to ?? 0, endOfElement(parts, index)];
  return index < 0 ? "" : html.slice(from, to - "</article>".length);
}

async function tagEdits(tag: StartTag, id: string, here: URL, context: BookContext): Promise<HtmlEdit[]> {
  const edits: HtmlEdit[] = [];
  for (const { name, value, from, to } of tag.attributes) {
    const write = (text: string) => edits.push({ from, to, html: text === "" ? "" : `${name}="${escapeHtml(text)}"` });
    if (ID_LISTS.includes(name)) write(value.replace(/\S+/g, (listedId) => `${id}-${listedId}`));
    else if (name === "name" && ["a", "input"].includes(tag.name)) write(`${id}-${value}`);
    else if (name === "href" && tag.name === "a") write(bookAddress(value, id, here, context));
    // The image in `src` is in the book.
    else if (name === "loading" || name === "srcset") write("");
    else if (name === "src" && tag.name === "img") write(await inlined(value, here, context));
    else if (name === "src") write(absolute(value, here));
  }
  return edits;
}

function bookAddress(address: string, id: string, here: URL, { home, ids }: BookContext): string {
  if (address.startsWith("#")) return address === "#" ? `#${id}` : `#${id}-${address.slice(1)}`;
  const url = absolute(address, here);
  if (!url.startsWith(home)) return url;
  const { pathname, hash } = new URL(url);
  const inside = decode(pathname.slice(new URL(home).pathname.length));
  const target = targetAt((key) => ids.get(key), `/${inside}`);
  if (target === undefined) return url;
  return hash === "" ? `#${target}` : `#${target}-${hash.slice(1)}`;
}

/** A file of the site as a `data:` URL; the absolute URL of anything else. */
async function inlined(address: string, here: URL, { home, read }: BookContext): Promise<string> {
  const url = absolute(address, here);
  // Other languages of the site share its files.
  const isHere = url.startsWith(`${new URL(home).origin}/`);
  const file = isHere ? await read(decode(new URL(url).pathname)) : undefined;
  return file === undefined ? url : `data:${file.type};base64,${file.bytes.toString("base64")}`;
}

function absolute(address: string, here: URL): string {
  return URL.canParse(address, here) ? new URL(address, here).href : address;
}

function decode(path: string): string {
  return decodePath(path) ?? path;
}

/** Tags of a page that its copy in a file needs: its root element, and the addresses of its style sheets. */
function pageFrame(html: string): { readonly root: string; readonly styles: readonly string[] } {
  const tags = readHtml(html).filter((part) => part.kind === "start");
  const root = tags.find(({ name }) => name === "html");
  const sheets = tags.filter((tag) => tag.name === "link" && attributeOf(tag, "rel") === "stylesheet");
  return {
    root: root === undefined ? "<html>" : html.slice(root.from, root.to),
    styles: sheets.flatMap((tag) => attributeOf(tag, "href") ?? []),
  };
}
