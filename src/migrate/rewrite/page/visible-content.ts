import { decodeHTML } from "entities/decode";
import type { Nodes } from "mdast";
import { ELEMENTS } from "../../../markdown/plugins/raw-html.ts";
import { shownTexts } from "../../../shared/html-parts.ts";
import { list, record } from "../../read/config-values.ts";
import { unmasked } from "../../read/mask-mdx.ts";
import { isInternalOnly } from "./bindings.ts";
import { isCard, rawImport } from "./docusaurus-components.ts";
import { type Attributes, attributesOf, codeHolder, codeText, elementText } from "./element-tags.ts";
import { shownText } from "./evaluate-expression.ts";
import { CHILDREN, INCLUDED } from "./expand-component.ts";
import { listedHeadings, pageHeadings } from "./headings.ts";
import { capitalized } from "./html-text.ts";
import { markedCode } from "./magic-comments.ts";
import {
  childrenOf,
  contentOf,
  type Element,
  type ExpressionNode,
  isComment,
  isElement,
  isExpression,
  lineOf,
  rangeOf,
} from "./nodes.ts";
import { tabsInOrder } from "./page-tabs.ts";
import { componentHtml } from "./rewrite-component.ts";
import { expressionOf, knownOf, renderedText, SIDEBAR_LIST } from "./rewrite-expression.ts";
import type { Rewriting } from "./rewriting.ts";

/** A part of a page's content, with its line. */
export interface ContentPart {
  readonly value: string;
  readonly line: number;
}

/** What readers see of a page according to MDX, for a comparison with docgen's result after the migration. */
export interface VisibleContent {
  readonly text: readonly ContentPart[];
  readonly code: readonly ContentPart[];
  /** `## text #id` */
  readonly headings: readonly ContentPart[];
  readonly links: readonly ContentPart[];
}

interface Reader {
  readonly at: Rewriting;
  readonly text: ContentPart[];
  readonly code: ContentPart[];
  readonly links: ContentPart[];
  readonly definitions: ReadonlyMap<string, string>;
  /** Characters that placeholders stand for, in order. */
  readonly faults: Iterator<string>;
  readonly lineOf: (node: Nodes) => number;
  /** Footnotes; docgen shows them at the end. */
  readonly notes: ContentPart[];
}

/** Reads a page. @param firstLine line of the file at which the text begins */
export function visibleContent(at: Rewriting, firstLine: number): VisibleContent {
  const { tree, faults } = at.page;
  const urlsIn = (node: Nodes): [string, string][] =>
    node.type === "definition" ? [[node.identifier, node.url]] : childrenOf(node).flatMap(urlsIn);
  const reader: Reader = {
    at,
    text: [],
    code: [],
    links: [],
    notes: [],
    definitions: new Map(urlsIn(tree)),
    faults: faults
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ shown }) => shown)
      .values(),
    lineOf: (node) => firstLine + lineOf(node) - 1,
  };
  read(tree, reader);
  const headings = pageHeadings(at)
    .filter(({ depth }) => depth > 1)
    .map(({ depth, id, line }) => ({ value: `${"#".repeat(depth)} ${id}`, line: firstLine + line - 1 }));
  return { text: [...reader.text, ...reader.notes], code: reader.code, links: reader.links, headings };
}

function read(node: Nodes, reader: Reader): void {
  const { at, links, code, text } = reader;
  const component = at.became.get(node);
  if (component === "whole") return;
  const line = reader.lineOf(node);
  const link = (url: string) => links.push({ value: at.site.link(url), line });
  if (node.type === "text" || node.type === "inlineCode") {
    const value = unmasked(node.value).replaceAll("\uE001", "");
    text.push({ value: value.replace(/\uE000/g, () => reader.faults.next().value ?? ""), line });
  } else if (node.type === "code") {
    // Only fences: docgen's list of a page's code doesn't include indented code.
    if (/^[`~]/.test(at.source.slice(rangeOf(node)[0])))
      code.push({ value: markedCode(node.value, at.site.magicComments), line });
  } else if (node.type === "link" || node.type === "image") link(node.url);
  else if (node.type === "linkReference" || node.type === "imageReference")
    link(reader.definitions.get(node.identifier) ?? "");
  else if (node.type === "heading") {
    const mark = at.page.admonitions.get(lineOf(node));
    if (mark?.name !== undefined && mark.title[0] === mark.title[1]) text.push({ value: capitalized(mark.name), line });
  } else if (isExpression(node)) {
    if (!isComment(node)) text.push({ value: shownValue(node, at), line });
  } else if (node.type === "html")
    // docgen shows the name of a type, as in Array<string>, which browsers would hide.
    text.push({ value: isTypeName(node.value) ? node.value : textOfHtml(node.value), line });
  if (component === "tags") readAll(childrenOf(node), reader);
  else if (isElement(node)) readElement(node, reader);
  else if (node.type === "footnoteDefinition") readAll(node.children, { ...reader, text: reader.notes });
  else if (node.type === "table") {
    // Cells beyond the number of columns in the header are not shown.
    const columns = node.children[0]?.children.length;
    for (const row of node.children) readAll(row.children.slice(0, columns), reader);
  } else readAll(childrenOf(node), reader);
}

function readAll(nodes: readonly Nodes[], reader: Reader): void {
  for (const node of nodes) read(node, reader);
}

const UNSEEN = ["style", "script", "head", "Head", "title"];

function readElement(node: Element, reader: Reader): void {
  const { at } = reader;
  const binding = at.bindings.get(node.name ?? "");
  const name = binding?.kind === "theme" ? binding.name : (node.name ?? "");
  const attributes = attributesOf(node, at);
  if (UNSEEN.includes(name) || isInternalOnly(node.name, at.bindings) || binding?.kind === "partial") return;
  if (name === "CodeBlock" || name === "Playground" || (name === "pre" && codeOf(node, at) !== undefined)) {
    const value = codeOf(node, at) ?? attributes.props.children;
    if (typeof value === "string" && rawImport(node, at) === undefined)
      reader.code.push({ value, line: reader.lineOf(node) });
    return;
  }
  if (/^(?:ul|ol|DocCardList)$/.test(name) && SIDEBAR_LIST.test(at.source.slice(...rangeOf(node)))) return;
  readAttributes(node, name, attributes.props, reader);
  const html = componentHtml(node, attributes, at);
  // Only links of other <pre> are compared.
  if (name === "pre") readAll(childrenOf(node), { ...reader, text: [] });
  else if (html !== undefined && name !== "DocCard") readHtml(node, html, reader);
  else if (name === "Tabs") readAll(tabsInOrder(node, attributes.props.values, at), reader);
  else if (name !== "DocCard") readAll(childrenOf(node), reader);
}

function readAttributes(node: Element, name: string, props: Attributes["props"], reader: Reader): void {
  const { at, text } = reader;
  const line = reader.lineOf(node);
  const rich = (key: string) => elementText(node, key, at);
  const link = (value: unknown) => {
    if (value !== undefined) reader.links.push({ value: at.site.link(String(value)), line });
  };
  const { light, dark } = record(props.sources);
  const cards = name === "DocCard" ? [record(props.item)] : name === "DocCardList" ? list(props.items) : [];
  if (/^(?:Heading$|[a-z])/.test(name) && typeof props.children === "string" && contentOf(node).length === 0)
    text.push({ value: props.children, line });
  if (/^(?:a|area|link)$/.test(name)) link(props.href);
  else if (/^(?:img|video|audio|source|track|iframe|embed)$/.test(name)) link(props.src);
  else if (name === "Link") link(props.to ?? props.href);
  else if (name === "ThemedImage") [light, dark].forEach(link);
  else if (name === "Image" || name === "IdealImage") link(props.img ?? props.src);
  else if (name === "Admonition")
    text.push({
      value: textOfHtml(String(props.title ?? rich("title") ?? capitalized(String(props.type ?? "note")))),
      line,
    });
  else if (name === "Details") text.push({ value: textOfHtml(String(props.summary ?? rich("summary") ?? "")), line });
  else if (name === "TOCInline") {
    for (const { html, id } of listedHeadings(at, props)) {
      text.push({ value: html.replace(/\\(?=[!-/:-@[-`{-~])|[`*]/g, ""), line });
      reader.links.push({ value: `#${id}`, line });
    }
  } else if (cards.every(isCard))
    for (const { href, label, description = "" } of cards) {
      link(href);
      const separator = name === "DocCard" && description !== "" ? ": " : " ";
      text.push({ value: `${String(label)}${separator}${String(description)}`, line });
    }
}

/** Reads what a component shows, from its HTML. */
function readHtml(node: Element, html: string, reader: Reader): void {
  const line = reader.lineOf(node);
  // What partials show is compared where they are.
  const [before = "", after = ""] = html.replace(INCLUDED, "").split(CHILDREN);
  reader.text.push({ value: textOfHtml(before), line });
  for (const [, url = ""] of html.matchAll(/<(?:a|img|iframe|source|video|audio)\s[^>]*?(?:href|src)="([^"]*)"/g))
    reader.links.push({ value: reader.at.site.link(decodeHTML(url)), line });
  if (html.includes(CHILDREN)) readAll(childrenOf(node), reader);
  reader.text.push({ value: textOfHtml(after), line });
}

function codeOf(node: Element, at: Rewriting): string | undefined {
  const holder = node.name === "pre" ? codeHolder(node) : (childrenOf(node).find(isElement) ?? node);
  return holder && codeText(holder, at);
}

function shownValue(node: ExpressionNode, at: Rewriting): string {
  const expression = expressionOf(node);
  const constant = knownOf(node, at);
  if (expression === undefined) return "";
  return (constant === undefined ? textOfHtml(renderedText(node, at) ?? "") : shownText(constant.value)) ?? "";
}

function isTypeName(html: string): boolean {
  const name = /^<([a-z][a-z\d]*)>$/.exec(html)?.[1];
  return name !== undefined && !ELEMENTS.has(name);
}

/** The text that HTML shows. */
export function textOfHtml(html: string): string {
  return shownTexts(html.replace(/<title\b[\s\S]*?<\/title>/gi, "")).join(" ");
}
