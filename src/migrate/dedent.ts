import type { Nodes, Root } from "mdast";
import { type Rewriting, rangeOf } from "./rewriting.ts";

/** What is code to CommonMark. */
const CODE_INDENT = 4;

/**
 * Moves what MDX lets stand at any indentation to where it is no code to docgen: content of tags, paragraphs.
 *
 * @returns offset of the first line that is moved; undefined where none is
 */
export function dedent({ source, edits }: Rewriting, tree: Root): number | undefined {
  const lines = lineStarts(source);
  const removals = new Map<number, number>();
  const blanksAt = (line: number, base: number): number => {
    const start = (lines[line] ?? 0) + base;
    return /^[ \t]*/.exec(source.slice(start, lines[line + 1]))?.[0].length ?? 0;
  };
  const isLed = (node: Nodes, base: number) => {
    const [start] = rangeOf(node);
    const line = lineOf(node);
    return source.slice((lines[line] ?? 0) + base, start).trim() === "" && start - (lines[line] ?? 0) >= base;
  };
  const isDeep = (node: Nodes, base: number): boolean =>
    flowOf(node).some((child) => {
      if (!isLed(child, base)) return false;
      const own = source.slice((lines[lineOf(child)] ?? 0) + base, rangeOf(child)[0]);
      return widthOf(own) >= CODE_INDENT || (child.type === "mdxJsxFlowElement" && isDeep(child, base));
    });
  const remove = (line: number, base: number, most: number) => {
    const amount = Math.min(blanksAt(line, base), most);
    if (amount > 0 && !removals.has(line)) {
      removals.set(line, amount);
      const start = (lines[line] ?? 0) + base;
      edits.replace(start, start + amount, "");
    }
  };
  const shift = (node: Nodes, base: number) => {
    const own = isLed(node, base) ? rangeOf(node)[0] - (lines[lineOf(node)] ?? 0) - base : 0;
    const [first, last] = [lineOf(node), (node.position?.end.line ?? 1) - 1];
    if (node.type === "mdxJsxFlowElement") for (const child of flowOf(node)) shift(child, base);
    for (let line = first; line <= last; line++) remove(line, base, own);
  };
  const walk = (node: Nodes | Root, base: number) => {
    for (const child of flowOf(node)) {
      const isTree = child.type === "mdxJsxFlowElement";
      const width = isLed(child, base)
        ? widthOf(source.slice((lines[lineOf(child)] ?? 0) + base, rangeOf(child)[0]))
        : 0;
      if (width >= CODE_INDENT || (isTree && isDeep(child, base))) shift(child, base);
      else if (child.type === "list" || isTree) walk(child, base);
      else if (child.type === "listItem" || child.type === "blockquote") {
        const [inner] = child.children;
        const start = rangeOf(inner ?? child)[0];
        walk(child, inner === undefined ? base : start - (lines[lineOf(inner)] ?? 0));
      }
    }
  };
  walk(tree, 0);
  const [firstLine] = [...removals.keys()].sort((a, b) => a - b);
  return firstLine === undefined ? undefined : lines[firstLine];
}

function flowOf(node: Nodes | Root): Nodes[] {
  const hasFlow = ["root", "list", "listItem", "blockquote", "mdxJsxFlowElement", "footnoteDefinition"].includes(
    node.type,
  );
  return hasFlow && "children" in node ? (node.children as Nodes[]) : [];
}

function lineOf(node: Nodes): number {
  return (node.position?.start.line ?? 1) - 1;
}

function widthOf(blanks: string): number {
  return [...blanks].reduce((width, sign) => (sign === "\t" ? width + 4 - (width % 4) : width + 1), 0);
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
