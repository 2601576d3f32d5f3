import { dirname, relative } from "node:path";
import type { Mapping } from "../../../content/data-file.ts";
import { escapePattern } from "../../../shared/text.ts";
import { childrenOf, contentOf, type Element, rangeOf } from "./nodes.ts";
import type { NodeContext, Rewriting } from "./rewriting.ts";

/** Name of a prop with the statements that the content between the tags of a partial needs. */
const STATEMENTS = "$statements";

/** Matches where a partial shows the content between its tags. */
const CHILDREN = /\{\s*props\??\.children\s*\}/g;

/** Matches what lines of a block begin with: indentation, quotes, and the mark of a list item; and a tag around it. */
const BLOCK_START = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(<[A-Za-z][^<>]*>)?$/;

/**
 * The content between the tags of a partial as its props.
 *
 * @param path of the partial
 */
export function contentProps(node: Element, path: string, context: NodeContext, at: Rewriting): Mapping {
  const [first, last] = [contentOf(node)[0], contentOf(node).at(-1)];
  if (first === undefined || last === undefined) return {};
  const [start, end] = [rangeOf(first)[0], rangeOf(last)[1]];
  const prefix = new RegExp(
    `\\n(?:${escapePattern(context.prefix)}|${escapePattern(context.prefix.trimEnd())}$)`,
    "gm",
  );
  const indent = /[ \t]*$/.exec(at.source.slice(at.source.lastIndexOf("\n", start - 1) + 1, start))?.[0] ?? "";
  const from = (specifier: string) => {
    const [, name = "", rest = ""] = /^([^#?]*)(.*)$/s.exec(specifier) ?? [];
    const file = /^(?:[./]|[\w-]+[^:]*\.\w+$)/.test(name) && !name.startsWith("/") ? at.site.fileAt(name) : undefined;
    const moved = file === undefined ? undefined : relative(dirname(path), file).replaceAll("\\", "/");
    return moved === undefined ? specifier : `${moved.startsWith(".") ? "" : "./"}${moved}${rest}`;
  };
  let source = at.source.slice(start, end);
  for (const url of urlsIn(node)) source = source.replaceAll(`](${url}`, `](${from(url)}`);
  const text = source.replace(prefix, "\n").replaceAll(`\n${indent.slice(context.prefix.length)}`, "\n");
  const partial = at.site.textOf(path);
  const starts = [...partial.matchAll(CHILDREN)].map(({ index }) => blockStart(partial, index));
  if (isBlock(text) && starts.includes(null))
    at.note("hand", node, `<${node.name}>: the partial shows its content in a line, which ends there: check the page`);
  const named = (name: string, code: string) => new RegExp(`(?<![\\w$.])${escapePattern(name)}(?![\\w$])`).test(code);
  const needed = at.statements.filter(({ names }) => names.some((name) => named(name, text) && !named(name, partial)));
  const statements = needed.map(({ text: code }) =>
    code.startsWith("import")
      ? code.replace(/(["'])([^"'\n]+)\1(?=;?\s*$)/, (_, quote, name) => quote + from(name) + quote)
      : `export ${code}`,
  );
  return { children: text, [STATEMENTS]: statements.join("\n") };
}

/** Addresses of links and images in a node. */
function urlsIn(node: Parameters<typeof childrenOf>[0]): string[] {
  const own = node.type === "link" || node.type === "image" ? [node.url] : [];
  return [...new Set([...own, ...childrenOf(node).flatMap(urlsIn)])];
}

/** The text of a partial with the content between its tags in its place. @returns the same text without content */
export function withContent(text: string, { children, [STATEMENTS]: statements = "" }: Mapping): string {
  if (typeof children !== "string") return text;
  const filled = text.replace(CHILDREN, (_, offset: number) => {
    const [, before = "", tag = ""] = blockStart(text, offset) ?? ["", "", "in a line"];
    const block = tag !== "" && isBlock(children) ? `\n\n${children}\n\n` : children;
    return block.replaceAll("\n", `\n${before.replace(/[^\s>]/g, " ")}`);
  });
  return statements === "" ? filled : `${String(statements)}\n\n${filled}`;
}

/** The beginning of the line of an offset, if a block may follow it. */
function blockStart(text: string, offset: number): RegExpExecArray | null {
  return BLOCK_START.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}

function isBlock(text: string): boolean {
  return /\n[ \t]*\n/.test(text) || /^(?:[-*+>]\s|#{1,6}\s|\d+[.)]\s|```|~~~|:::)/.test(text);
}
