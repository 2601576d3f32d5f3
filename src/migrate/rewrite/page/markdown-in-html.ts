import type { Nodes, Paragraph, PhrasingContent } from "mdast";
import { wordSet } from "../../../shared/text.ts";
import { attributesText, BLOCK_ELEMENTS, escapeText } from "./html-text.ts";
import { childrenOf, contentOf, isElement, isExpression, keyOf, rangeOf } from "./nodes.ts";
import { beginsLine, emptyLine, endsLine, type NodeContext, type Rewriting } from "./rewriting.ts";

const PHRASING = wordSet(
  "text emphasis strong delete inlineCode link image break linkReference imageReference footnoteReference mdxJsxTextElement mdxTextExpression",
);

/** Whether a node is inline content. */
export function isPhrasing(node: Nodes): node is PhrasingContent {
  return PHRASING.has(node.type);
}

/** Replaces paragraphs of nothing but tags and expressions by their content, as MDX does. */
export function unravel(node: Nodes): void {
  if (!("children" in node)) return;
  const children = childrenOf(node);
  children.forEach(unravel);
  node.children = children.flatMap((child) => (isJsxAlone(child) ? contentOf(child).map(toFlow) : child)) as never;
}

function isJsxAlone(node: Nodes): boolean {
  const content = contentOf(node);
  const isJsx = ({ type }: Nodes) => type === "mdxJsxTextElement" || type === "mdxTextExpression";
  return node.type === "paragraph" && content.length > 0 && content.every(isJsx);
}

function toFlow(node: Nodes): Nodes {
  const type = node.type === "mdxJsxTextElement" ? "mdxJsxFlowElement" : "mdxFlowExpression";
  return { ...node, type } as Nodes;
}

/** Whether nodes contain Markdown, which would be shown differently in an HTML block. */
export function hasMarkdown(nodes: readonly Nodes[], at: Rewriting): boolean {
  return nodes.some((node) => {
    if (node.type === "text") return /\\[!-/:-@[-`{-~]/.test(at.source.slice(...rangeOf(node)));
    if (node.type === "paragraph" || isElement(node)) return hasMarkdown(childrenOf(node), at);
    return !isExpression(node);
  });
}

/**
 * Escapes lines of a paragraph that docgen would read differently.
 *
 * @returns whether CommonMark reads the paragraph as an HTML block, from its first line or a later one
 */
export function visitParagraph(node: Paragraph, at: Rewriting): boolean {
  const [start, end] = rangeOf(node);
  const text = at.source.slice(start, end);
  // docgen reads such a line as part of a definition list, Docusaurus as text.
  for (const { index, 0: lead } of text.matchAll(/^[ \t>]*(?=:[ \t])/gm)) {
    const colon = start + index + lead.length;
    at.edits.replace(colon, colon, "\\");
  }
  joinLines(node, at);
  return beginsHtml(node, at);
}

/** Joins lines that only contain a component to their neighbours: docgen would end the paragraph there. */
function joinLines(node: Paragraph, { source, edits }: Rewriting): void {
  const [first, last] = rangeOf(node);
  for (const [index, child] of node.children.entries()) {
    const [start, end] = rangeOf(child);
    const isAlone =
      beginsLine(source, start) && endsLine(source, end) && /^[A-Z]/.test(isElement(child) ? (child.name ?? "") : "");
    if (!isAlone) continue;
    const [before = ""] = /[ \t\\]*\n[\s>]*$/.exec(source.slice(first, start)) ?? [];
    const [after = ""] = /^[ \t]*\n[\s>]*/.exec(source.slice(end, last)) ?? [];
    if (before !== "")
      edits.replace(start - before.length, start, node.children[index - 1]?.type === "break" ? "<br>" : " ");
    else if (after !== "") edits.replace(end, end + after.length, " ");
  }
}

/** Whether CommonMark reads a line of a paragraph as the beginning of an HTML block. */
export function beginsHtml(node: Paragraph, { source }: Rewriting): boolean {
  return source
    .slice(...rangeOf(node))
    .split("\n")
    .some((line, index) => {
      const text = line.replace(/^[\s>]+/, "");
      // Components, such as <Link>, become something else.
      const name = /^<\/?([a-z][\w-]*)(?=[\s/>]|$)/.exec(text)?.[1];
      if (name === undefined) return false;
      return BLOCK_ELEMENTS.has(name) || (index === 0 && /^<\/?[a-z][^<>]*>\s*$/.test(text));
    });
}

/** Rewrites inline Markdown as HTML. */
export function toHtml(nodes: readonly Nodes[], at: Rewriting, context: NodeContext): void {
  for (const node of nodes) writeHtml(node, at, context);
}

/** HTML elements for inline Markdown. */
export const TAGS: Readonly<Record<string, string>> = { emphasis: "em", strong: "strong", delete: "del" };

function writeHtml(node: Nodes, at: Rewriting, context: NodeContext): void {
  const { source, site } = at;
  const tag = TAGS[node.type];
  const inside = () => toHtml(childrenOf(node), at, context);
  if (tag !== undefined) replaceEnds(node, `<${tag}>`, `</${tag}>`, at, inside);
  else if (node.type === "link") {
    const opening = `<a${attributesText({ href: site.link(node.url), title: node.title })}>`;
    const text = source.slice(...rangeOf(node));
    // A bare address has no delimiters.
    const isBare = node.children.some((child) => source.slice(...rangeOf(child)) === text);
    if (isBare) at.replace(node, `${opening}${escapeText(text)}</a>`);
    else replaceEnds(node, opening, "</a>", at, inside);
  } else if (node.type === "text") {
    // A part of it that MDX could not parse stays as it is.
    if (hasMarkdown([node], at) && !node.value.includes("\uE000")) at.replace(node, escapeText(node.value));
  } else if (node.type === "inlineCode") at.replace(node, `<code>${escapeText(node.value)}</code>`);
  else if (node.type === "image")
    at.replace(node, `<img${attributesText({ src: site.link(node.url), alt: node.alt ?? "", title: node.title })}>`);
  else if (node.type === "break") at.replace(node, "<br>\n");
  else if (node.type === "paragraph") toHtml(node.children, at, context);
  else if (isElement(node) || isExpression(node)) {
    at.visit(node, context);
    toHtml(childrenOf(node), at, context);
  } else {
    const excerpt = source.slice(...rangeOf(node)).slice(0, 40);
    at.note("hand", node, `"${excerpt}" is inside HTML, where docgen parses no Markdown; write it in HTML`);
  }
}

/** Replaces a node's delimiters, before and after its children. @param visit rewrites the children */
export function replaceEnds(node: Nodes, opening: string, closing: string, at: Rewriting, visit: () => void): void {
  const children = childrenOf(node);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) {
    at.replace(node, opening + closing);
    return;
  }
  const [start, end] = rangeOf(node);
  at.edits.replace(start, rangeOf(first)[0], opening);
  visit();
  at.edits.replace(rangeOf(last)[1], end, closing);
}

/** Adds an empty line after an HTML block: CommonMark would read the next line as part of it. */
export function separate(node: Nodes, context: NodeContext, at: Rewriting): void {
  const children = childrenOf(node);
  children.forEach((child, index) => {
    const next = children[index + 1];
    if (next !== undefined && !isPhrasing(next)) separatePair(child, next, context, at);
    if (child.type !== "mdxJsxFlowElement") separate(child, { prefix: prefixIn(child, context, at) }, at);
  });
}

/** Prefix of the lines inside a node. */
export function prefixIn(node: Nodes, { prefix }: NodeContext, { source }: Rewriting): string {
  if (node.type === "blockquote") return `${prefix}> `;
  if (node.type !== "listItem") return prefix;
  const [start] = rangeOf(node.children[0] ?? node);
  // Length of a task's checkbox.
  const box = typeof node.checked === "boolean" ? 4 : 0;
  const column = start - (source.lastIndexOf("\n", start - 1) + 1) - box;
  return prefix + " ".repeat(Math.max(0, column - prefix.length));
}

/** Whether a node is an HTML element that is a block in MDX, and stays one. */
export function isHtmlBlock(node: Nodes, { asParts, became }: Rewriting): boolean {
  if (node.type !== "mdxJsxFlowElement" || became.get(node) === "fence") return false;
  return /^[a-z]/.test(node.name ?? "") && !asParts.has(keyOf(node));
}

/** Whether a node begins or ends with a list: it is one, or a partial that does. */
function hasList(node: Nodes, end: 0 | -1, { bindings, site }: Rewriting): boolean {
  const binding = isElement(node) ? bindings.get(node.name ?? "") : undefined;
  if (binding?.kind !== "partial") return node.type === "list";
  const lines = site.textOf(binding.path).match(/^(?!import\b)\S.*/gm);
  return /^(?:[-*+]|\d+[.)])\s/.test(lines?.at(end) ?? "");
}

function separatePair(child: Nodes, next: Nodes, { prefix }: NodeContext, at: Rewriting): void {
  const { source, edits } = at;
  if ((isElement(child) || isElement(next)) && hasList(child, -1, at) && hasList(next, 0, at)) {
    // Two lists in a row would be one.
    edits.replace(rangeOf(child)[1], rangeOf(next)[0], `${emptyLine(prefix)}<!-- -->${emptyLine(prefix)}`);
    return;
  }
  const isHtml = child.type === "paragraph" && beginsHtml(child, at);
  if (child.type !== "mdxJsxFlowElement" && !isHtml) return;
  const [from, to] = [rangeOf(child)[1], rangeOf(next)[0]];
  const gap = source.slice(from, to);
  if (/\n[\s>]*\n/.test(gap)) return;
  if (isHtmlBlock(child, at) && isHtmlBlock(next, at) && !edits.touches(from, to)) return;
  const isInline = (node: Nodes) =>
    node.type === "mdxJsxFlowElement" &&
    (node.name === "Link" || (isHtmlBlock(node, at) && !BLOCK_ELEMENTS.has(node.name ?? "")));
  if (!gap.includes("\n") && isInline(child) && isInline(next)) return;
  edits.replace(from, to, emptyLine(prefix));
}
