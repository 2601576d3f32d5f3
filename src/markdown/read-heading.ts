import { type MarkdownSource, type PageText, parsePage, readPage } from "./compile.ts";
import type { PageCompiler } from "./env.ts";
import { findLeadingHeading, takeLeadingHeading } from "./heading.ts";
import type { ReadInclude } from "./include.ts";

/** Text of the leading heading of a whole page, as `compileText` gives it; undefined if there is none. */
export function headingOf(text: PageText, compiler: PageCompiler): string | undefined {
  const { tokens, page } = parsePage(text, compiler);
  return takeLeadingHeading(compiler.parser, tokens, { page })?.text;
}

/** Number of lines that are parsed first: most pages begin with their heading. */
const FIRST_LINES = 4;
const GROWTH = 16;

/**
 * Text of the leading heading of a page as `compile` gives it; undefined if there is none. The title of a page is
 * needed before any page is rendered, so this parses only as much of the page as determines its heading.
 */
export function readHeading(source: MarkdownSource, compiler: PageCompiler, read: ReadInclude): string | undefined {
  const lines = source.body.split("\n");
  for (let count = FIRST_LINES; ; count *= GROWTH) {
    const isWhole = count >= lines.length;
    const body = isWhole ? source.body : lines.slice(0, count).join("\n");
    const text = readPage({ ...source, body }, read);
    const { tokens, page } = parsePage(text, compiler);
    const inline = findLeadingHeading(tokens)?.inline;
    // A bracket may begin a reference to a definition further down.
    const isSettled = inline !== undefined && !inline.content.includes("[");
    if (isWhole || isSettled) return takeLeadingHeading(compiler.parser, tokens, { page })?.text;
  }
}
