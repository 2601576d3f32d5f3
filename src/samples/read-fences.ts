import { compilePage, createCompiler } from "../build/compile-pages.ts";
import type { SiteConfig } from "../config/schema.ts";
import { bodyOf } from "../content/body.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import { parseFenceMeta } from "../markdown/fence-meta.ts";
import { PLAIN_HIGHLIGHTER } from "../markdown/highlight/highlighter.ts";
import { expandIncludes, type SourceLine } from "../markdown/include.ts";
import type { Problem } from "../shared/problem.ts";
import type { Fence } from "./fence.ts";

/** Faults that keep a fence from being what it seems; the build reports the others. */
const FAULTS_OF_FENCES = ["unclosed", "unknown-variable", "include"];

/**
 * Reads the code fences of pages, in the order in which they stand.
 *
 * @param root absolute path of the site's root, for what pages include
 * @returns fences by page path, and the faults that keep them from being checked
 */
export async function readFences(
  root: string,
  pages: readonly SourcePage[],
  config: SiteConfig,
): Promise<{ fences: Map<string, Fence[]>; problems: Problem[] }> {
  const compiler = { ...(await createCompiler(root, config, PLAIN_HIGHLIGHTER)), renderComponent: () => "" };
  const fences = new Map<string, Fence[]>();
  const problems: Problem[] = [];
  for (const page of pages) {
    if (page.format !== "md") continue;
    const document = await compilePage(root, page, config, compiler);
    const { lines } = expandIncludes(page.path, bodyOf(root, page), page.bodyLine, compiler.readInclude);
    fences.set(page.path, fencesOf(document, lines));
    problems.push(...document.problems.filter(({ code }) => FAULTS_OF_FENCES.includes(code)));
  }
  return { fences, problems };
}

/** @param lines of the page, includes in their places */
function fencesOf({ samples }: Document, lines: readonly SourceLine[]): Fence[] {
  let next = 0;
  return samples.map(({ path, language, meta, code, line, column }): Fence => {
    const opens = (source: SourceLine) => source.path === path && source.line === line;
    const ahead = lines.slice(next).findIndex(opens);
    // Footnotes come last in a document, wherever they were written.
    const opening = ahead < 0 ? lines.findIndex(opens) : next + ahead;
    next = opening + 1;
    const { flags, options } = parseFenceMeta(`${language} ${meta}`);
    const sourceLines = lines.slice(opening + 1, opening + code.split("\n").length);
    return { path, line, column, language, flags, options, code, sourceLines };
  });
}
