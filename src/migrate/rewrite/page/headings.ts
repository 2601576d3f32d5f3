import Slugger from "github-slugger";
import type { Nodes } from "mdast";
import { toString as textIn } from "mdast-util-to-string";
import type { Mapping } from "../../../content/data-file.ts";
import { list } from "../../read/config-values.ts";
import type { MdxPage } from "../../read/parse-mdx.ts";
import { isInternalOnly } from "./bindings.ts";
import { escapeMarkdown } from "./html-text.ts";
import { childrenOf, isComment, isElement, lineOf, rangeOf } from "./nodes.ts";
import { valueText } from "./rewrite-expression.ts";
import type { Rewriting } from "./rewriting.ts";

/**
 * Position of a page's level-1 heading, if its first heading is one: before all other content (`leading`) or not
 * (`inner`).
 */
export type MainTitle = "leading" | "inner" | "none";

/** The headings that `<TOCInline>` lists. */
export function listedHeadings(at: Rewriting, props: Mapping): PageHeading[] {
  const { toc, minHeadingLevel, maxHeadingLevel } = props;
  const ids = Array.isArray(toc) ? list(toc).map(({ id }) => id) : undefined;
  const [min, max] = [Number(minHeadingLevel ?? 2), Number(maxHeadingLevel ?? 3)];
  return pageHeadings(at).filter(
    ({ depth, html, id }) => html !== "" && depth >= min && depth <= max && (ids?.includes(id) ?? true),
  );
}

/** A heading of a page, as Docusaurus shows it. */
export interface PageHeading {
  readonly depth: number;
  /** Text from which the id is made. */
  readonly text: string;
  /** Text as Markdown, with code and emphasis. */
  readonly html: string;
  readonly id: string;
  readonly line: number;
}

/** The headings of a page with their ids. */
export function pageHeadings(at: Rewriting): PageHeading[] {
  const { admonitions, headingIds, tree } = at.page;
  const slugger = new Slugger();
  const search = (node: Nodes): PageHeading[] => {
    if (isElement(node) && isInternalOnly(node.name, at.bindings)) return [];
    if (node.type !== "heading" || admonitions.has(lineOf(node))) return childrenOf(node).flatMap(search);
    const { depth } = node;
    // The id contains the spaces around a component at an end of the heading.
    const text = headingText(node);
    const line = lineOf(node);
    const id = headingIds.get(line)?.id ?? slugger.slug(text, at.keepsCase);
    return [{ depth, text: text.trim(), html: labelOf(node, at).trim(), id, line }];
  };
  return search(tree);
}

/** The text of a heading that Docusaurus makes its id from: without HTML in it, but with the spaces around that. */
function headingText(heading: Nodes): string {
  const parts = childrenOf(heading).filter(({ type }) => type !== "html");
  return textIn(parts.length > 0 ? parts : heading);
}

/** The text of a node as Markdown on one line: with code, and with values of known expressions. */
function labelOf(node: Nodes, at: Rewriting): string {
  if (node.type === "text") return escapeMarkdown(node.value);
  if (node.type === "inlineCode") return at.source.slice(...rangeOf(node));
  if (node.type === "mdxTextExpression") return isComment(node) ? "" : (valueText(node, at) ?? "");
  const mark = node.type === "emphasis" ? "*" : node.type === "strong" ? "**" : "";
  const labels = childrenOf(node).map((child) => labelOf(child, at));
  return mark + labels.join("") + mark;
}

/** The first heading of a page and its parent, if it is of level 1 and no thematic break precedes it. */
function mainHeading({ tree, admonitions }: MdxPage): { heading: Nodes; parent: Nodes } | undefined {
  const search = (parent: Nodes): { heading: Nodes; parent: Nodes } | undefined => {
    for (const node of childrenOf(parent)) {
      const isHeading = node.type === "heading" && !admonitions.has(lineOf(node));
      const main = isHeading || node.type === "thematicBreak" ? { heading: node, parent } : search(node);
      if (main !== undefined) return main;
    }
    return undefined;
  };
  const main = search(tree);
  return main?.heading.type === "heading" && main.heading.depth === 1 ? main : undefined;
}

/** Whether a page has a level-1 heading, and where. */
export function titleIn(page: MdxPage): MainTitle {
  const main = mainHeading(page);
  if (main === undefined) return "none";
  const isUnseen = (node: Nodes) =>
    node.type === "mdxjsEsm" ||
    (node.type === "mdxFlowExpression" && isComment(node)) ||
    (node.type === "mdxJsxFlowElement" && /^head$/i.test(node.name ?? ""));
  return page.tree.children.find((node) => !isUnseen(node)) === main.heading ? "leading" : "inner";
}

/** Removes the level-1 heading that Docusaurus hides in a post. */
export function dropHeading({ page, replace, frontMatter }: Rewriting): void {
  const main = mainHeading(page);
  if (main === undefined || (titleIn(page) === "leading" && frontMatter.title === undefined)) return;
  const siblings = childrenOf(main.parent);
  siblings.splice(siblings.indexOf(main.heading), 1);
  replace(main.heading, "", "removed the level-1 heading, which Docusaurus doesn't show in a post");
}

/** Whether a heading contains something shown in another form: an expression, code, an emoji name, a formula. */
function showsOtherText(node: Nodes, at: Rewriting): boolean {
  if (at.became.get(node) === "whole") return true;
  const otherText = at.hasMath ? /:[a-z0-9_+-]+:|\$/ : /:[a-z0-9_+-]+:/;
  if (node.type === "mdxTextExpression" || (node.type === "text" && otherText.test(node.value))) return true;
  return childrenOf(node).some((child) => showsOtherText(child, at));
}

/** Whether docgen makes the id of a heading of another text: that of an expression or emoji name, or without spaces. */
function hasOtherId(node: Nodes, at: Rewriting): boolean {
  const text = headingText(node);
  return showsOtherText(node, at) || text !== text.trim();
}

/** Writes the id of a heading in docgen's syntax. Adds an id if docgen's automatic one would differ. */
export function visitHeading(node: Extract<Nodes, { type: "heading" }>, at: Rewriting): void {
  const { page, edits, source } = at;
  const line = lineOf(node);
  const mark = page.headingIds.get(line);
  if (mark !== undefined) {
    const text = `{#${mark.id}}`;
    if (source.slice(mark.start, mark.end) !== text) edits.replace(mark.start, mark.end, text);
    if (/#\w+ +\w/.test(source.slice(mark.start, mark.end)))
      at.note("changed", node, `removed the spaces from the id of the heading: ${mark.id}`);
  } else if (
    (hasOtherId(node, at) || (at.keepsCase && node.depth > 1)) &&
    !page.admonitions.has(line) &&
    !at.isVaried
  ) {
    // Docusaurus makes the id from the source of an expression or emoji name, docgen from what it shows.
    const id = pageHeadings(at).find((heading) => heading.line === line)?.id;
    const last = node.children.at(-1);
    const isSame = id === id?.toLowerCase() && !hasOtherId(node, at);
    if (id !== undefined && last !== undefined && !isSame)
      edits.replace(rangeOf(last)[1], rangeOf(last)[1], ` {#${id}}`);
  }
}

/** Whether a partial has headings, or includes another, which may have some. */
export function mayHaveHeadings(text: string): boolean {
  const prose = text.replace(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, "");
  return /^ {0,3}#{1,6}\s|^import\s[^\n]*\.mdx?["']/m.test(prose);
}
