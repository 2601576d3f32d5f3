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

/** Stands for a sign that MDX cannot read. */
const PLACEHOLDER = "\uE000";
/** `<https://example.com>`, which MDX has not, but its first version had. */
const AUTOLINK = /^<([a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/i;
/** Each is found by parsing once more. */
const MAX_FAULTS = 40;
const acorn = Parser.extend(jsx());
const ACORN = { ecmaVersion: 2024, sourceType: "module" } as const;

/**
 * Parses the text of a page. A sign that is neither MDX nor escaped is text, and the rest is read once more.
 *
 * @param isMdx false: CommonMark, as Docusaurus reads `.md` with `format: "md"`
 * @param hasMath whether dollar signs stand around formulas
 * @throws Error where too much of it is no MDX
 */
export function parsePage(source: string, isMdx: boolean, hasMath: boolean): ParsedPage {
  const { text, ...marks } = mask(source, isMdx, hasMath);
  const faults: { offset: number; message: string; shown: string }[] = [];
  let masked = text;
  for (;;) {
    try {
      return { tree: isMdx ? parseMdx(masked) : parseMarkdown(masked), ...marks, faults };
    } catch (error) {
      const offset = offsetOf(error);
      if (offset === undefined || faults.length >= MAX_FAULTS) throw error;
      const at = Math.max(masked.lastIndexOf("<", offset), masked.lastIndexOf("{", offset), esmAt(masked, offset));
      if (at < 0) throw error;
      const link = AUTOLINK.exec(masked.slice(at, at + 2000))?.[1];
      faults.push({ offset: at, message: messageOf(error), shown: link === undefined ? (source[at] ?? "") : "" });
      const bare = link === undefined ? masked.slice(at + 1) : `${link} ${masked.slice(at + link.length + 2)}`;
      masked = masked.slice(0, at) + PLACEHOLDER + bare;
    }
  }
}

function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function parseMdx(text: string): Root {
  const mdx = mdxjs({ acorn, acornOptions: ACORN, addResult: true });
  return fromMarkdown(text, { extensions: [gfm(), mdx], mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] });
}

/** Parses a module in JavaScript with JSX. @throws SyntaxError */
export function parseModule(source: string): import("acorn").Program {
  return acorn.parse(source, ACORN);
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

/** The first line of what an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
