import type { SourcePage } from "../content/types.ts";
import type { CompiledDocument } from "../markdown/document.ts";
import { parseFenceMeta } from "../markdown/fence-meta.ts";
import type { SourceLine } from "../markdown/include.ts";
import type { Problem } from "../shared/problem.ts";
import type { Site } from "../site/model/site.ts";
import { pageKey } from "../site/pages/text-tasks.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import type { Fence } from "./fence.ts";

/** Faults that keep a fence from being what it seems; the build reports the others. */
const FAULTS_OF_FENCES = ["unclosed", "unknown-variable", "variables", "include"];

/**
 * Reads the code fences of pages, in the order in which they stand.
 *
 * @returns fences by page path, and the faults that keep them from being checked
 */
export async function readFences(
  { engine, tasks }: SiteEngine,
  { plan }: Site,
  pages: readonly SourcePage[],
): Promise<{ fences: Map<string, Fence[]>; problems: Problem[] }> {
  const fences = new Map<string, Fence[]>();
  const problems: Problem[] = [];
  for (const page of pages) {
    if (page.format !== "md") continue;
    const { document } = await engine.get(tasks.texts.document, pageKey(plan.locale.name, page));
    fences.set(page.path, fencesOf(document, await engine.get(tasks.texts.lines, page.path)));
    problems.push(...document.problems.filter(({ code }) => FAULTS_OF_FENCES.includes(code)));
  }
  return { fences, problems };
}

/** @param lines of the page, includes in their places */
function fencesOf({ samples }: CompiledDocument, lines: readonly SourceLine[]): Fence[] {
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
