import type { Token } from "markdown-it";
import { addressMark } from "./document.ts";
import { attribute } from "./env.ts";
import { plainText } from "./inline.ts";
import { taskOf } from "./plugins/github-markdown.ts";
import { isPermalink } from "./plugins/heading-id.ts";

/** Writes inline tokens as Markdown. @param isCell escapes bars, which would end a table cell */
export function inlineMarkdown(tokens: readonly Token[], isCell = false): string {
  const pieces: string[] = [];
  /** The open link, if any; links can't be nested. */
  let link: Token | undefined;
  for (const [index, token] of tokens.entries()) {
    const isAuto = link?.markup === "autolink";
    if (token.type === "link_open") link = token;
    const last = pieces.at(-1);
    const piece = pieceOf(token, link, last === undefined || last.endsWith("\n"));
    // `!` before a link would turn it into an image.
    const isBeforeLink = tokens[index + 1]?.type === "link_open" && piece.endsWith("!");
    const content = isAuto && token.type === "text" ? token.content : piece;
    pieces.push(isBeforeLink ? `${content.slice(0, -1)}\\!` : content);
    if (token.type === "link_close") link = undefined;
  }
  const text = pieces.join("");
  return isCell ? text.replace(/\n/g, " ").replace(/(?<!\\)\|/g, "\\|") : text;
}

function pieceOf(token: Token, link: Token | undefined, isAtStart: boolean): string {
  const isAuto = link?.markup === "autolink";
  switch (token.type) {
    case "text":
    case "component_open": {
      const text = escapeInline(token.content, isAtStart);
      return link === undefined ? text : withoutBrackets(text);
    }
    case "code_inline":
      return codeSpan(token.content);
    case "em_open":
    case "em_close":
    case "strong_open":
    case "strong_close":
    case "s_open":
    case "s_close":
      return token.markup;
    case "link_open":
      return isAuto ? "<" : "[";
    case "link_close":
      return isAuto ? ">" : `](${addressAndTitle(link)})`;
    case "image":
      return `![${withoutBrackets(escapeInline(plainText(token.children ?? []), false))}](${addressAndTitle(token)})`;
    case "softbreak":
      return "\n";
    case "hardbreak":
      return "\\\n";
    case "html_inline":
      return htmlPiece(token);
    case "footnote_ref":
      return footnoteMark(token);
    case "math":
      return `$${token.info}$`;
    default:
      return token.content;
  }
}

/** Label of a footnote, for its references and its definition. */
export function footnoteMark({ meta }: Token): string {
  return `[^${((meta as { id?: number } | null)?.id ?? 0) + 1}]`;
}

/** The Markdown of inline HTML: permalinks, which are generated, are dropped, and checkboxes of task lists restored. */
function htmlPiece(token: Token): string {
  if (isPermalink(token)) return "";
  const task = taskOf(token);
  return task === undefined ? token.content : task ? "[x] " : "[ ] ";
}

function addressAndTitle(token: Token | undefined): string {
  const title = attribute(token, "title");
  const address = addressMark((token?.meta as { slot?: number } | null | undefined)?.slot ?? 0);
  return title === "" ? address : `${address} "${title.replace(/["\\]/g, "\\$&").replace(/\n+/g, "\n")}"`;
}

/** Inline code, with a run of backticks that the code doesn't contain. */
export function codeSpan(code: string): string {
  const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const mark = "`".repeat(length);
  const needsSpace = /^`|`$/.test(code) || (/^ .* $/s.test(code) && code.trim() !== "");
  return needsSpace ? `${mark} ${code} ${mark}` : mark + code + mark;
}

/** Escapes brackets, which would end the text of a link. */
function withoutBrackets(markdown: string): string {
  return markdown.replace(/(?<!\\)[[\]]/g, "\\$&");
}

/** Characters of markup; a quick test, as most texts contain none. */
const MARKS = /[\n\\`*_~<&[\]]/;

/** Escapes only characters that would be parsed as markup. */
export function escapeInline(text: string, isAtStart: boolean): string {
  const escaped = MARKS.test(text) ? escapeMarks(text) : text;
  return isAtStart ? escapeLineStart(escaped) : escaped;
}

function escapeMarks(text: string): string {
  return text
    .replace(/\n/g, " ")
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
    .replace(/`/g, "\\`")
    .replace(/(?<=^|\S)\*|\*(?=\S|$)/g, "\\*")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/~~/g, "\\~\\~")
    .replace(/<(?=[A-Za-z/!?]|$)/g, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/\](?=[([:])|\[(?=\^)/g, "\\$&");
}

function escapeLineStart(text: string): string {
  return text
    .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|=+\s*$|-{2,}\s*$|:{3}|:\s|~{3}|\[[ xX]\]\s|<<<|[-+] )/, "\\")
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\");
}
