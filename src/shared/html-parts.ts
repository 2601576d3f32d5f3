import { decodeHTML } from "entities/decode";
import { type HtmlPart, type HtmlRange, type HtmlText, readHtml, type StartTag } from "./html.ts";
import { wordSet } from "./text.ts";

/** Elements with raw text that is shown. */
const SHOWN_TEXT = wordSet("textarea title xmp plaintext");

/** The value of an attribute; undefined if the tag doesn't have it. */
export function attributeOf({ attributes }: Pick<StartTag, "attributes">, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

/** Types of scripts that browsers execute; others are data. */
const EXECUTABLE_TYPE = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/;

/** Whether a tag begins a script that a browser would execute. */
export function isScript(tag: StartTag): boolean {
  return tag.name === "script" && EXECUTABLE_TYPE.test(attributeOf(tag, "type") ?? "");
}

/** The text of an element that contains nothing else. @param index of its start tag */
export function onlyText(html: string, parts: readonly HtmlPart[], index: number): string | undefined {
  let text = "";
  for (let at = index + 1; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind === "text") text += textOf(html, part);
    else if (part?.kind !== "comment") return part?.kind === "end" ? text.trim() : undefined;
  }
  return undefined;
}

/** The texts between the tags of HTML that readers see. */
export function shownTexts(html: string): string[] {
  const parts = html.includes("<") ? readHtml(html) : [];
  if (parts.length === 0) return [decodeHTML(html)];
  return parts.flatMap((part) => (part.kind === "text" && isShown(part) ? [textOf(html, part)] : []));
}

/** The text that HTML shows, on one line: images by their alternative text, a line break as a space. */
export function visibleText(html: string): string {
  const parts = readHtml(html);
  let text = "";
  let done = 0;
  for (const [index, part] of parts.entries()) {
    if (part.from < done) continue;
    if (part.kind === "text" && isShown(part)) text += textOf(html, part);
    else if (part.kind !== "start") continue;
    else if (part.name === "img") text += attributeOf(part, "alt") ?? "";
    else if (part.name === "br") text += " ";
    // The source of a formula, beside its MathML.
    else if (part.name === "annotation") done = endOfElement(parts, index);
  }
  return text.replace(/\s+/g, " ").trim();
}

function isShown({ raw, isInert }: HtmlText): boolean {
  return !isInert && (raw === undefined || SHOWN_TEXT.has(raw));
}

function textOf(html: string, { from, to, raw }: HtmlText): string {
  const text = html.slice(from, to);
  return raw === undefined || raw === "title" || raw === "textarea" ? decodeHTML(text) : text;
}

/** Offset behind an element. @param index of its start tag */
export function endOfElement(parts: readonly HtmlPart[], index: number): number {
  const start = parts[index];
  if (start?.kind !== "start") return start?.to ?? 0;
  let depth = 0;
  for (let at = index; at < parts.length; at++) {
    const part = parts[at];
    if ((part?.kind !== "start" && part?.kind !== "end") || part.name !== start.name) continue;
    depth += part.kind === "start" ? 1 : -1;
    if (depth === 0) return part.to;
  }
  return parts.at(-1)?.to ?? 0;
}

/** HTML to write in place of a part. */
export interface HtmlEdit extends HtmlRange {
  readonly html: string;
}

/** Applies edits, which are in the order of the text; one inside the part of another is dropped. */
export function editHtml(html: string, edits: readonly HtmlEdit[]): string {
  let result = "";
  let done = 0;
  for (const { from, to, html: replacement } of edits) {
    if (from < done) continue;
    result += html.slice(done, from) + replacement;
    done = to;
  }
  return result + html.slice(done);
}
