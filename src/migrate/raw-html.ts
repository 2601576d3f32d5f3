import type { Nodes, Paragraph, PhrasingContent, Root } from "mdast";
import { BLOCK_ELEMENTS, escapeAttribute, escapeText } from "./html.ts";
import { isElement, isExpression, type Place, type Rewriting, rangeOf } from "./rewriting.ts";

const PHRASING = new Set(
  "text emphasis strong delete inlineCode link image break linkReference imageReference footnoteReference mdxJsxTextElement mdxTextExpression".split(
    " ",
  ),
);

export function isPhrasing(node: Nodes): node is PhrasingContent {
  return PHRASING.has(node.type);
}

/** A paragraph of nothing but tags and expressions is none: as MDX has it. */
export function unravel(node: Root | Nodes): void {
  if (!("children" in node)) return;
  const children = node.children as Nodes[];
  for (const child of children) unravel(child);
  node.children = children.flatMap((child) =>
    child.type === "paragraph" && isJsxAlone(child) ? child.children.flatMap(toFlow) : [child],
  ) as never;
}

function isJsxAlone({ children }: Paragraph): boolean {
  const isBlank = (node: Nodes) => node.type === "text" && /^\s*$/.test(node.value);
  const isJsx = (node: Nodes) => node.type === "mdxJsxTextElement" || node.type === "mdxTextExpression";
  return children.some(isJsx) && children.every((node) => isBlank(node) || isJsx(node));
}

function toFlow(node: PhrasingContent): Nodes[] {
  if (node.type === "mdxJsxTextElement") return [{ ...node, type: "mdxJsxFlowElement" } as Nodes];
  if (node.type === "mdxTextExpression") return [{ ...node, type: "mdxFlowExpression" } as Nodes];
  return [];
}

/** Whether anything in these nodes reads otherwise where HTML stands as it is. */
export function hasMarkdown(nodes: readonly Nodes[], at: Rewriting): boolean {
  return nodes.some((node) => {
    if (node.type === "text") {
      const [start, end] = rangeOf(node);
      return /\\[!-/:-@[-`{-~]/.test(at.source.slice(start, end));
    }
    if (isExpression(node)) return false;
    if (node.type === "paragraph" || isElement(node)) return hasMarkdown(node.children as Nodes[], at);
    return true;
  });
}

/** Whether CommonMark takes a paragraph as a block of HTML, from its first line or from one inside, and it holds Markdown. */
export function visitParagraph(node: Paragraph, at: Rewriting): boolean {
  const [start, end] = rangeOf(node);
  // A definition list to docgen, text to Docusaurus.
  for (const { index, 0: colon } of at.source.slice(start, end).matchAll(/^[ \t>]*(?=[:~][ \t])/gm)) {
    if (at.source[start + index + colon.length] === ":")
      at.edits.replace(start + index + colon.length, start + index + colon.length, "\\");
  }
  const lines = at.source.slice(start, end).split("\n");
  const isBlock = lines.some((line, index) => {
    const text = line.replace(/^[\s>]+/, "");
    const name = /^<\/?([A-Za-z][\w-]*)(?=[\s/>]|$)/.exec(text)?.[1]?.toLowerCase();
    if (name === undefined) return false;
    return BLOCK_ELEMENTS.has(name) || (index === 0 && /^<\/?[a-z][^<>]*>\s*$/.test(text));
  });
  return isBlock && hasMarkdown(node.children, at);
}

/** Writes Markdown within a line as HTML. */
export function toHtml(nodes: readonly Nodes[], at: Rewriting, place: Place): void {
  for (const node of nodes) writeHtml(node, at, place);
}

const TAGS: Readonly<Record<string, string>> = { emphasis: "em", strong: "strong", delete: "del" };

function writeHtml(node: Nodes, at: Rewriting, place: Place): void {
  const { edits, source, site } = at;
  const [start, end] = rangeOf(node);
  const tag = TAGS[node.type];
  if (node.type === "text") {
    if (hasMarkdown([node], at)) edits.replace(start, end, escapeText(node.value));
  } else if (tag !== undefined || node.type === "link") {
    const children = (node as Extract<Nodes, { type: "emphasis" | "link" }>).children as Nodes[];
    const [first, last] = [children[0], children.at(-1)];
    const opening =
      node.type === "link" ? `<a href="${escapeAttribute(site.link(node.url))}"${titleOf(node.title)}>` : `<${tag}>`;
    const closing = node.type === "link" ? "</a>" : `</${tag}>`;
    if (first === undefined || last === undefined) {
      edits.replace(start, end, opening + closing);
      return;
    }
    edits.replace(start, rangeOf(first)[0], opening);
    toHtml(children, at, place);
    edits.replace(rangeOf(last)[1], end, closing);
  } else if (node.type === "inlineCode") edits.replace(start, end, `<code>${escapeText(node.value)}</code>`);
  else if (node.type === "image") {
    edits.replace(
      start,
      end,
      `<img src="${escapeAttribute(site.link(node.url))}" alt="${escapeAttribute(node.alt ?? "")}"${titleOf(node.title)}>`,
    );
  } else if (node.type === "break") edits.replace(start, end, "<br>\n");
  else if (node.type === "paragraph") toHtml(node.children, at, place);
  else if (isElement(node)) {
    at.visit(node, place);
    toHtml(node.children as Nodes[], at, place);
  } else if (isExpression(node)) at.visit(node, place);
  else
    at.note(
      "hand",
      start,
      `"${source.slice(start, Math.min(end, start + 40))}" stands in HTML, where docgen reads no Markdown: write it in HTML`,
    );
}

function titleOf(title: string | null | undefined): string {
  return title === null || title === undefined ? "" : ` title="${escapeAttribute(title)}"`;
}

/** Puts an empty line behind blocks of HTML: without it CommonMark takes what follows as HTML. */
export function separate(node: Root | Nodes, place: Place, at: Rewriting): void {
  if (!("children" in node)) return;
  const children = node.children as Nodes[];
  children.forEach((child, index) => {
    const next = children[index + 1];
    if (next !== undefined && !isPhrasing(child) && !isPhrasing(next)) separatePair(child, next, place, at);
    if (child.type !== "mdxJsxFlowElement") separate(child, { prefix: prefixIn(child, place, at) }, at);
  });
}

/** What the lines inside of a node begin with. */
export function prefixIn(node: Nodes, { prefix }: Place, { source }: Rewriting): string {
  if (node.type === "blockquote") return `${prefix}> `;
  if (node.type !== "listItem") return prefix;
  const start = rangeOf(node.children[0] ?? node)[0];
  const column = start - (source.lastIndexOf("\n", start - 1) + 1);
  return prefix + " ".repeat(Math.max(0, column - prefix.length));
}

function separatePair(child: Nodes, next: Nodes, { prefix }: Place, { source, edits }: Rewriting): void {
  if (child.type !== "mdxJsxFlowElement") return;
  const [from, to] = [rangeOf(child)[1], rangeOf(next)[0]];
  const gap = source.slice(from, to);
  if (/\n[\s>]*\n/.test(gap)) return;
  const isHtml = (node: Nodes) => node.type === "mdxJsxFlowElement" && /^[a-z]/.test(node.name ?? "");
  if (isHtml(child) && isHtml(next) && !edits.touches(from, to)) return;
  const isInline = (node: Nodes) =>
    node.type === "mdxJsxFlowElement" &&
    (node.name === "Link" || (isHtml(node) && !BLOCK_ELEMENTS.has(node.name ?? "")));
  if (!gap.includes("\n") && isInline(child) && isInline(next)) return;
  edits.replace(from, to, `\n\n${prefix}`);
}
