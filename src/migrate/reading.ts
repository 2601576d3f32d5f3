import type { Nodes } from "mdast";
import { contentsOf, identified, rawImport } from "./components.ts";
import { record } from "./docusaurus.ts";
import { evaluate } from "./evaluate.ts";
import { CHILDREN, expandComponent, renderValue } from "./expand.ts";
import { unmasked } from "./mask.ts";
import { componentAt, expressionOf, isComment } from "./rewrite-expression.ts";
import { type Element, isElement, type Rewriting, rangeOf } from "./rewriting.ts";
import { type Attributes, attributesOf, codeText, elementText } from "./tags.ts";

/** A part of what a page says, and its line. */
interface Part {
  readonly value: string;
  readonly line: number;
}

/** What a reader gets of a page, as MDX has it: to compare with what docgen makes of the page that it became. */
export interface Reading {
  readonly text: readonly Part[];
  readonly code: readonly Part[];
  /** `## text #id` */
  readonly headings: readonly Part[];
  readonly links: readonly Part[];
}

/** The attribute of an element that holds an address. */
function linkKey(name: string): string | undefined {
  if (/^(?:a|area|link)$/.test(name)) return "href";
  return /^(?:img|video|audio|source|track|iframe|embed)$/.test(name) ? "src" : undefined;
}

interface Reader {
  readonly at: Rewriting;
  readonly firstLine: number;
  readonly code: Part[];
  readonly links: Part[];
  /** Footnotes, which docgen shows at the end. */
  readonly notes: Part[];
  readonly definitions: ReadonlyMap<string, string>;
  /** Signs that stand for placeholders, in their order. */
  readonly faults: Iterator<string>;
}

/** Reads a page. @param firstLine line of the file on which the text begins */
export function readingOf(at: Rewriting, firstLine: number): Reading {
  const definitions = new Map<string, string>();
  const collect = (node: Nodes) => {
    if (node.type === "definition") definitions.set(node.identifier, node.url);
    if ("children" in node) for (const child of node.children as Nodes[]) collect(child);
  };
  collect(at.page.tree);
  const faults = at.page.faults.map(({ shown }) => shown).values();
  const reader: Reader = { at, firstLine, code: [], links: [], notes: [], definitions, faults };
  const text: Part[] = [];
  read(at.page.tree, text, reader);
  const { code, links, notes } = reader;
  return { text: [...text, ...notes], code, links, headings: readHeadings(at, firstLine) };
}

function read(node: Nodes, into: Part[], reader: Reader): void {
  const { at, links, code } = reader;
  if (at.islands.has(rangeOf(node)[0]) && node.type !== "root") return;
  const line = lineOf(node, reader);
  const link = (url: string) => links.push({ value: at.site.link(url), line });
  switch (node.type) {
    case "text":
    case "inlineCode":
      into.push({
        value: unmasked(node.value).replace(/\uE000/g, () => String(reader.faults.next().value ?? "")),
        line,
      });
      return;
    case "code":
      // docgen runs no code that is told by its indentation alone.
      if (/^[`~]/.test(at.source.slice(node.position?.start.offset))) code.push({ value: node.value, line });
      return;
    case "link":
    case "image":
      link(node.url);
      break;
    case "linkReference":
    case "imageReference":
      link(reader.definitions.get(node.identifier) ?? "");
      break;
    case "table": {
      // Cells beyond those of the head are not shown.
      const columns = node.children[0]?.children.length;
      for (const row of node.children) for (const cell of row.children.slice(0, columns)) read(cell, into, reader);
      return;
    }
    case "footnoteDefinition":
      for (const child of node.children) read(child, reader.notes, reader);
      return;
    case "heading": {
      const mark = at.page.admonitions.get(node.position?.start.line ?? 0);
      if (mark?.name !== undefined && mark.title[0] === mark.title[1]) into.push({ value: capital(mark.name), line });
      break;
    }
    case "mdxFlowExpression":
    case "mdxTextExpression":
      if (!isComment(node)) into.push({ value: shownValue(node, at), line });
      return;
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      readElement(node, into, reader);
      return;
    case "html":
      into.push({ value: plain(node.value), line });
      return;
    default:
  }
  readAll(node, into, reader);
}

function readAll(node: Nodes, into: Part[], reader: Reader): void {
  if ("children" in node) for (const child of node.children as Nodes[]) read(child, into, reader);
}

function lineOf(node: Nodes, { firstLine }: Reader): number {
  return firstLine + (node.position?.start.line ?? 1) - 1;
}

const UNSEEN = ["style", "script", "head", "Head", "title"];

function readElement(node: Element, into: Part[], reader: Reader): void {
  const { at } = reader;
  const line = lineOf(node, reader);
  const binding = node.name === null ? undefined : at.bindings.get(node.name);
  const known = binding?.kind === "theme" ? binding.name : (node.name ?? "");
  const attributes = attributesOf(node, at);
  if (UNSEEN.includes(known) || binding?.kind === "partial") return;
  if (known === "CodeBlock" || (known === "pre" && codeOf(node, at) !== undefined)) {
    const value = codeOf(node, at) ?? attributes.props.children;
    if (typeof value === "string" && rawImport(node, at) === undefined) reader.code.push({ value, line });
    return;
  }
  const own = at.source.slice(node.position?.start.offset, node.position?.end.offset);
  if (/useCurrentSidebarCategory|useDocsSidebar/.test(own) && /^(?:ul|ol|DocCardList)$/.test(known)) return;
  readAttributes(node, known, attributes.props, into, reader);
  if (known !== "DocCard" && !readSmall(node, attributes, into, reader)) readAll(node as Nodes, into, reader);
}

/** Reads what an element shows by its attributes. */
function readAttributes(
  node: Element,
  name: string,
  props: Readonly<Record<string, unknown>>,
  into: Part[],
  reader: Reader,
): void {
  const line = lineOf(node, reader);
  const rich = (key: string) => elementText(node, key, reader.at);
  const link = (value: unknown) => {
    if (value !== undefined) reader.links.push({ value: reader.at.site.link(String(value)), line });
  };
  const { light, dark } = record(props.sources);
  const { href, label, description } = record(props.item);
  const key = linkKey(name);
  if (key !== undefined) link(props[key]);
  else if (name === "Link") link(props.to ?? props.href);
  else if (name === "ThemedImage") [light, dark].forEach(link);
  else if (name === "Image" || name === "IdealImage") link(props.img ?? props.src);
  else if (name === "Admonition")
    into.push({ value: plain(String(props.title ?? rich("title") ?? capital(String(props.type ?? "note")))), line });
  else if (name === "Details") into.push({ value: plain(String(props.summary ?? rich("summary") ?? "")), line });
  else if (name === "TOCInline") readContents(reader.at, line, into, reader.links, props);
  else if (name === "DocCard" && href !== undefined) {
    link(href);
    into.push({ value: `${String(label)}${description === undefined ? "" : `: ${String(description)}`}`, line });
  }
}

/** Reads a component that is rendered to HTML. @returns false for any other */
function readSmall(node: Element, { props, unknown }: Attributes, into: Part[], reader: Reader): boolean {
  const { at } = reader;
  const line = lineOf(node, reader);
  const small = node.name === null ? undefined : componentAt(node.name, at.bindings);
  if (small === undefined || small === "link" || unknown.length > 0) return false;
  const html = expandComponent(small, { ...props, children: node.children.length === 0 ? undefined : CHILDREN });
  const [before = "", after = "", ...more] = html?.split(CHILDREN) ?? [];
  if (html === undefined || more.length > 0) return false;
  into.push({ value: plain(before), line });
  for (const [, url = ""] of html.matchAll(/<(?:a|img|iframe|source|video|audio)\s[^>]*?(?:href|src)="([^"]*)"/g)) {
    reader.links.push({ value: at.site.link(decodeHtml(url)), line });
  }
  if (html.includes(CHILDREN)) readAll(node as Nodes, into, reader);
  into.push({ value: plain(after), line });
  return true;
}

function codeOf(node: Element, at: Rewriting): string | undefined {
  const inner = (node.children as Nodes[]).find(isElement);
  if (node.name === "pre" && node.type !== "mdxJsxFlowElement") return undefined;
  return codeText(inner ?? node, at);
}

function shownValue(node: Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>, at: Rewriting): string {
  const expression = expressionOf(node);
  if (expression === undefined) return "";
  const known = evaluate(expression, at.scope);
  if (known !== undefined) return ["string", "number"].includes(typeof known.value) ? String(known.value) : "";
  const { scope, bindings } = at;
  return plain(
    renderValue(expression, { render: expression, scope, components: (tag) => componentAt(tag, bindings) }, 0) ?? "",
  );
}

function readContents(
  at: Rewriting,
  line: number,
  into: Part[],
  links: Part[],
  props: Readonly<Record<string, unknown>>,
): void {
  for (const { html, id } of contentsOf(at, props)) {
    into.push({ value: html.replace(/\\(?=[!-/:-@[-`{-~])|[`*]/g, ""), line });
    links.push({ value: `#${id}`, line });
  }
}

function readHeadings(at: Rewriting, firstLine: number): Part[] {
  return identified(at)
    .filter(({ depth }) => depth > 1)
    .map(({ depth, id, line }) => ({ value: `${"#".repeat(depth)} ${id}`, line: firstLine + line - 1 }));
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The text of HTML. */
export function plain(html: string): string {
  return decodeHtml(
    html
      .replace(/<!--[\s\S]*?-->/g, "")
      .replace(/<(style|script|title)\b[\s\S]*?<\/\1>/gi, "")
      .replace(/<[^>]*>/g, ""),
  );
}

function decodeHtml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&nbsp;/g, "\u00a0")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}
