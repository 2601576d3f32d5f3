import type { Token } from "markdown-it";
import { extractMarks } from "./code-marks.ts";
import { escapeInline, footnoteMark, inlineMarkdown } from "./copy-inline.ts";
import { addressMark } from "./document.ts";
import { attribute, type ComponentProps, type PageEnv, sourceLineOf } from "./env.ts";
import { parseFenceMeta, VERSION_MARKS } from "./fence-meta.ts";
import { fenceAround } from "./include.ts";
import type { KeptLink } from "./kept-files.ts";
import { CARDS } from "./render-tokens.ts";

/**
 * Writes a page as portable Markdown: extensions of the dialect are replaced by plain equivalents, includes and
 * variables are resolved, and URLs are slot marks.
 *
 * @param page receives a slot for each URL that has none yet
 */
export function markdownCopy(tokens: readonly Token[], page: PageEnv): string {
  return blocksOf(tokens, page).join("\n\n");
}

function blocksOf(tokens: readonly Token[], page: PageEnv): string[] {
  const blocks: string[] = [];
  for (const part of partsOf(tokens)) {
    const block = blockOf(part, page);
    // A comment between adjacent lists keeps them from merging.
    const isList = part[0]?.type === "bullet_list_open" || part[0]?.type === "ordered_list_open";
    if (isList && startsList(block) && startsList(blocks.at(-1) ?? "")) blocks.push("<!-- -->");
    if (block !== "") blocks.push(block);
  }
  return blocks;
}

function blockOf(tokens: readonly Token[], page: PageEnv): string {
  const [open] = tokens;
  if (open === undefined) return "";
  const inner = tokens.slice(1, -1);
  switch (open.type) {
    case "paragraph_open":
    case "inline":
      return inlineOf(tokens);
    case "heading_open":
      return `${"#".repeat(Number(open.tag.slice(1)))} ${inlineOf(inner)
        .replace(/\n/g, " ")
        .replace(/(?<!#)#+$/, "\\$&")}`.trim();
    case "hr":
      return "***";
    case "html_block":
      return open.content.replace(/^\n+/, "").trimEnd();
    case "fence":
    case "code_block":
      return codeBlock(open);
    case "bullet_list_open":
    case "ordered_list_open":
      return list(open, inner, page);
    case "blockquote_open":
      return quoted(blocksOf(inner, page).join("\n\n"));
    case "admonition_open":
      return admonition(open, inner, page);
    case "table_open":
      return table(inner);
    case "dl_open":
      return definitions(inner, page);
    case "footnote_block_open":
      return footnotes(inner, page);
    case "math_display":
      return `$$\n${open.info.trim()}\n$$`;
    case "component_open":
      return component(open, inner, page);
    default:
      return open.nesting === 1 ? blocksOf(inner, page).join("\n\n") : "";
  }
}

function inlineOf(tokens: readonly Token[], isCell = false): string {
  const inline = tokens.find(({ type }) => type === "inline");
  return inlineMarkdown(inline?.children ?? [], isCell).trim();
}

function codeBlock(token: Token): string {
  const { language, flags, options } = parseFenceMeta(token.info);
  const { code, marks } = extractMarks(token.content.replace(/\n$/, ""), new Set(), []);
  const kept = code.split("\n").filter((_, line) => marks.get(line + 1)?.has("removed") !== true);
  const words = ["title", ...VERSION_MARKS].filter((name) => options.has(name));
  const info = [language, ...words.map((name) => `${name}="${options.get(name)}"`)];
  const mark = fenceAround(token.content);
  const fence = [mark + info.filter((part) => part !== "").join(" "), ...kept, mark].join("\n");
  const { files = [] } = (token.meta ?? {}) as { readonly files?: readonly KeptLink[] };
  const links = files.map(({ name, slot }) => `- [${name}](${addressMark(slot)})`).join("\n");
  if (links !== "") return `${fence}\n\n${links}`;
  return flags.has("output") && !options.has("title") ? `Output:\n\n${fence}` : fence;
}

function list(open: Token, inner: readonly Token[], page: PageEnv): string {
  const first = Number(open.attrGet("start") ?? 1);
  const items = childrenOf(inner).map((item, index) => {
    const mark = open.type === "bullet_list_open" ? "-" : `${first + index}${open.markup === ")" ? ")" : "."}`;
    const content = item.slice(1, -1);
    const isTight = content.some(
      ({ type, hidden, level }) => type === "paragraph_open" && hidden && level === (item[0]?.level ?? 0) + 1,
    );
    const text = blocksOf(content, page).join(isTight ? "\n" : "\n\n");
    return { text: `${mark} ${indented(text, mark.length + 1)}`.trimEnd(), isTight: isTight || !text.includes("\n") };
  });
  const isLoose = inner.some(
    ({ type, hidden, level }) => type === "paragraph_open" && !hidden && level === open.level + 2,
  );
  return items.map(({ text }) => text).join(isLoose ? "\n\n" : "\n");
}

/** A block quote that begins with the kind and the title in bold. */
function admonition({ meta }: Token, inner: readonly Token[], page: PageEnv): string {
  const { kind } = meta as { readonly kind: string };
  const title = inlineOf(inner.slice(0, 3));
  const head = title === kind || title === "" ? kind : `${kind}: ${title}`;
  return quoted([`**${head}**`, ...blocksOf(inner.slice(3), page)].join("\n\n"));
}

function table(inner: readonly Token[]): string {
  const rows = childrenOf(inner)
    .flatMap((part) => childrenOf(part.slice(1, -1)))
    .map((row) => childrenOf(row.slice(1, -1)));
  const [head = []] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [first = "", ...rest] = rows.map((row) => line(row.map((cell) => inlineOf(cell, true))));
  const marks = head.map(([cell]) => ALIGNMENTS[attribute(cell, "style").replace("text-align:", "")] ?? "---");
  return [first, line(marks), ...rest].join("\n");
}

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ":--", center: ":-:", right: "--:" };

/** Terms in bold, each above its definitions. */
function definitions(inner: readonly Token[], page: PageEnv): string {
  const parts = childrenOf(inner).map((part) => {
    if (part[0]?.type === "dt_open") return `**${inlineOf(part)}**`;
    return blocksOf(part.slice(1, -1), page).join("\n\n");
  });
  return parts.join("\n\n");
}

function footnotes(inner: readonly Token[], page: PageEnv): string {
  const notes = childrenOf(inner).map((note) => {
    const text = blocksOf(note.slice(1, -1), page).join("\n\n");
    return `${footnoteMark(note[0] as Token)}: ${indented(text, 4)}`;
  });
  return notes.join("\n\n");
}

/** Tabs are written one after another, each below its label; the content of other components is kept. */
function component({ info, content, meta, map }: Token, inner: readonly Token[], page: PageEnv): string {
  if (info === CARDS) {
    page.slots.push({ kind: "cards", target: "", url: "", ...sourceLineOf(page, map?.[0] ?? 0), column: 1 });
    return addressMark(page.slots.length - 1);
  }
  const text = blocksOf(inner, page).join("\n\n");
  if (info !== "TabItem") return text === "" ? escapeInline(content, true) : text;
  const { label, value } = meta as ComponentProps;
  return `**${String(label ?? value ?? "")}**\n\n${text}`;
}

function quoted(text: string): string {
  return text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">");
}

/** Indents all lines but the first. */
function indented(text: string, width: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);
}

/** The outermost blocks, each from its opening to its closing token. */
function partsOf(tokens: readonly Token[]): (readonly Token[])[] {
  const parts: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) parts.push([token]);
    else parts.at(-1)?.push(token);
    depth += token.nesting;
  }
  return parts;
}

/** Like `partsOf`, without blocks of a single token. */
function childrenOf(tokens: readonly Token[]): (readonly Token[])[] {
  return partsOf(tokens).filter(([open]) => open?.nesting === 1);
}

function startsList(block: string): boolean {
  return /^(?:-|\d+[.)])(?:\s|$)/.test(block);
}
