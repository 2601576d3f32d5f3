import { Parser } from "acorn";
import jsx from "acorn-jsx";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { mdxjs } from "micromark-extension-mdxjs";
import { type Marks, mask } from "./mask.ts";

/** The text of a page as MDX reads it; positions are those of the source. */
export interface ParsedPage extends Marks {
  readonly tree: Root;
  /** Offsets of signs that MDX could not read, and why; they are text. */
  readonly faults: readonly { readonly offset: number; readonly message: string; readonly shown: string }[];
}

export const ADMONITIONS = [
  ..."note tip info warning danger caution".split(" "),
  // Those of Docusaurus 1 and 2, still known to it.
  ..."important secondary success".split(" "),
];

/** Stands for a sign that MDX cannot read. */
const PLACEHOLDER = "\uE000";
/** `<https://example.com>`, which MDX has not, but its first version had. */
const AUTOLINK = /^<([a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/i;
/** Each is found by parsing once more. */
const MAX_FAULTS = 40;
const acorn = Parser.extend(jsx());

/**
 * Parses the text of a page. A sign that is neither MDX nor escaped is text, and the rest is read once more.
 *
 * @param isMdx false: CommonMark, as Docusaurus reads `.md` with `format: "md"`
 * @param hasMath whether dollar signs stand around formulas
 * @throws Error where too much of it is no MDX
 */
export function parsePage(source: string, isMdx: boolean, hasMath: boolean): ParsedPage {
  const { text, ...marks } = mask(source, ADMONITIONS, isMdx, hasMath);
  const faults: { offset: number; message: string; shown: string }[] = [];
  let masked = text;
  for (;;) {
    try {
      const tree = fromMarkdown(masked, {
        extensions: [
          gfm(),
          ...(isMdx
            ? [mdxjs({ acorn, acornOptions: { ecmaVersion: 2024, sourceType: "module" }, addResult: true })]
            : []),
        ],
        mdastExtensions: [gfmFromMarkdown(), ...(isMdx ? [mdxFromMarkdown()] : [])],
      });
      return { tree, ...marks, faults };
    } catch (error) {
      const offset = offsetOf(error);
      if (offset === undefined || faults.length >= MAX_FAULTS) throw error;
      const at = Math.max(masked.lastIndexOf("<", offset), masked.lastIndexOf("{", offset), esmAt(masked, offset));
      if (at < 0) throw error;
      const link = AUTOLINK.exec(masked.slice(at, at + 2000))?.[1];
      faults.push({ offset: at, message: messageOf(error), shown: link === undefined ? (source[at] ?? "") : "" });
      const end = at + 1 + (link?.length ?? 0);
      masked = `${masked.slice(0, at)}${PLACEHOLDER}${masked.slice(at + 1, end)}${link === undefined ? masked.slice(end) : ` ${masked.slice(end + 1)}`}`;
    }
  }
}

/** Parses a module in JavaScript with JSX. @throws SyntaxError */
export function parseModule(source: string): import("acorn").Program {
  return acorn.parse(source, { ecmaVersion: 2024, sourceType: "module" });
}

/** Prose that begins like an import: `export your data`. */
function esmAt(text: string, offset: number): number {
  const start = Math.max(...["import", "export"].map((word) => text.lastIndexOf(`\n${word} `, offset) + 1));
  const isFirst = /^(?:import|export) /.test(text) && start === 0;
  if (start <= 0 && !isFirst) return -1;
  return text.slice(start, offset).includes("\n\n") ? -1 : start;
}

function offsetOf(error: unknown): number | undefined {
  const { place } = error as { place?: { offset?: number; start?: { offset?: number } } };
  return place?.offset ?? place?.start?.offset;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
