import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { mdxjs } from "micromark-extension-mdxjs";
import { nextFence } from "../markdown/include.ts";

/** The text of a page as MDX reads it; positions are those of the source. */
export interface MdxPage extends Marks {
  readonly tree: Root;
  /** Offsets of signs that MDX could not read, and why; they are text. */
  readonly faults: readonly { readonly offset: number; readonly message: string; readonly shown: string }[];
}

/** Stands for a sign that MDX cannot read. */
const PLACEHOLDER = "\uE000";
/** `<https://example.com>`, which MDX has not, but its first version had. */
const AUTOLINK = /^<([a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/i;
/** Each is found by parsing once more. */
const MAX_FAULTS = 40;
const acorn = Parser.extend(jsx());
const ACORN = { ecmaVersion: 2024, sourceType: "module" } as const;

/**
 * Parses the text of a page. A sign that is neither MDX nor escaped is text, and the rest is read once more.
 *
 * @param isMdx false: CommonMark, as Docusaurus reads `.md` with `format: "md"`
 * @param hasMath whether dollar signs stand around formulas
 * @throws Error where too much of it is no MDX
 */
export function parseMdxPage(source: string, isMdx: boolean, hasMath: boolean): MdxPage {
  const { text, ...marks } = mask(source, isMdx, hasMath);
  const faults: { offset: number; message: string; shown: string }[] = [];
  let masked = text;
  for (;;) {
    try {
      return { tree: isMdx ? parseMdx(masked) : parseMarkdown(masked), ...marks, faults };
    } catch (error) {
      const offset = offsetOf(error);
      if (offset === undefined || faults.length >= MAX_FAULTS) throw error;
      const at = Math.max(masked.lastIndexOf("<", offset), masked.lastIndexOf("{", offset), esmAt(masked, offset));
      if (at < 0) throw error;
      const link = AUTOLINK.exec(masked.slice(at, at + 2000))?.[1];
      faults.push({ offset: at, message: messageOf(error), shown: link === undefined ? (source[at] ?? "") : "" });
      const bare = link === undefined ? masked.slice(at + 1) : `${link} ${masked.slice(at + link.length + 2)}`;
      masked = masked.slice(0, at) + PLACEHOLDER + bare;
    }
  }
}

function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function parseMdx(text: string): Root {
  const mdx = mdxjs({ acorn, acornOptions: ACORN, addResult: true });
  return fromMarkdown(text, { extensions: [gfm(), mdx], mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] });
}

/** Parses a module in JavaScript with JSX. @throws SyntaxError */
export function parseModule(source: string): import("acorn").Program {
  return acorn.parse(source, ACORN);
}

/** Prose that begins like an import: `export your data`. */
function esmAt(text: string, offset: number): number {
  const start = Math.max(...["import", "export"].map((word) => text.lastIndexOf(`\n${word} `, offset) + 1));
  const isFirst = /^(?:import|export) /.test(text) && start === 0;
  if (start <= 0 && !isFirst) return -1;
  return text.slice(start, offset).includes("\n\n") ? -1 : start;
}

function offsetOf(error: unknown): number | undefined {
  const { place } = error as { place?: { offset?: number; start?: { offset?: number } } };
  return place?.offset ?? place?.start?.offset;
}

/** The first line of what an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

/** What Docusaurus understands besides MDX, by the line that it stands on. */
interface Marks {
  /** Opening and closing lines of admonitions. */
  readonly admonitions: ReadonlyMap<number, AdmonitionMark>;
  /** Ids that headings set. */
  readonly headingIds: ReadonlyMap<number, HeadingIdMark>;
  /** Ranges of formulas that stand in a line between doubled dollar signs. */
  readonly doubled: readonly (readonly [number, number])[];
}

interface AdmonitionMark {
  /** Undefined on a closing line. */
  readonly name: string | undefined;
  /** Range of the title; empty if there is none. */
  readonly title: readonly [number, number];
}

interface HeadingIdMark {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const ADMONITION =
  /^([\s>]*(?:[-*+]\s+)?)(:{3,})[ \t]*([A-Za-z][\w-]*)?(\[.*?\](?=\s*(?:\{|$))|[ \t]+[^{\s].*?(?=\s*(?:\{[^}]*\}\s*)?$))?\s*(\{[^}]*\})?\s*$/;
const HEADING_ID = /^[\s>]*(?:[-*+]\s+)?#{1,6}\s.*?(\{\s*(?:#([^}\s]+)|\/\*\s*#(\S+)\s*\*\/)\s*\})\s*$/;

/** Names of admonitions. */
export const ADMONITIONS = [
  ..."note tip info warning danger caution".split(" "),
  // Those of Docusaurus 1 and 2, still known to it.
  ..."important secondary success".split(" "),
];

/** Changes the lines of a text that are no code. @param change is given a line, its number from 1 and its offset */
function outsideFences(text: string, change: (line: string, number: number, start: number) => string): string {
  let fence: string | undefined;
  let offset = 0;
  const lines = text.split("\n").map((line, index) => {
    const start = offset;
    offset += line.length + 1;
    const before = fence;
    fence = nextFence(fence, line);
    return before === undefined && fence === undefined ? change(line, index + 1, start) : line;
  });
  return lines.join("\n");
}

/**
 * Gives a source of the same length that is plain MDX: admonitions are headings, ids of headings blanks, HTML comments
 * expressions, as Docusaurus makes of them before it parses.
 *
 * @param isMdx false: HTML comments stay
 * @param hasMath whether dollar signs stand around formulas: their signs are others (`unmasked`)
 */
function mask(source: string, isMdx: boolean, hasMath: boolean): Marks & { readonly text: string } {
  const admonitions = new Map<number, AdmonitionMark>();
  const headingIds = new Map<number, HeadingIdMark>();
  const doubled: [number, number][] = [];
  let open = 0;
  const blank = (text: string) => text.replace(/[^\s]/g, " ");
  const marked = outsideFences(source, (line, number, start) => {
    const [, braces, plainId, commentId = ""] = HEADING_ID.exec(line) ?? [];
    if (braces !== undefined) {
      const at = line.lastIndexOf(braces);
      headingIds.set(number, { id: plainId ?? commentId, start: start + at, end: start + at + braces.length });
      return line.slice(0, at) + blank(line.slice(at));
    }
    const admonition = ADMONITION.exec(line);
    if (admonition === null) return line;
    const [, lead = "", colons = "", name, rest = ""] = admonition;
    if (name === undefined ? open === 0 || rest !== "" : !ADMONITIONS.includes(name)) return line;
    open += name === undefined ? -1 : 1;
    const title = rest.startsWith("[") ? rest.slice(1, -1) : rest.trimStart();
    const from = line.indexOf(rest, lead.length + colons.length + (name ?? "").length) + rest.indexOf(title);
    const end = from + title.length;
    admonitions.set(number, { name, title: title === "" ? [start, start] : [start + from, start + end] });
    return `${lead}#${blank(line.slice(lead.length + 1, from))}${title}${blank(line.slice(end))}`;
  });
  const text = isMdx ? maskComments(marked) : marked;
  return { text: hasMath ? maskMath(text, doubled) : text, admonitions, headingIds, doubled };
}

/** Where signs of formulas are while a page is parsed: Markdown reads nothing in them. */
const MASKED = 0xe100;
const INLINE_MATH = /(?<![\\$])(\$\$?)(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\1(?![\d$])/g;

/** A text with the signs of its formulas as they are. */
export function unmasked(text: string): string {
  return text.replace(/[\uE121-\uE17E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - MASKED));
}

function maskMath(text: string, doubled: [number, number][]): string {
  let isBlock = false;
  const masked = (formula: string) =>
    formula.replace(/[!-#%-/:-@[-`{-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + MASKED));
  return outsideFences(text, (line, _, start) => {
    if (/^[\s>]*\$\$\s*$/.test(line)) {
      isBlock = !isBlock;
      return line;
    }
    if (isBlock) return masked(line);
    const code = codeSpans(line);
    return line.replace(INLINE_MATH, (whole, dollars: string, formula: string, index: number) => {
      if (code.some(([first, last]) => index >= first && index < last)) return whole;
      if (dollars === "$$") doubled.push([start + index, start + index + whole.length]);
      return dollars + masked(formula) + dollars;
    });
  });
}

function codeSpans(line: string): (readonly [number, number])[] {
  return [...line.matchAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g)].map(({ index, 0: span }) => [index, index + span.length]);
}

/** `<!-- a -->` → `{/*  a *​/}`, outside of code. */
function maskComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const pieces: string[] = [];
  let fence: string | undefined;
  let at = 0;
  let until = 0;
  for (const line of text.split("\n")) {
    const start = at;
    at += line.length + 1;
    if (start < until) continue;
    const before = fence;
    fence = nextFence(fence, line);
    if (before !== undefined || fence !== undefined) continue;
    const code = codeSpans(line);
    for (let from = line.indexOf("<!--"); from >= 0; from = line.indexOf("<!--", from + 1)) {
      if (start + from < until || code.some(([first, last]) => from > first && from < last)) continue;
      const end = text.indexOf("-->", start + from + 4);
      if (end < 0) break;
      pieces.push(
        text.slice(until, start + from),
        "{/* ",
        text.slice(start + from + 4, end).replaceAll("*/", "  "),
        "*/}",
      );
      until = end + 3;
    }
  }
  return pieces.join("") + text.slice(until);
}
