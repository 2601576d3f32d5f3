import type { MarkdownIt, Token } from "markdown-it";
import type { Place } from "../../shared/problem.ts";
import { escapeHtml, wordSet } from "../../shared/text.ts";
import { type Slot, slotMark } from "../document.ts";
import { type PageEnv, pageOf, positionOf } from "../env.ts";
import { textOnly } from "../inline.ts";
import { isPermalink } from "./permalink.ts";
import { offsetOf } from "./position.ts";

/** Content of a comment that excludes its line from the link check. */
const IGNORE = "docgen-ignore-link";

const TAG = /<([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/g;
const ADDRESS = /(\s)(href|src|srcset|poster|data)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
/** Attributes with further URLs than the main one of an element. @param mark returns the slot mark of a URL */
const BARE: Readonly<
  Record<string, { readonly tags: readonly string[]; fill(value: string, mark: (url: string) => string): string }>
> = {
  poster: { tags: ["video"], fill: (value, mark) => mark(value) },
  data: { tags: ["object"], fill: (value, mark) => mark(value) },
  srcset: {
    tags: ["img", "source"],
    fill: (value, mark) =>
      value.replace(
        CANDIDATE,
        (_, before: string, url: string, size: string) => `${before}${mark(url)}${escapeHtml(size)}`,
      ),
  },
};
/** Matches an entry of a `srcset`: a URL, which may contain commas, and its descriptor. */
const CANDIDATE = /([\s,]*)(\S*[^\s,])(\s[^,]*|,+|$)/g;

/** The URLs of a `srcset`, in order. */
export function addressesOfSrcset(value: string): string[] {
  return Array.from(value.matchAll(CANDIDATE), ([, , url = ""]) => url);
}

/** `<T>` and `<Cell>` are types in prose; `<BR>` is HTML. */
const TYPE_NAME = /^<\/?(?:[A-Z]|[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)[\s/>]/;
/**
 * A lower-case name in angle brackets, as in `Array<string>`: a type or placeholder, unless an element has that name.
 */
const LOWER_NAME = /^<\/?([a-z][a-z\d]*)\s*>$/;
const ELEMENTS = wordSet(
  "a abbr address animate area article aside audio b base bdi bdo big blockquote body br button canvas caption center circle cite clipPath code col colgroup data datalist dd defs del desc details dfn dialog dir div dl dt ellipse em embed fieldset figcaption figure filter font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li line link main map mark marker mask math menu meta metadata meter mfrac mi mn mo mpath mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover nav nobr noscript object ol optgroup option output p param path pattern picture polygon polyline pre progress q rb rect rp rt rtc ruby s samp script search section select semantics set slot small source span stop strike strong style sub summary sup svg switch symbol table tbody td template text textarea tfoot th thead time title tr track tspan tt u ul use var video view wbr",
);
const LINK_TAG = /^<\/?a[\s/>]/i;
/** Embedded content that screen readers can't announce without a title. */
export const NEEDS_TITLE = ["iframe", "video", "audio", "object", "embed"];
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/**
 * Keeps raw HTML as written, but gives its URLs slots, collects its ids, removes comments, and escapes names of types
 * in prose.
 */
export function rawHtml(md: MarkdownIt): void {
  // A rule of its own, as rules between the two look at tags as well.
  md.core.ruler.push("type_names", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "html_inline" && isType(token.content)) token.type = "text";
    }
  });
  md.core.ruler.push("raw_html", (state) => {
    const env = pageOf(state.env);
    for (const block of state.tokens) {
      if (block.type === "html_block") {
        block.content = rewrite(env, block.content, (offset) => positionOf(env, block, offset), textToEnd);
      }
      for (const [index, token] of (block.children ?? []).entries()) {
        if (token.type === "html_inline" && !isPermalink(token)) rewriteInline(env, block, token, index);
      }
    }
  });
}

function isType(tag: string): boolean {
  const lower = LOWER_NAME.exec(tag)?.[1];
  return TYPE_NAME.test(tag) || (lower !== undefined && !ELEMENTS.has(lower));
}

function rewriteInline(env: PageEnv, block: Token, token: Token, index: number): void {
  token.content = rewrite(
    env,
    token.content,
    (offset) => positionOf(env, block, offsetOf(env, token) + offset),
    () => textBetween(block.children ?? [], index),
  );
}

/** The text of a link up to its end tag; undefined if it contains HTML, which may show anything. */
function textToEnd(html: string): string | undefined {
  const text = /^([^<]*)<\/a\s*>/i.exec(html)?.[1];
  return text?.trim();
}

/** The text of a link whose tags are inline tokens; undefined if it contains HTML. */
function textBetween(tokens: readonly Token[], opening: number): string | undefined {
  let end = opening + 1;
  // Stops at the next link tag, as a paragraph may contain thousands.
  while (end < tokens.length && !(tokens[end]?.type === "html_inline" && LINK_TAG.test(tokens[end]?.content ?? "")))
    end++;
  return tokens[end]?.content.startsWith("</") ? textOnly(tokens.slice(opening + 1, end)) : undefined;
}

function labelIn(attributes: string): string | undefined {
  const [, double, single] = /\s(?:aria-label|title)\s*=\s*(?:"([^"]+)"|'([^']+)')/i.exec(attributes) ?? [];
  return double ?? single;
}

/** Removes comments, and rewrites the tags between them. */
function rewrite(
  env: PageEnv,
  html: string,
  place: (offset: number) => Place,
  textBehind: (html: string) => string | undefined,
): string {
  let result = "";
  let from = 0;
  for (;;) {
    const start = html.indexOf("<!--", from);
    // An unclosed comment is shown as text, together with everything after it.
    const end = start < 0 ? -1 : html.indexOf("-->", start + 2);
    const base = from;
    result += rewriteTags(
      env,
      html.slice(from, end < 0 ? undefined : start),
      (offset) => place(base + offset),
      textBehind,
    );
    if (end < 0) return result;
    if (html.slice(start + "<!--".length, end).trim() === IGNORE) env.linkIgnores.push(place(start));
    from = end + "-->".length;
  }
}

function rewriteTags(
  env: PageEnv,
  html: string,
  place: (offset: number) => Place,
  textBehind: (html: string) => string | undefined,
): string {
  return html.replace(TAG, (whole: string, tag: string, attributes: string, offset: number) => {
    for (const [, double, single, bare] of attributes.matchAll(ID)) {
      env.ids.push({ id: double ?? single ?? bare ?? "", ...place(offset) });
    }
    if (NEEDS_TITLE.includes(tag.toLowerCase()) && !/\s(?:title|aria-label)\s*=\s*["'][^"']/i.test(attributes)) {
      env.problems.push({
        ...place(offset),
        severity: "error",
        code: "missing-title",
        message: `<${tag.toLowerCase()}> has no title`,
        hint: 'add title="…": it is all that a reader who cannot see it gets',
      });
    }
    const kind = slotKind(tag, attributes);
    if (kind === undefined) return whole;
    return whole.replace(ADDRESS, (written: string, space: string, name: string, ...values: (string | undefined)[]) => {
      const target = values.slice(0, 3).find((value) => value !== undefined) ?? "";
      const decoded = env.decodeEntities(target);
      const bare = BARE[name.toLowerCase()];
      if (bare !== undefined) {
        if (!bare.tags.includes(tag.toLowerCase())) return written;
        const mark = (url: string) => {
          env.slots.push({ kind: "media", target: url, url, isBare: true, ...place(offset) });
          return slotMark(env.slots.length - 1);
        };
        return `${space}${name}="${bare.fill(decoded, mark)}"`;
      }
      const text =
        tag.toLowerCase() === "a" ? (labelIn(attributes) ?? textBehind(html.slice(offset + whole.length))) : undefined;
      const slot = { kind, target: decoded, url: decoded, ...place(offset) };
      env.slots.push(text === undefined ? slot : { ...slot, text });
      return `${space}${slotMark(env.slots.length - 1)}`;
    });
  });
}

/**
 * The kind of slot for a tag's URL. An image with a width needs no size (`media`). Undefined for other tags, such as
 * `<use>`, whose references stay within the page.
 */
function slotKind(tag: string, attributes: string): Slot["kind"] | undefined {
  const name = tag.toLowerCase();
  if (name === "a" || name === "area" || name === "link") return "link";
  if (name === "img") return /\swidth\s*=/i.test(attributes) ? "media" : "image";
  if (name === "iframe") return "frame";
  if (["video", "audio", "source", "track", "embed", "object"].includes(name)) return "media";
  return undefined;
}
