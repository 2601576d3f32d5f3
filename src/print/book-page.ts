import { normaliseRoute } from "../links/resolve.ts";
import { type HtmlPart, readHtml, type StartTag } from "../shared/html.ts";
import { attributeOf, editHtml, endOfElement, type HtmlEdit } from "../shared/html-parts.ts";
import { decodePath, routeKey } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";

/** A page of a book. */
export interface BookPage {
  readonly route: string;
  readonly html: string;
}

/** Reads a file of the output, by the path of its URL; undefined if there is none. */
export type ReadFile = (pathname: string) => Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;

/** What the pages of a book share. */
export interface BookContext {
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
export async function bookSection({ route, html }: BookPage, context: BookContext): Promise<string> {
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
    if (ID_LISTS.includes(name))
      write(
        value
          .split(/\s+/)
          .map((listedId) => `${id}-${listedId}`)
          .join(" "),
      );
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
  const target = ids.get(normaliseRoute(`/${inside}`));
  if (target === undefined) return url;
  return hash === "" ? `#${target}` : `#${target}-${hash.slice(1)}`;
}

/** A file of the site as a `data:` URL; the absolute URL of anything else. */
export async function inlined(address: string, here: URL, { home, read }: BookContext): Promise<string> {
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
export function pageFrame(html: string): { readonly root: string; readonly styles: readonly string[] } {
  const tags = readHtml(html).filter((part) => part.kind === "start");
  const root = tags.find(({ name }) => name === "html");
  const sheets = tags.filter((tag) => tag.name === "link" && attributeOf(tag, "rel") === "stylesheet");
  return {
    root: root === undefined ? "<html>" : html.slice(root.from, root.to),
    styles: sheets.flatMap((tag) => attributeOf(tag, "href") ?? []),
  };
}
