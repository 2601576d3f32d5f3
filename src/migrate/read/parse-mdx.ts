import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Code, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { mdxjs } from "micromark-extension-mdxjs";
import { fenceAround } from "../../markdown/include.ts";
import { ELEMENTS } from "../../markdown/plugins/raw-html.ts";
import { boundNames, type Marks, mask, outsideFences } from "./mask-mdx.ts";

/** A page's text as parsed by MDX; positions are those of the source. */
export interface MdxPage extends Marks {
  readonly tree: Root;
  /** Offsets of characters that MDX could not parse, with the reasons; they are read as text. */
  readonly faults: readonly MdxFault[];
}

/** A place that MDX could not parse. */
export interface MdxFault {
  readonly offset: number;
  readonly message: string;
  /** The character, if readers see it; empty for a tag, which docgen reads as HTML. */
  readonly shown: string;
  readonly tag: string;
}

/** Replaces a character that MDX can't parse. */
const PLACEHOLDER = "\uE000";
/** Replaces the rest of a tag. */
const HIDDEN = "\uE001";
/** Matches `<https://example.com>`, which MDX lacks, but MDX 1 had. */
const AUTOLINK = /^<([a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/i;
const HTML_TAG = /^<\/?([a-z][a-z0-9]*)(?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"<>{}]*"|'[^'<>{}]*'|[^\s"'=<>`{}]+))?)*\s*\/?>/;
/** Maximum number of unparsable characters: each is found by parsing again. */
const MAX_FAULTS = 200;
const acorn = Parser.extend(jsx());
const ACORN = { ecmaVersion: 2025, sourceType: "module" } as const;

/**
 * Parses a page's text. A character that MDX can't parse is read as text, and the rest is parsed again.
 *
 * @param isMdx false for CommonMark, as Docusaurus reads `.md` with `format: "md"`
 * @param hasMath whether dollar signs enclose formulas
 * @param isFirst whether it is MDX 1, for which braces in a text are text
 * @throws Error if too much of it is not MDX
 */
export function parseMdxPage(source: string, isMdx: boolean, hasMath: boolean, isFirst: boolean): MdxPage {
  const { text, ...marks } = mask(source, isMdx, hasMath);
  const faults: MdxFault[] = [];
  const names = boundNames(text);
  let masked = text;
  for (;;) {
    try {
      const tree = parse(masked, isMdx);
      const braces = isFirst ? bracesIn(tree, names) : [];
      if (braces.length === 0) return { tree, ...marks, faults };
      for (const offset of braces) {
        faults.push({ offset, message: "in MDX 1, braces in a text are text", shown: "{", tag: "" });
        masked = masked.slice(0, offset) + PLACEHOLDER + masked.slice(offset + 1);
      }
    } catch (error) {
      const joined = withTagInText(messageOf(error), masked);
      if (joined !== undefined) {
        masked = joined;
        continue;
      }
      const at = faultAt(error, masked);
      if (at === undefined || faults.length >= MAX_FAULTS) throw error;
      const rest = masked.slice(at, at + 2000);
      const link = AUTOLINK.exec(rest)?.[1];
      // A tag that MDX 1 took for HTML, as docgen does.
      const [written = "", name = ""] = HTML_TAG.exec(rest) ?? [];
      const tag = ELEMENTS.has(name) ? written : "";
      const isHtml = link !== undefined || tag !== "";
      faults.push({ offset: at, message: messageOf(error), shown: isHtml ? "" : (source[at] ?? ""), tag });
      const blank = tag.slice(1).replace(/[^\n]/g, HIDDEN);
      const bare =
        link === undefined
          ? blank + masked.slice(at + 1 + blank.length)
          : `${link} ${masked.slice(at + link.length + 2)}`;
      masked = masked.slice(0, at) + PLACEHOLDER + bare;
    }
  }
}

/** Offsets of expressions outside of blocks of tags, that are no comments and read nothing which the page defines. */
function bracesIn(node: Nodes, names: ReadonlySet<string>): number[] {
  if (node.type === "mdxTextExpression" || node.type === "mdxFlowExpression") {
    const isCode = /^\s*(?:\/\*|["'`])/.test(node.value);
    const isText = !isCode && !node.value.match(/[A-Za-z_$][\w$]*/g)?.some((word) => names.has(word));
    return isText ? [node.position?.start.offset ?? 0] : [];
  }
  if (node.type === "mdxJsxFlowElement" || !("children" in node)) return [];
  // Tags alone in their lines are code as a whole.
  const isText =
    node.type !== "paragraph" || node.children.some((child) => child.type === "text" && child.value.trim() !== "");
  return isText ? (node.children as Nodes[]).flatMap((child) => bracesIn(child, names)) : [];
}

function parse(text: string, isMdx: boolean): Root {
  if (!isMdx) return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const mdx = mdxjs({ acorn, acornOptions: ACORN, addResult: true });
  return fromMarkdown(text, { extensions: [gfm(), mdx], mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] });
}

/** Writes indented code as fences: MDX 1 reads it as code, later versions as text. @returns also the added lines, from 1 */
export function withFencedIndents(source: string): { readonly text: string; readonly added: readonly number[] } {
  const lines = source.split("\n");
  const added: number[] = [];
  for (const { position, value } of indentedCode(parse(source, false), source)) {
    const { start, end } = position ?? { start: { line: 1, column: 1 }, end: { line: 1 } };
    const at = start.line - 1 + added.length;
    const prefix = lines[at]?.slice(0, start.column - 1) ?? "";
    // Code may also begin in the line of its list item.
    if (/[^\s>]/.test(prefix) || isInTags(lines.slice(0, at))) continue;
    const fence = prefix + fenceAround(value);
    const inner = value.split("\n").map((line) => (prefix + line).trimEnd());
    lines.splice(at, end.line - start.line + 1, fence, ...inner, fence);
    added.push(at + 1, at + inner.length + 2);
  }
  return { text: lines.join("\n"), added };
}

/** Matches a tag that the last line leaves open, and that is not quoted. */
const OPEN_TAG = /(?:^|\n)(?![ \t]*>)[^\n]*<[A-Za-z](?:(?!\n[ \t]*\n)(?:=>|[^<>]))*\n$/;

/**
 * Moves the ends of tags that begin lines to the lines before: MDX reads them as quotes, MDX 1 reads the whole tag.
 *
 * @returns also the lines that now have such an end, from 1
 */
export function withJoinedEnds(source: string): { readonly text: string; readonly joined: readonly number[] } {
  const ends = new Set<number>();
  outsideFences(source, (line, number, start) => {
    const before = source.slice(Math.max(0, start - 2000), start);
    if (/^[ \t]*>/.test(line) && OPEN_TAG.test(before)) ends.add(number);
    return line;
  });
  const lines: string[] = [];
  const joined: number[] = [];
  for (const [index, line] of source.split("\n").entries()) {
    if (!ends.has(index + 1)) lines.push(line);
    else joined.push(lines.push(`${lines.pop()}${line.trimStart()}`));
  }
  return { text: lines.join("\n"), joined };
}

/** Whether the last lines, up to an empty one, begin with a tag: MDX 1 reads them as JSX. */
function isInTags(lines: readonly string[]): boolean {
  const first = lines[lines.findLastIndex((line) => /^[\s>]*$/.test(line)) + 1];
  return first !== undefined && /^[\s>]*<[A-Za-z/]/.test(first);
}

function indentedCode(node: Nodes, source: string): Code[] {
  if (node.type === "code") return /^[ \t]/.test(source.slice(node.position?.start.offset)) ? [node] : [];
  return "children" in node ? (node.children as Nodes[]).flatMap((child) => indentedCode(child, source)) : [];
}

/** Parses a module in JavaScript with JSX. @throws SyntaxError */
export function parseModule(source: string): import("acorn").Program {
  return acorn.parse(source, ACORN);
}

/**
 * Offset of prose that looks like an import or export, such as `export your data`, before an offset; -1 if there is
 * none.
 */
function esmAt(text: string, offset: number): number {
  const start = Math.max(...["import", "export"].map((word) => text.lastIndexOf(`\n${word} `, offset) + 1));
  const isFirst = /^(?:import|export) /.test(text) && start === 0;
  if (start <= 0 && !isFirst) return -1;
  return text.slice(start, offset).includes("\n\n") ? -1 : start;
}

/** Offset of the character that MDX can't parse; undefined if it is unknown. */
function faultAt(error: unknown, text: string): number | undefined {
  // A tag that is never closed: only the message says where it is.
  const [, line, column] = /^Expected a closing tag for .*? \((\d+):(\d+)/.exec(messageOf(error)) ?? [];
  if (line !== undefined) return offsetOf(text, line, column);
  const { place } = error as { place?: { offset?: number; start?: { offset?: number } } };
  const offset = place?.offset ?? place?.start?.offset;
  if (offset === undefined) return undefined;
  const at = Math.max(text.lastIndexOf("<", offset), text.lastIndexOf("{", offset), esmAt(text, offset));
  return at < 0 ? undefined : at;
}

/** The offset of a position. @param line from 1 @param column from 1 */
function offsetOf(text: string, line: string, column: string | undefined): number {
  const lines = text.split("\n").slice(0, Number(line) - 1);
  return lines.reduce((sum, { length }) => sum + length + 1, Number(column) - 1);
}

/**
 * Lets a tag in a paragraph end on the next line, before its text. MDX takes a tag that is alone on its line for a
 * block, and so misses its closing tag in the paragraph; in MDX 1, it was part of the paragraph.
 *
 * @param message of MDX
 */
function withTagInText(message: string, text: string): string | undefined {
  const [, line, column] = /^Expected the closing tag .* start of `paragraph` \((\d+):(\d+)\)/.exec(message) ?? [];
  const start = line === undefined ? 0 : offsetOf(text, line, column);
  const [gap] = /(?<=>)\n[ \t]*$/.exec(text.slice(0, start)) ?? [];
  return gap === undefined ? undefined : `${text.slice(0, start - gap.length - 1)}${gap}>${text.slice(start)}`;
}

/** The first line of an error's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
