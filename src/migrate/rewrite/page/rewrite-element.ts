import { basename, extname } from "node:path/posix";
import type { Nodes } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { ELEMENTS, NEEDS_TITLE } from "../../../markdown/plugins/raw-html.ts";
import { wordSet } from "../../../shared/text.ts";
import { VOID_ELEMENTS } from "../../../shared/unclosed-elements.ts";
import { COMPONENTS, languageIn } from "./docusaurus-components.ts";
import { attributesOf, codeHolder, codeText, fenced, replaceBlock, unwrap, wrap } from "./element-tags.ts";
import { attributeText, BLOCK_ELEMENTS, escapeText, nameInScope } from "./html-text.ts";
import { hasMarkdown, isHtmlBlock, isPhrasing, separate, toHtml } from "./markdown-in-html.ts";
import { childrenOf, contentOf, type Element, hasTwice, isElement, isExpression, keyOf, rangeOf } from "./nodes.ts";
import { visitComponent, writePart } from "./rewrite-component.ts";
import { knownOf, SIDEBAR_LIST } from "./rewrite-expression.ts";
import { Asset, beginsLine, type NodeContext, type Rewriting, tagRanges, visitAll } from "./rewriting.ts";

/** Elements in which Markdown content forms paragraphs. */
const HOLDS_BLOCKS = wordSet(
  "article aside blockquote center dd details dialog div dt fieldset figcaption figure footer form header li main nav section td th",
);
const ADDRESSES = ["href", "src", "poster", "srcSet"];
const EMPTY_LINE = /\n[\s>]*\n/;

/** Rewrites an element. */
export function visitElement(node: Element, context: NodeContext, at: Rewriting): void {
  const { name } = node;
  if (name === null) unwrap(node, context, at);
  else if (at.isMdx1 && at.bindings.get(nameInScope(name))?.kind === "component")
    visitComponent(node, nameInScope(name), context, at);
  else if (/^[a-z][^.]*$/.test(name)) visitHtml(node, name, context, at);
  else visitComponent(node, name, context, at);
}

/** Rewrites an HTML element: its attributes in HTML syntax, its content where CommonMark parses it. */
function visitHtml(node: Element, name: string, context: NodeContext, at: Rewriting): void {
  const { edits, source, note } = at;
  const [start, end] = rangeOf(node);
  if (context.html === undefined && writeFence(node, context, at)) return;
  const [only, ...others] = contentOf(node);
  if (only !== undefined && others.length === 0 && SIDEBAR_LIST.test(source.slice(...rangeOf(only)))) {
    note("changed", start, "replaced a list of sidebar items with <DocCardList />");
    replaceBlock(node, "<DocCardList />", context, at);
    return;
  }
  const { open, close } = tagRanges(node, at);
  // In <pre>, docgen parses no components.
  const needsCode =
    hasCode(node, at) || (name === "pre" && childrenOf(node).some((child) => holdsComponent(child, at)));
  if (needsCode && writePart(node, context, at)) return;
  // docgen shows tags of names that no element has: they may be types.
  const written = ELEMENTS.has(name) || name.includes("-") ? name : node.type === "mdxJsxFlowElement" ? "div" : "span";
  if (written !== name) note("changed", node, `wrote <${name}>, which is no HTML element, as <${written}>`);
  const opening = openingOf(node, written, context, at);
  const { children: text } = attributesOf(node, at).props;
  if (only === undefined && typeof text === "string") {
    at.replace(node, `${opening}${escapeText(text)}</${written}>`);
    return;
  }
  if (name === "style" || name === "script") {
    writeVerbatim(node, name, opening, at);
    return;
  }
  if (name === "pre" && at.isMdx1 && close !== undefined) joinLines(open[1], close[0], at);
  const isClosed = close !== undefined || VOID_ELEMENTS.has(name);
  if (close !== undefined && written !== name) edits.replace(...close, `</${written}>`);
  if (!isClosed) edits.replace(open[0], end, `${opening}</${written}>`);
  else if (opening !== source.slice(...open)) edits.replace(...open, opening);
  if (node.type === "mdxJsxFlowElement") visitContent(node, written, opening, context, at);
  else visitAll(node, context, at);
}

/** Joins the lines of a `<pre>`, which MDX 1 reads as JSX: its line breaks are spaces, or nothing beside a tag. */
function joinLines(start: number, end: number, { source, edits }: Rewriting): void {
  for (const { index, 0: text } of source.slice(start, end).matchAll(/<[^<>]*>|\{[^{}]*\}|\s*\n\s*/g)) {
    const [from, to] = [start + index, start + index + text.length];
    const isBeside =
      from === start || to === end || /[>}]/.test(source[from - 1] ?? "") || /[<{]/.test(source[to] ?? "");
    if (/^\s/.test(text)) edits.replace(from, to, isBeside ? "" : " ");
  }
}

function visitContent(node: Element, name: string, opening: string, context: NodeContext, at: Rewriting): void {
  const { source } = at;
  const children = childrenOf(node);
  const { open, close } = tagRanges(node, at);
  const isRaw =
    context.html !== undefined || BLOCK_ELEMENTS.has(name) || /^\s*(?:\n|$)/.test(source.slice(open[1], open[1] + 200));
  const isParted = EMPTY_LINE.test(source.slice(open[1], close?.[0]));
  const isText = !isParted && !HOLDS_BLOCKS.has(name) && children.every((child) => isLineOfHtml(child, at));
  const hasBlocks = children.some((child) => holdsComponent(child, at));
  const inHtml = { ...context, html: context.html ?? node };
  if (!isRaw) visitAll(node, context, at);
  else if (!hasMarkdown(children, at) && !isParted && (!hasBlocks || context.html !== undefined))
    visitAll(node, inHtml, at);
  else if (isText || children.every(isPhrasing)) toHtml(children, at, inHtml);
  else if (isSpaced(node, at)) {
    visitAll(node, isParted || hasBlocks ? context : inHtml, at);
    separate(node, context, at);
  } else {
    at.note("changed", node, `added blank lines around the Markdown in <${name}>`);
    wrap(node, opening, `</${name}>`, context, at);
  }
}

/** Components of Docusaurus that become HTML in a line. */
const IN_LINE = wordSet("Link Translate ThemedImage Image IdealImage Head Heading");

/** Whether a block is or contains a component or fence on lines of its own, which docgen doesn't parse inside raw HTML. */
function holdsComponent(node: Nodes, at: Rewriting): boolean {
  if (node.type !== "mdxJsxFlowElement") return false;
  if (fenceOf(node, at) !== undefined) return true;
  const binding = at.bindings.get(node.name ?? "");
  if (!/^[A-Z]/.test(node.name ?? "")) return childrenOf(node).some((child) => holdsComponent(child, at));
  if (binding?.kind === "component") return binding.from !== undefined || binding.component === undefined;
  const name = binding?.kind === "theme" ? binding.name : (node.name ?? "");
  return binding?.kind === "partial" || (!IN_LINE.has(name) && Object.hasOwn(COMPONENTS, name));
}

/** Whether a node is allowed inside a line of HTML. */
function isLineOfHtml(node: Nodes, at: Rewriting): boolean {
  if (isPhrasing(node) || node.type === "paragraph") return true;
  return (
    isHtmlBlock(node, at) && !holdsComponent(node, at) && childrenOf(node).every((child) => isLineOfHtml(child, at))
  );
}

/** Whether empty lines separate the tags from the Markdown between them. */
function isSpaced(node: Element, at: Rewriting): boolean {
  const children = childrenOf(node);
  const { open, close } = tagRanges(node, at);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined || close === undefined) return true;
  const isHtml = (child: Nodes) =>
    isHtmlBlock(child, at) && fenceOf(child, at) === undefined && beginsLine(at.source, rangeOf(child)[0]);
  const isBlank = (from: number, to: number) => EMPTY_LINE.test(at.source.slice(from, to));
  return (
    (isHtml(first) || isBlank(open[1], rangeOf(first)[0])) && (isHtml(last) || isBlank(rangeOf(last)[1], close[0]))
  );
}

function hasCode(node: Element, at: Rewriting): boolean {
  const { props, unknown } = attributesOf(node, at);
  const isHtml = ([key, value]: [string, unknown]) => value instanceof Asset || attributeText(key, value) !== undefined;
  return unknown.length > 0 || !Object.entries(props).every(isHtml);
}

function openingOf(node: Element, name: string, { html }: NodeContext, at: Rewriting): string {
  const { note, site } = at;
  const { open, close } = tagRanges(node, at);
  const tagSource = at.source.slice(...open);
  const { props, unknown } = attributesOf(node, at);
  const isText = ({ type, value }: Element["attributes"][number]) =>
    type === "mdxJsxAttribute" && typeof (value ?? "") === "string";
  let isChanged = unknown.length > 0 || name !== node.name || hasTwice(node) || !node.attributes.every(isText);
  if (html !== undefined && hasCode(node, at)) at.incomplete.add(keyOf(html));
  if (unknown.length > 0) note("hand", node, `<${name}>: removed ${unknown.join(", ")}, which needs code at run time`);
  const parts = Object.entries(props).map(([key, value]) => {
    const isAddress = value instanceof Asset || (typeof value === "string" && ADDRESSES.includes(key));
    const plain = isAddress ? site.link(String(value)) : value;
    const text = attributeText(key, plain);
    if (text === undefined) note("hand", node, `<${name}>: removed ${key}, which has no equivalent in HTML`);
    const isSame = typeof value === "string" && text?.startsWith(` ${key}=`) === true && plain === value;
    isChanged ||= !isSame && (value !== true || text !== ` ${key}`);
    return text ?? "";
  });
  if (NEEDS_TITLE.includes(name) && !("title" in props) && !("aria-label" in props)) {
    parts.push(` title="${titleFor(props, name)}"`);
    isChanged = true;
    note("changed", node, `added a title to <${name}>, which docgen requires: check that it describes the content`);
  }
  if (isChanged) note("changed", node, "converted attributes to HTML");
  const isMultiLine = tagSource.includes("\n") && !BLOCK_ELEMENTS.has(name);
  const isClosed = close !== undefined || VOID_ELEMENTS.has(name);
  return isChanged || isMultiLine || !isClosed ? `<${name}${parts.join("")}>` : tagSource;
}

/** HTML with titles for the elements that docgen requires them of. */
export function withTitles(html: string): string {
  return html.replace(/<([a-z]+)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g, (tag, name: string, attributes: string) => {
    if (!NEEDS_TITLE.includes(name) || /\s(?:title|aria-label)\s*=/.test(attributes)) return tag;
    const [, src] = /\ssrc=["']([^"']*)/.exec(attributes) ?? [];
    return `<${name} title="${titleFor({ src }, name)}"${attributes}>`;
  });
}

function titleFor({ src }: Mapping, name: string): string {
  if (typeof src !== "string") return name === "iframe" ? "Embedded page" : "Recording";
  const host = /^(?:https?:)?\/\/(?:www\.)?([^/]+)/.exec(src)?.[1];
  return host ?? basename(src, extname(src)).replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** `<style>{`…`}</style>` */
function writeVerbatim(node: Element, name: string, opening: string, at: Rewriting): void {
  const text = childrenOf(node).map((child) => {
    if (!isExpression(child)) return at.source.slice(...rangeOf(child));
    const value = knownOf(child, at)?.value;
    return typeof value === "string" ? value : undefined;
  });
  if (text.includes(undefined)) at.note("hand", node, `removed the content of <${name}>, which needs code at run time`);
  at.replace(node, `${opening}${text.join("\n")}</${name}>`);
}

/** `<pre><code className="language-js">{`…`}</code></pre>` → a code fence. @returns false if it isn't of this form */
function writeFence(node: Element, context: NodeContext, at: Rewriting): boolean {
  const fence = fenceOf(node, at);
  if (fence === undefined) return false;
  at.note("changed", node, "converted <pre> to a fence");
  at.became.set(node, "fence");
  replaceBlock(node, fence, context, at);
  return true;
}

function fenceOf(node: Nodes, at: Rewriting): string | undefined {
  const holder = isElement(node) && node.name === "pre" ? codeHolder(node) : undefined;
  const text = holder && codeText(holder, at);
  return holder && text && fenced(text, languageIn(attributesOf(holder, at).props.className) ?? "text");
}
