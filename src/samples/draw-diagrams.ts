import { rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readSite } from "../builder/site-store.ts";
import { type Counter, type StageEvents, stopwatch } from "../builder/stages.ts";
import type { Sample } from "../markdown/document.ts";
import { attempt } from "../shared/attempt.ts";
import { createSiteFolder } from "../shared/disk-path.ts";
import { isPlainDrawing } from "../shared/drawing.ts";
import { namesIn } from "../shared/file-info.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import { type Problem, problemOf, sortProblems } from "../shared/problem.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { DRAWINGS_FOLDER, diagramsOf, drawingPath } from "../site/texts/diagram-drawings.ts";
import { documentKey } from "../site/texts/text-tasks.ts";
import { drawInBrowser } from "./draw-in-browser.ts";

/** Result of `docgen draw`, in numbers of drawings. */
export interface DrawReport {
  readonly drawn: number;
  readonly kept: number;
  readonly removed: number;
  /** Diagrams that can't be drawn. */
  readonly problems: readonly Problem[];
}

/**
 * Draws all diagrams of pages, including drafts, that have no drawing yet, and removes drawings without a diagram.
 *
 * @param all whether to redraw existing drawings
 * @param stages receives the stages of the work
 * @throws Failure for a faulty configuration, or if nothing can be drawn; the reason of an aborted `signal`
 */
export async function drawDiagrams(
  root: string,
  all: boolean,
  signal: AbortSignal,
  stages?: StageEvents,
): Promise<DrawReport> {
  const { stage } = stopwatch(stages);
  const { diagrams, isWhole } = await stage("pages", (counter) =>
    readSite({ root, drafts: true, graph: "draw" }, (site) => findDiagrams(site, counter)),
  );
  const folder = join(root, DRAWINGS_FOLDER);
  createSiteFolder(root, DRAWINGS_FOLDER);
  // Other files there are the user's.
  const drawings = namesIn(folder).filter((name) => /^[\da-f]{16}\.svg$/.test(name));
  const present = new Set(drawings.map((name) => `${DRAWINGS_FOLDER}/${name}`));
  // A page that was left out because of an error may contain the other diagrams.
  const unused = isWhole ? [...present].filter((path) => !diagrams.has(path)) : [];
  const wanted = [...diagrams].filter(([path]) => all || !present.has(path));
  const sources = wanted.map(([, { code }]) => code);
  const results = sources.length === 0 ? [] : await stage("drawings", () => drawInBrowser(root, sources, signal));
  const problems: Problem[] = [];
  for (const [index, [file, position]] of wanted.entries()) {
    const result = results[index] ?? { fault: "the browser did not draw it" };
    if ("svg" in result && isPlainDrawing(result.svg)) replaceOwnFile(join(root, file), `${result.svg}\n`);
    else {
      const reason = "fault" in result ? result.fault : "the drawing contains URLs, or elements other than SVG";
      problems.push(problemOf({ ...position, code: "diagram", message: `not drawn: ${reason}` }));
    }
  }
  for (const path of unused) rmSync(join(root, path));
  // Removes only an empty folder.
  if (diagrams.size === 0) attempt(() => rmdirSync(folder));
  const drawn = wanted.length - problems.length;
  const kept = diagrams.size - wanted.length;
  return { drawn, kept, removed: unused.length, problems: sortProblems(problems) };
}

/**
 * Finds the diagrams of all languages.
 *
 * @returns the diagrams by the path of their drawing, each with its first position; `isWhole`: whether these are all,
 *   as no page was left out because of an error
 */
async function findDiagrams(
  { engine, tasks, sites }: SiteEngine,
  counter: Counter,
): Promise<{ readonly diagrams: ReadonlyMap<string, Sample>; readonly isWhole: boolean }> {
  const diagrams = new Map<string, Sample>();
  let isWhole = true;
  for (const { plan, problems } of await sites()) {
    if (problems.some(({ severity }) => severity === "error")) isWhole = false;
    const pages = plan.pages.filter(({ format }) => format === "md");
    counter.expect(pages.length);
    for (const page of pages) {
      counter.done(page.path);
      const { document } = await engine.get(tasks.texts.document, documentKey(page, plan));
      for (const diagram of diagramsOf(document)) {
        const path = drawingPath(diagram.code);
        if (!diagrams.has(path)) diagrams.set(path, diagram);
      }
    }
  }
  return { diagrams, isWhole };
}
