import type { Nodes } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";

/** The children of a node. */
export function childrenOf(node: Nodes): Nodes[] {
  return "children" in node ? (node.children as Nodes[]) : [];
}

/** The children of a node, without whitespace. */
export function contentOf(node: Nodes): Nodes[] {
  return childrenOf(node).filter((child) => child.type !== "text" || child.value.trim() !== "");
}

/** An element of JSX, as a block or in a line. */
export type Element = MdxJsxFlowElement | MdxJsxTextElement;
/** An expression in braces, as a block or in a line. */
export type ExpressionNode = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

/** Whether a node is an element of JSX. */
export function isElement(node: Nodes | undefined): node is Element {
  return node?.type === "mdxJsxFlowElement" || node?.type === "mdxJsxTextElement";
}

/** Whether a node is an expression in braces. */
export function isExpression(node: Nodes | undefined): node is ExpressionNode {
  return node?.type === "mdxFlowExpression" || node?.type === "mdxTextExpression";
}

/** Whether braces contain only a comment. */
export function isComment(node: ExpressionNode): boolean {
  return (node.data?.estree?.body.length ?? 0) === 0;
}

/** Start and end offset of a node in the source. */
export function rangeOf(node: Pick<Nodes, "position">): readonly [number, number] {
  return [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
}

/** Identifies a node also when the page is parsed again. */
export function keyOf(node: Nodes): string {
  return `${node.type} ${rangeOf(node)[0]}`;
}

/** Line of the text at which a node begins, from 1. */
export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** Whether an element has an attribute twice: in JSX, the last one counts, in HTML the first, and docgen refuses it. */
export function hasTwice({ attributes }: Element): boolean {
  const names = attributes.flatMap((attribute) => (attribute.type === "mdxJsxAttribute" ? attribute.name : []));
  return new Set(names).size < names.length;
}
