// { literal }   {/* comment */}   <td colSpan={2} className="x" {...rest}>
import JSON5 from "json5";
import { escapeHtml } from "../shared/text.ts";
import type { PropValue } from "./env.ts";

/** Maximum length of an expression in braces, in characters. */
const MAX_CODE = 10_000;
const TAG = /<(\/?)([A-Za-z][\w.-]*)(?=[\s/>{])/y;
const ATTRIBUTE = /\s+(?:([A-Za-z][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)))?|(\{\s*(?:\.\.\.)?))/y;
const TAG_END = /\s*(\/?)>/y;
const TEMPLATE = /^\s*`([\s\S]*)`\s*$/;
/** Matches the end of a template literal or the beginning of an expression in it. */
const TEMPLATE_SIGN = /(?<!\\)(?:\\\\)*(?:`|\$\{)/;
const COMMENT = /^\s*\/\*[\s\S]*\*\/\s*$/;

/** An attribute of a tag. */
export interface Attribute {
  readonly name: string;
  /** Absent if the braces contain code rather than a literal. */
  readonly value?: PropValue;
  /** Whether the value is in braces. */
  readonly isBraced: boolean;
}

/** The beginning of a tag, up to its name. */
export interface TagHead {
  readonly name: string;
  readonly isEnd: boolean;
  /** Offset after the name. */
  readonly end: number;
}

/** The part of an opening tag after its name. */
export interface TagRest {
  readonly attributes: readonly Attribute[];
  readonly selfClosing: boolean;
  /** Offset after the tag's `>`. */
  readonly end: number;
}

/** The beginning of the tag at an offset; undefined if there is none. */
export function tagHeadAt(source: string, start: number): TagHead | undefined {
  TAG.lastIndex = start;
  const match = TAG.exec(source);
  return match === null ? undefined : { name: match[2] ?? "", isEnd: match[1] === "/", end: TAG.lastIndex };
}

/**
 * Parses the attributes of an opening tag.
 *
 * @param start offset after the tag's name
 * @param limit maximum length of a value in braces, in characters
 * @returns undefined if there is no tag; "unclosed" if a brace is not closed
 */
export function parseAttributes(source: string, start: number, limit = MAX_CODE): TagRest | "unclosed" | undefined {
  const attributes: Attribute[] = [];
  let position = start;
  for (;;) {
    TAG_END.lastIndex = position;
    const closed = TAG_END.exec(source);
    if (closed !== null) return { attributes, selfClosing: closed[1] === "/", end: TAG_END.lastIndex };
    ATTRIBUTE.lastIndex = position;
    const match = ATTRIBUTE.exec(source);
    if (match === null) return undefined;
    const [, name = "...", double, single, brace, spread] = match;
    position = ATTRIBUTE.lastIndex;
    if (brace === undefined && spread === undefined) {
      attributes.push({ name, value: double ?? single ?? true, isBraced: false });
      continue;
    }
    const end = endOfBraces(source, position, limit);
    if (end === undefined) return "unclosed";
    attributes.push(...attributesOf(name, source.slice(position, end - 1)));
    position = end;
  }
}

function attributesOf(name: string, code: string): Attribute[] {
  const literal = literalOf(code);
  if (literal === undefined) return COMMENT.test(code) ? [] : [{ name, isBraced: true }];
  if (name !== "...") return [{ name, value: literal.value, isBraced: true }];
  return Object.entries(literal.value ?? {}).map(([key, value]) => ({ name: key, value, isBraced: true }));
}

/** Offset after the brace that closes the one before `start`; undefined if there is none within the limit. */
export function endOfBraces(source: string, start: number, limit = MAX_CODE): number | undefined {
  const open = ["{"];
  const last = Math.min(source.length, start + limit);
  for (let index = start; index < last; index++) {
    const char = source[index] ?? "";
    if (open.at(-1) === "`") {
      if (char === "\\") index++;
      else if (char === "`") open.pop();
      else if (char === "$" && source[index + 1] === "{") open.push(source[++index] ?? "");
    } else if (char === '"' || char === "'") index = endOfText(source, index, last);
    else if (char === "/" && source[index + 1] === "*") index = endOfComment(source, index, last);
    else if (char === "{" || char === "`") open.push(char);
    else if (char === "}") {
      open.pop();
      if (open.length === 0) return index + 1;
    }
  }
  return undefined;
}

/** Offset of the quote that closes a string; `start` if its line has none, as in `don't`. */
function endOfText(source: string, start: number, last: number): number {
  for (let index = start + 1; index < last && source[index] !== "\n"; index++) {
    if (source[index] === "\\") index++;
    else if (source[index] === source[start]) return index;
  }
  return start;
}

function endOfComment(source: string, start: number, last: number): number {
  for (let index = start + 2; index < last; index++) {
    if (source[index] === "*" && source[index + 1] === "/") return index + 1;
  }
  return last;
}

/** The value of a JavaScript literal; undefined for any other expression. */
export function literalOf(code: string): { readonly value: PropValue } | undefined {
  const template = TEMPLATE.exec(code)?.[1];
  if (template !== undefined) {
    return TEMPLATE_SIGN.test(template) ? undefined : { value: template.replace(/\\([`$\\])/g, "$1") };
  }
  try {
    return { value: JSON5.parse(code) as PropValue };
  } catch {
    return undefined;
  }
}

const HTML_NAMES = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
]);

/** Writes attributes as HTML; those with code are left out. */
export function htmlAttributes(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ name, value, isBraced }) => {
      if (value === undefined || value === null || value === false) return "";
      const key = HTML_NAMES.get(name) ?? name;
      if (value === true) return ` ${key}`;
      const text = typeof value === "object" ? styleOf(value) : String(value);
      return ` ${key}="${isBraced ? escapeHtml(text) : text.replaceAll('"', "&quot;")}"`;
    })
    .join("");
}

/**
 * Converts a style object to CSS as React does: `{ fontSize: 12 }` → `font-size:12px`.
 *
 * @param gap text after colons and semicolons
 */
export function styleOf(style: object, gap = ""): string {
  return Object.entries(style)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== "boolean" && value !== "")
    .map(([name, value]: [string, unknown]) => {
      const isOwn = name.startsWith("--");
      const property = isOwn ? name : hyphened(name).replace(/^ms-/, "-ms-");
      const isLength = typeof value === "number" && value !== 0 && !isOwn && !UNITLESS.test(name);
      return `${property}:${gap}${String(value)}${isLength ? "px" : ""}`;
    })
    .join(`;${gap}`);
}

/** `fontSize` → `font-size` */
export function hyphened(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** CSS properties whose numeric values are not lengths. */
const UNITLESS =
  /^(?:animationIterationCount|aspectRatio|columns|columnCount|fillOpacity|flex|flexGrow|flexShrink|fontWeight|gridArea|gridColumn|gridRow|lineClamp|lineHeight|opacity|order|orphans|scale|stopOpacity|strokeOpacity|tabSize|widows|zIndex|zoom)$/;
