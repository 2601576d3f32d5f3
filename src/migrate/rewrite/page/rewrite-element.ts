import { basename, extname } from "node:path/posix";
import type { Nodes, Paragraph } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { NEEDS_TITLE } from "../../../markdown/plugins/raw-html.ts";
import { wordSet } from "../../../shared/text.ts";
import { VOID_ELEMENTS } from "../../../shared/unclosed-elements.ts";
import { type Binding, componentAt } from "./bindings.ts";
import { COMPONENTS, languageIn } from "./docusaurus-components.ts";
import { beginsLine } from "./edits.ts";
import {
  type Attributes,
  attributesOf,
  codeText,
  fenced,
  isPlainTag,
  leaveOut,
  replaceBlock,
  replaceTags,
  unwrap,
  wrap,
  writeCall,
} from "./element-tags.ts";
import { CHILDREN, expandComponent } from "./expand-component.ts";
import { attributesText, attributeText, BLOCK_ELEMENTS } from "./html-text.ts";
import { hasMarkdown, isHtmlBlock, isPhrasing, separate, toHtml } from "./markdown-in-html.ts";
import { componentOfPage, partOf } from "./part-code.ts";
import { knownOf, SIDEBAR_LIST } from "./rewrite-expression.ts";
import {
  Asset,
  childrenOf,
  contentOf,
  type Element,
  isElement,
  isExpression,
  keyOf,
  type NodeContext,
  type Rewriting,
  rangeOf,
  tagRanges,
  visitAll,
} from "./rewriting.ts";

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
  else if (/^[a-z][^.]*$/.test(name)) visitHtml(node, name, context, at);
  else visitComponent(node, name, context, at);
}

function visitComponent(node: Element, name: string, context: NodeContext, at: Rewriting): void {
  const binding = at.bindings.get(name);
  const attributes = attributesOf(node, at);
  const { props, unknown } = attributes;
  if (binding?.kind === "partial") {
    if (unknown.length > 0)
      at.note("hand", node, `<${name}>: ${unknown.join(", ")} requires running code; write the result in the partial`);
    at.note("changed", node, "replaced a partial with <Include>");
    replaceBlock(node, `<Include file="${at.site.include(binding.path, props)}" />`, context, at);
    return;
  }
  if (binding?.kind === "asset" && binding.path.endsWith(".svg") && unknown.length === 0) {
    const { title = "", ...others } = props;
    at.note("changed", node, "replaced an SVG component with <img>");
    at.replace(node, `<img${attributesText({ src: at.site.address(binding.path), alt: title, ...others })}>`);
    return;
  }
  const rewriteCall = binding === undefined || binding.kind === "theme" ? COMPONENTS[binding?.name ?? name] : undefined;
  if (rewriteCall !== undefined) {
    if (rewriteCall({ node, attributes, context, at }) === false && !writePart(node, context, at))
      leaveOut(node, name, context, at);
    return;
  }
  const isPossible = context.html === undefined && unknown.length === 0;
  if (isPossible && writeTag(node, props, importedTag(name, binding, at), context, at)) return;
  const html = componentHtml(node, attributes, at);
  if (html !== undefined) {
    at.note("changed", node, `replaced <${name}> with the HTML that it renders`);
    putHtml(node, html, context, at);
    return;
  }
  const isDefined = binding?.kind === "component" && binding.from === undefined;
  const tag = isPossible && isDefined ? componentOfPage(name, at) : undefined;
  if (!writeTag(node, props, tag, context, at) && !writePart(node, context, at)) leaveOut(node, name, context, at);
}

/** The tag of an imported component, which becomes one of the site's; undefined for others. */
function importedTag(name: string, binding: Binding | undefined, { site }: Rewriting): string | undefined {
  if (binding?.kind !== "component" || binding.from === undefined) return undefined;
  return site.component(name, binding.from.path, binding.from.exported);
}

/** Writes a call of a component of the site. @returns whether there is one */
function writeTag(
  node: Element,
  props: Mapping,
  tag: string | undefined,
  context: NodeContext,
  at: Rewriting,
): boolean {
  if (tag === undefined) return false;
  at.note("changed", node, `registered <${tag}> as a component in site.config.ts`);
  at.components.set(node, "tags");
  writeCall(node, tag, props, context, at);
  return true;
}

/** Replaces what needs code at run time by a component of the site. @returns whether that is possible */
export function writePart(node: Element | Paragraph, context: NodeContext, at: Rewriting): boolean {
  const part = context.html === undefined ? partOf(node, at) : undefined;
  if (part === undefined) return false;
  at.note("changed", node, `moved the code to <${part.tag}>, a component of the site`);
  at.components.set(node, part.hasContent ? "tags" : "whole");
  if (part.hasContent && isElement(node)) writeCall(node, part.tag, {}, context, at);
  else if (node.type === "mdxJsxTextElement") at.replace(node, `<${part.tag} />`);
  else replaceBlock(node, `<${part.tag} />`, context, at);
  return true;
}

/** The HTML of a component, with `CHILDREN` at most once; undefined if it isn't statically known. */
export function componentHtml(
  node: Element,
  { props, unknown }: Attributes,
  { bindings }: Rewriting,
): string | undefined {
  const component = componentAt(node.name ?? "", bindings);
  if (component === undefined || unknown.length > 0) return undefined;
  const html = expandComponent(component, { ...props, children: node.children.length === 0 ? undefined : CHILDREN });
  return html === undefined || html.split(CHILDREN).length > 2 ? undefined : html;
}

/** Replaces the tags of a component by its HTML. */
function putHtml(node: Element, html: string, context: NodeContext, at: Rewriting): void {
  const [before = "", after = ""] = html.split(CHILDREN);
  const children = childrenOf(node);
  const isBlock = BLOCK_ELEMENTS.has(/^<([a-z][a-z0-9]*)/.exec(before)?.[1] ?? "");
  if (children.length === 0 || !html.includes(CHILDREN)) at.replace(node, html);
  else if (!children.every(isPhrasing)) wrap(node, before, after, context, at);
  else
    replaceTags(node, before, after, at, () => {
      if (isBlock && beginsLine(at.source, rangeOf(node)[0]) && hasMarkdown(children, at))
        toHtml(children, at, context);
      else visitAll(node, context, at);
    });
}

/** Rewrites an HTML element: its attributes in HTML syntax, its content where CommonMark parses it. */
function visitHtml(node: Element, name: string, context: NodeContext, at: Rewriting): void {
  const { edits, source, note } = at;
  const [start, end] = rangeOf(node);
  if (name === "pre" && writeFence(node, context, at)) return;
  const [only, ...others] = contentOf(node);
  if (only !== undefined && others.length === 0 && SIDEBAR_LIST.test(source.slice(...rangeOf(only)))) {
    note("changed", start, "replaced a list of sidebar items with <DocCardList />");
    replaceBlock(node, "<DocCardList />", context, at);
    return;
  }
  const { open, close } = tagRanges(node, at);
  if (hasCode(node, at) && writePart(node, context, at)) return;
  const opening = openingOf(node, name, context, at);
  if (name === "style" || name === "script") {
    writeVerbatim(node, name, opening, at);
    return;
  }
  const isClosed = close !== undefined || VOID_ELEMENTS.has(name);
  if (!isClosed) edits.replace(open[0], end, `${opening}</${name}>`);
  else if (opening !== source.slice(...open)) edits.replace(...open, opening);
  if (node.type === "mdxJsxFlowElement") visitContent(node, name, opening, context, at);
  else visitAll(node, context, at);
}

function visitContent(node: Element, name: string, opening: string, context: NodeContext, at: Rewriting): void {
  const { source } = at;
  const children = childrenOf(node);
  const { open, close } = tagRanges(node, at);
  const isRaw = BLOCK_ELEMENTS.has(name) || /^\s*(?:\n|$)/.test(source.slice(open[1], open[1] + 200));
  const isParted = EMPTY_LINE.test(source.slice(open[1], close?.[0]).trim());
  const isText = !isParted && !HOLDS_BLOCKS.has(name) && children.every(isLineOfHtml);
  const hasBlocks = children.some((child) => holdsComponent(child, at));
  const inHtml = { ...context, html: context.html ?? node };
  if (!isRaw) visitAll(node, context, at);
  else if (!hasMarkdown(children, at) && !isParted && (!hasBlocks || context.html !== undefined))
    visitAll(node, inHtml, at);
  else if (isText || children.every(isPhrasing)) toHtml(children, at, inHtml);
  else if (isSpaced(node, at)) {
    visitAll(node, context, at);
    separate(node, context, at);
  } else {
    at.note("changed", node, `added blank lines around the Markdown in <${name}>`);
    wrap(node, opening, `</${name}>`, context, at);
  }
}

/** Components of Docusaurus that become HTML in a line. */
const IN_LINE = wordSet("Link Translate ThemedImage Image IdealImage Head Heading");

/** Whether a block is or contains a component on lines of its own, which docgen doesn't parse inside raw HTML. */
function holdsComponent(node: Nodes, at: Rewriting): boolean {
  if (node.type !== "mdxJsxFlowElement") return false;
  const binding = at.bindings.get(node.name ?? "");
  if (!/^[A-Z]/.test(node.name ?? "")) return childrenOf(node).some((child) => holdsComponent(child, at));
  if (binding?.kind === "component") return binding.from !== undefined || binding.component === undefined;
  const name = binding?.kind === "theme" ? binding.name : (node.name ?? "");
  return binding?.kind === "partial" || (!IN_LINE.has(name) && Object.hasOwn(COMPONENTS, name));
}

/** Whether a node is allowed inside a line of HTML. */
function isLineOfHtml(node: Nodes): boolean {
  if (isPhrasing(node) || node.type === "paragraph") return true;
  return isHtmlBlock(node) && childrenOf(node).every(isLineOfHtml);
}

/** Whether empty lines separate the tags from the Markdown between them. */
function isSpaced(node: Element, at: Rewriting): boolean {
  const children = childrenOf(node);
  const { open, close } = tagRanges(node, at);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined || close === undefined) return true;
  const isHtml = (child: Nodes) => isHtmlBlock(child) && beginsLine(at.source, rangeOf(child)[0]);
  const isBlank = (from: number, to: number) => EMPTY_LINE.test(at.source.slice(from, to));
  return (
    (isHtml(first) || isBlank(open[1], rangeOf(first)[0])) && (isHtml(last) || isBlank(rangeOf(last)[1], close[0]))
  );
}

/** Whether attributes of an HTML element need code at run time. */
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
  let isChanged = !isPlainTag(node) || unknown.length > 0;
  if (html !== undefined && hasCode(node, at)) at.lost.add(keyOf(html));
  if (unknown.length > 0) note("hand", node, `<${name}>: removed ${unknown.join(", ")}, which requires running code`);
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
  if (text.includes(undefined)) at.note("hand", node, `removed the content of <${name}>, which requires running code`);
  at.replace(node, `${opening}${text.join("\n")}</${name}>`);
}

/** `<pre><code className="language-js">{`…`}</code></pre>` → a code fence. @returns false if it isn't of this form */
function writeFence(node: Element, context: NodeContext, at: Rewriting): boolean {
  const [inner, ...others] = contentOf(node);
  const holder = isElement(inner) ? inner : node;
  if (others.length > 0 || (holder !== node && holder.name !== "code")) return false;
  const text = codeText(holder, at);
  if (text === undefined || node.type !== "mdxJsxFlowElement") return false;
  at.note("changed", node, "converted <pre> to a fence");
  replaceBlock(node, fenced(text, languageIn(attributesOf(holder, at).props.className) ?? "text"), context, at);
  return true;
}
