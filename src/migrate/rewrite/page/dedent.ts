import type { Nodes } from "mdast";
import { childrenOf, lineOf, rangeOf } from "./nodes.ts";
import type { Rewriting } from "./rewriting.ts";

/** Indentation in columns from which CommonMark reads a line as code. */
const CODE_INDENT = 4;
const FLOW = ["root", "list", "listItem", "blockquote", "mdxJsxFlowElement", "footnoteDefinition"];

/**
 * Removes indentation that MDX ignores but docgen would read as code, of paragraphs and of content of tags.
 *
 * @returns offset of the first changed line; undefined if none changes
 */
export function dedent({ source, edits, page }: Rewriting): number | undefined {
  const lines = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const removed = new Set<number>();
  const startOf = (line: number) => lines[line - 1] ?? 0;
  /**
   * Whitespace before a node in its line, after the first `base` columns, which belong to its parent; undefined if
   * there is other text.
   */
  const indentOf = (node: Nodes, base: number): string | undefined => {
    const from = startOf(lineOf(node)) + base;
    const [start] = rangeOf(node);
    const indent = source.slice(from, start);
    return start >= from && indent.trim() === "" ? indent : undefined;
  };
  const isCode = (node: Nodes, base: number) => widthOf(indentOf(node, base) ?? "") >= CODE_INDENT;
  const isDeep = (node: Nodes, base: number): boolean =>
    node.type === "mdxJsxFlowElement" &&
    childrenOf(node).some(
      (child) => indentOf(child, base) !== undefined && (isCode(child, base) || isDeep(child, base)),
    );
  const remove = (line: number, base: number, most: number) => {
    const start = startOf(line) + base;
    const blanks = /^[ \t]*/.exec(source.slice(start, lines[line]))?.[0].length ?? 0;
    const amount = Math.min(blanks, most);
    if (amount === 0 || removed.has(line)) return;
    removed.add(line);
    edits.replace(start, start + amount, "");
  };
  const shift = (node: Nodes, base: number) => {
    const most = indentOf(node, base)?.length ?? 0;
    if (node.type === "mdxJsxFlowElement") for (const child of childrenOf(node)) shift(child, base);
    for (let line = lineOf(node); line <= (node.position?.end.line ?? 1); line++) remove(line, base, most);
  };
  const walk = (node: Nodes, base: number) => {
    for (const child of FLOW.includes(node.type) ? childrenOf(node) : []) {
      const [inner] = childrenOf(child);
      if (isCode(child, base) || isDeep(child, base)) shift(child, base);
      else if (child.type === "list" || child.type === "mdxJsxFlowElement") walk(child, base);
      else if ((child.type === "listItem" || child.type === "blockquote") && inner !== undefined)
        walk(child, rangeOf(inner)[0] - startOf(lineOf(inner)));
    }
  };
  walk(page.tree, 0);
  return removed.size === 0 ? undefined : startOf(Math.min(...removed));
}

/** The number of columns that a text before a block takes. */
export function widthOf(blanks: string): number {
  return [...blanks].reduce((width, sign) => (sign === "\t" ? width + 4 - (width % 4) : width + 1), 0);
}
