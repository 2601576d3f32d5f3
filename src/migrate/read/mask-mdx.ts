import { nextFence } from "../../markdown/include.ts";

/** Docusaurus' extensions of MDX in a page, by line number. */
export interface Marks {
  /** Opening and closing lines of admonitions. */
  readonly admonitions: ReadonlyMap<number, AdmonitionMark>;
  /** Explicit ids of headings. */
  readonly headingIds: ReadonlyMap<number, HeadingIdMark>;
  /** Admonitions that are never closed: where MDX ends them, their lines, and the lines that close them. */
  readonly unclosed: readonly { readonly offset: number; readonly line: number; readonly closing: string }[];
  /** Ranges of inline formulas in doubled dollar signs. */
  readonly doubled: readonly (readonly [number, number])[];
}

interface AdmonitionMark {
  /** Undefined for a closing line. */
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
const HEADING_ID =
  /^[\s>]*(?:[-*+]\s+)?#{1,6}\s.*?(\\?\{\s*(?:#([^}\s\\](?:[^}\n\\]*[^}\s\\])?)|\/\*\s*#(\S+)\s*\*\/)\s*\\?\}|<!--\s*#(\S+?)\s*-->)\s*$/;

/** Names of admonitions. */
export const DOCUSAURUS_ADMONITIONS = [
  ..."note tip info warning danger caution".split(" "),
  // From Docusaurus 1 and 2, still supported.
  ..."important secondary success".split(" "),
];

/** Begins a list item, with what follows the marker. */
const ITEM = /^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)(?=\S)/;

/** Whether lines belong to code fences. The end of a list item or of a quote also ends an unclosed fence in it. */
function fencedLines(lines: readonly string[]): boolean[] {
  let fence: string | undefined;
  let inside = { column: 0, isQuoted: false };
  let columns: number[] = [];
  return lines.map((raw) => {
    const line = raw.replaceAll("\t", "    ");
    const indent = line.search(/\S/);
    const isQuoted = /^\s*>/.test(line);
    if (indent >= 0 && (indent < inside.column || (inside.isQuoted && !isQuoted))) fence = undefined;
    const before = fence;
    const [, marker = ""] = before === undefined ? (ITEM.exec(line) ?? []) : [];
    fence = nextFence(fence, " ".repeat(marker.length) + line.slice(marker.length));
    if (before === undefined && indent >= 0) {
      columns = columns.filter((column) => column <= indent);
      if (marker !== "") columns.push(marker.length);
    }
    inside =
      fence === undefined
        ? { column: 0, isQuoted: false }
        : before === undefined
          ? { column: columns.at(-1) ?? 0, isQuoted }
          : inside;
    return before !== undefined || fence !== undefined;
  });
}

/** Changes the lines of a text outside of code fences. @param change gets a line, its number from 1 and its offset */
export function outsideFences(text: string, change: (line: string, number: number, start: number) => string): string {
  let offset = 0;
  const lines = text.split("\n");
  const fenced = fencedLines(lines);
  const changed = lines.map((line, index) => {
    const start = offset;
    offset += line.length + 1;
    return fenced[index] === true ? line : change(line, index + 1, start);
  });
  return changed.join("\n");
}

/** Ends the fences that an admonition leaves open where it ends, as Docusaurus does. */
export function withClosedFences(source: string): string {
  const open: { readonly lead: string; readonly colons: string }[] = [];
  let fence: string | undefined;
  let depth = 0;
  const lines = source.split("\n").map((line) => {
    const [, start = "", colons = "", name = ""] = /^([\s>]*(?:[-*+]\s+)?)(:{3,})[ \t]*(\S*)/.exec(line) ?? [];
    const lead = start.replace(/[-*+]/g, " ");
    const last = open.at(-1);
    const isEnd = last !== undefined && lead === last.lead && name === "" && colons.length >= last.colons.length;
    const unclosed = isEnd && open.length === depth ? fence : undefined;
    if (isEnd && (fence === undefined || unclosed !== undefined)) open.pop();
    else if (fence === undefined && DOCUSAURUS_ADMONITIONS.includes(/^\w*/.exec(name)?.[0] ?? ""))
      open.push({ lead, colons });
    const next = unclosed === undefined ? nextFence(fence, line.replace(/^[\s>]*(?:[-*+]\s+)?/, "")) : undefined;
    if (fence === undefined && next !== undefined) depth = open.length;
    fence = next;
    return unclosed === undefined ? line : `${lead}${unclosed}\n${line}`;
  });
  return lines.join("\n");
}

/**
 * Converts a source to plain MDX of the same length, as Docusaurus does before parsing: admonitions become headings,
 * heading ids spaces, HTML comments expressions.
 *
 * @param isMdx false: HTML comments are kept
 * @param hasMath whether dollar signs enclose formulas, whose characters are replaced (see `unmasked`)
 */
export function mask(source: string, isMdx: boolean, hasMath: boolean): Marks & { readonly text: string } {
  const admonitions = new Map<number, AdmonitionMark>();
  const headingIds = new Map<number, HeadingIdMark>();
  const doubled: [number, number][] = [];
  const open: { readonly line: number; readonly lead: string; readonly colons: string }[] = [];
  const blank = (text: string) => text.replace(/[^\s]/g, " ");
  const marked = outsideFences(source, (line, number, start) => {
    const [, mark, ...ids] = HEADING_ID.exec(line) ?? [];
    if (mark !== undefined) {
      const at = line.lastIndexOf(mark);
      // Docusaurus takes spaces into an id, which links can't name.
      const id = (ids.find((part) => part !== undefined) ?? "").replace(/\s+/g, "-");
      headingIds.set(number, { id, start: start + at, end: start + at + mark.length });
      return line.slice(0, at) + blank(line.slice(at));
    }
    const admonition = ADMONITION.exec(line);
    if (admonition === null) return line;
    const [, lead = "", colons = "", name, rest = ""] = admonition;
    if (name === undefined ? open.length === 0 || rest !== "" : !DOCUSAURUS_ADMONITIONS.includes(name)) return line;
    if (name === undefined) open.pop();
    else open.push({ line: number, lead: lead.replace(/[-*+]/g, " "), colons });
    const title = rest.startsWith("[") ? rest.slice(1, -1) : rest.trimStart();
    const from = line.indexOf(rest, lead.length + colons.length + (name ?? "").length) + rest.indexOf(title);
    const end = from + title.length;
    admonitions.set(number, { name, title: title === "" ? [start, start] : [start + from, start + end] });
    return `${lead}#${blank(line.slice(lead.length + 1, from))}${title}${blank(line.slice(end))}`;
  });
  const text = isMdx ? maskAddresses(maskDirectives(maskComments(marked))) : marked;
  const unclosed = open.reverse().map(({ line, lead, colons }) => {
    return { offset: endOfBlock(source, line, lead), line, closing: lead + colons };
  });
  return { text: hasMath ? maskMath(text, doubled) : text, admonitions, headingIds, unclosed, doubled };
}

/** Where a block in a list or a quote ends: before the next line that is not inside of it, or with the text. */
function endOfBlock(source: string, line: number, lead: string): number {
  const lines = source.split("\n");
  const isOutside = (text: string) => text.trim() !== "" && lead !== "" && !text.startsWith(lead);
  const end = lines.findIndex((text, index) => index >= line && isOutside(text));
  return end < 0 ? source.length : lines.slice(0, end).join("\n").length + 1;
}

/**
 * First of the code points that replace characters of formulas while a page is parsed, so that Markdown ignores them.
 */
const MASKED = 0xe100;
const INLINE_MATH = /(?<![\\$])(\$\$?)(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\1(?![\d$])/g;

/** Replaces the signs in a text. */
function masked(text: string): string {
  return text.replace(/[!-#%-/:-@[-`{-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + MASKED));
}

/** Restores the characters of formulas in a text. */
export function unmasked(text: string): string {
  return text.replace(/[\uE121-\uE17E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - MASKED));
}

/** Names in the imports and exports of a page, and those that each page has. */
export function boundNames(text: string): ReadonlySet<string> {
  const statements = [...text.matchAll(/^(?:import|export)\b[^\n]*/gm)].join(" ").match(/[A-Za-z_$][\w$]*/g) ?? [];
  return new Set([...statements, "props", "frontMatter", "toc", "contentTitle"]);
}

/**
 * Hides the beginnings of addresses in which names of the page stand in braces: MDX would read these as part of the
 * address.
 */
function maskAddresses(text: string): string {
  const names = boundNames(text);
  return outsideFences(text, (line) => {
    const isCode = inCode(line);
    return line.replace(
      /(?<![\w"'`/([=])(https?)(:\/\/[^\s<>"'`]*?(?<!\$)\{([A-Za-z_$][\w$]*))/g,
      (whole, scheme: string, rest: string, name: string, index: number) =>
        names.has(name) && !isCode(index) ? scheme + masked(":") + rest.slice(1) : whole,
    );
  });
}

/** Hides the braces around attributes of directives, such as `:icon[home]{size=2}`: those without a plugin are text. */
function maskDirectives(text: string): string {
  return outsideFences(text, (line) => {
    const isCode = inCode(line);
    return line.replace(/(?<!:):{1,2}[A-Za-z][\w-]*(?:\[[^\]\n]*\])?\{[^{}\n]*\}/g, (directive, index: number) =>
      isCode(index) ? directive : directive.replace(/[{}]/g, masked),
    );
  });
}

function maskMath(text: string, doubled: [number, number][]): string {
  let isBlock = false;
  return outsideFences(text, (line, _, start) => {
    if (/^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*\$\$\s*$/.test(line)) {
      isBlock = !isBlock;
      return line;
    }
    if (isBlock) return line.replace(/[^\s>].*/, masked);
    const isCode = inCode(line);
    return line.replace(INLINE_MATH, (whole, dollars: string, formula: string, index: number) => {
      if (isCode(index)) return whole;
      if (dollars === "$$") doubled.push([start + index, start + index + whole.length]);
      return dollars + masked(formula) + dollars;
    });
  });
}

/** Returns whether an offset in a line is in code. */
function inCode(line: string): (offset: number) => boolean {
  return inMatches(line, /(`+)(?!`).*?(?<!`)\1(?!`)/g);
}

function inMatches(text: string, pattern: RegExp): (offset: number) => boolean {
  const ranges = [...text.matchAll(pattern)].map(({ index, 0: match }) => [index, index + match.length] as const);
  return (offset) => ranges.some(([start, end]) => offset >= start && offset < end);
}

/** `<!-- a -->` → `{/*  a *​/}`, outside of code. */
function maskComments(text: string): string {
  if (!text.includes("<!--")) return text;
  // In a template literal, it is text.
  const isLiteral = inMatches(text, /\{`(?:\\[\s\S]|[^`\\])*`\}/g);
  const pieces: string[] = [];
  let until = 0;
  outsideFences(text, (line, _, start) => {
    const isCode = inCode(line);
    for (let from = line.indexOf("<!--"); from >= 0; from = line.indexOf("<!--", from + 1)) {
      const open = start + from;
      if (open < until || isLiteral(open) || isCode(from)) continue;
      const end = text.indexOf("-->", open + 4);
      if (end < 0) break;
      pieces.push(text.slice(until, open), `{/* ${text.slice(open + 4, end).replaceAll("*/", "  ")}*/}`);
      until = end + 3;
    }
    return line;
  });
  return pieces.join("") + text.slice(until);
}
