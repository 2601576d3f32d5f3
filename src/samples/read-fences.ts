import type { Counter } from "../builder/stages.ts";
import type { CompiledDocument } from "../markdown/document.ts";
import { parseFenceMeta } from "../markdown/fence-meta.ts";
import type { SourceLine } from "../markdown/include.ts";
import type { Problem } from "../shared/problem.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { documentKey } from "../site/texts/text-tasks.ts";
import type { LocalePage } from "./choose-pages.ts";
import type { Fence } from "./fence.ts";

/**
 * Problems that make a fence's content wrong, or because of which a page has none: code of the site that fails. The build
 * reports all others.
 */
const FAULTS_OF_FENCES = ["unclosed", "unknown-variable", "variables", "include", "extension", "sample-words"];

/**
 * Reads the code fences of pages, in source order.
 *
 * @returns fences by page path, and problems that prevent checking them
 */
export async function readFences(
  { engine, tasks }: SiteEngine,
  pages: readonly LocalePage[],
  counter: Counter,
): Promise<{ fences: Map<string, Fence[]>; problems: Problem[] }> {
  const fences = new Map<string, Fence[]>();
  const problems: Problem[] = [];
  counter.expect(pages.length);
  for (const { page, locale } of pages) {
    counter.done(page.path);
    if (page.format !== "md") continue;
    const { plan } = await engine.get(tasks.site, locale);
    const { document } = await engine.get(tasks.texts.document, documentKey(page, plan));
    fences.set(page.path, fencesOf(document, await engine.get(tasks.texts.lines, page.path)));
    problems.push(...document.problems.filter(({ code }) => FAULTS_OF_FENCES.includes(code)));
  }
  return { fences, problems };
}

/** @param lines the page's source lines with includes expanded */
function fencesOf({ samples }: CompiledDocument, lines: readonly SourceLine[]): Fence[] {
  let next = 0;
  return samples.map(({ path, language, meta, code, line, column }): Fence => {
    const opens = (source: SourceLine) => source.path === path && source.line === line;
    const ahead = lines.slice(next).findIndex(opens);
    // The footnotes of a document come last, wherever they are in the source.
    const opening = ahead < 0 ? lines.findIndex(opens) : next + ahead;
    next = opening + 1;
    const { flags, options } = parseFenceMeta(`${language} ${meta}`);
    const sourceLines = lines.slice(opening + 1, opening + code.split("\n").length);
    return { path, line, column, language, flags, options, code, sourceLines };
  });
}
