import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { Failure } from "../shared/failure.ts";
import { rewriteFile } from "../shared/fixed-file.ts";
import { groupBy } from "../shared/group-by.ts";
import { compareText, type Position, type Problem, problemOf, sortProblems } from "../shared/problem.ts";
import type { ProgramTask } from "./assemble-program.ts";
import { checkPrograms, type Mismatch, positionOfMismatch, type RunOptions } from "./check-programs.ts";
import { findSyntaxFaults, isParsed } from "./check-syntax.ts";
import { sideBySide } from "./compare-output.ts";
import { compareKept, unkeptFiles } from "./kept.ts";
import { programsFor } from "./library-versions.ts";
import {
  type KeyedTask,
  type PassedPage,
  type PassedPrograms,
  readPassed,
  withKey,
  writePassed,
} from "./passed-programs.ts";
import { type PageChoice, readPrograms } from "./read-programs.ts";
import { canUpdate, updateOutputs } from "./update-outputs.ts";

export interface SampleCheckOptions extends RunOptions, PageChoice {
  /** Receives the stages of the work. */
  readonly stages?: StageEvents;
}

export interface SampleCheckResult {
  /** Number of fences that ran, including those with a cached result. */
  readonly run: number;
  readonly cached: number;
  readonly parsed: number;
  /** Rewritten output fences, by their first wrong line, with old and new output in two columns. */
  readonly updates: readonly (Position & { readonly comparison: string })[];
  /** Paths of the files that samples keep and that were written. */
  readonly written: readonly string[];
  readonly problems: readonly Problem[];
  readonly seconds: number;
}

/**
 * Runs, type-checks and parses the code fences of a site in all its languages. Programs that passed before with the same
 * inputs are not run again.
 *
 * @throws Failure (exit code 2) for a faulty configuration or an unknown page; Failure (exit code 1) if a page to be
 *   updated has changed meanwhile; the reason of an aborted `signal`, after removing all temporary files
 */
export async function checkSamples(options: SampleCheckOptions): Promise<SampleCheckResult> {
  const { root } = options;
  const begun = performance.now();
  const { stage } = stopwatch(options.stages);
  const { paths, packages, problems: faults, ...read } = await readPrograms(options, stage);
  const others = read.others.filter(isParsed);
  const all = programsFor(read.tasks, packages.libraryVersion).map(withKey(packages, root));
  const passed = readPassed(root);
  const tasks = all.filter(({ program, key }) => passed[program.path]?.keys.includes(key) !== true);

  options.signal?.throwIfAborted();
  const [{ problems, mismatches, failed, ...run }, syntaxFaults] = await Promise.all([
    stage("samples", (counter) => checkPrograms(tasks, packages, { ...options, counter })),
    findSyntaxFaults(others),
  ]);
  const changes = mismatches.filter(({ fence }) => {
    // A page that the configuration makes has no file.
    return options.update && canUpdate(fence) && existsSync(join(root, fence.path));
  });
  const differing = mismatches.filter((mismatch) => !changes.includes(mismatch));
  const updates = await rewriteOutputs(root, changes);
  const files = compareKept(root, run.kept, options.update);
  const good = all.filter(({ program }) => !failed.has(program) && !files.differing.has(program));
  writePassed(root, passed, {
    ...(options.pages.length > 0 ? passed : {}),
    ...passedByPage(paths, all, good, packages.libraryVersion, passed),
  });
  return {
    run: countFences(all),
    cached: countFences(all) - countFences(tasks),
    parsed: others.length,
    updates,
    written: files.written,
    problems: sortProblems([
      ...faults,
      ...problems,
      ...files.problems,
      ...(options.pages.length === 0 ? unkeptFiles(root, paths, read.tasks) : []),
      ...differing.map(mismatchProblem),
      ...syntaxFaults,
      ...(packages.typescript === undefined ? warnOfTypes(all) : []),
    ]),
    seconds: (performance.now() - begun) / 1000,
  };
}

function countFences(tasks: readonly ProgramTask[]): number {
  return tasks.reduce((sum, { program }) => sum + program.parts.length, 0);
}

/** A warning that types were not checked, at the first TypeScript sample only. */
function warnOfTypes(tasks: readonly ProgramTask[]): Problem[] {
  const fence = tasks.find(({ program }) => program.kind === "ts")?.program.parts[0].fence;
  if (fence === undefined) return [];
  const message = 'types are not checked: the package "typescript" is not installed';
  const hint = "npm install --save-dev typescript";
  return [problemOf({ ...fence, severity: "warning", code: "types-unchecked", message, hint })];
}

function mismatchProblem(mismatch: Mismatch): Problem {
  const remedy = canUpdate(mismatch.fence) ? "--update rewrites it" : "it is included: correct the included file";
  const message = `output differs from what the sample prints; ${remedy}`;
  const hint = sideBySide(mismatch.rows, mismatch.expected, mismatch.actual);
  return problemOf({ ...positionOfMismatch(mismatch), code: "sample-output", message, hint });
}

/** Rewrites output fences in files. A fence that several pages include is rewritten once. */
async function rewriteOutputs(root: string, mismatches: readonly Mismatch[]): Promise<SampleCheckResult["updates"]> {
  const byPlace = new Map(mismatches.map((change) => [`${change.fence.path}:${change.fence.line}`, change]));
  const changes = [...byPlace.values()];
  for (const [path, inFile] of groupBy(changes, ({ fence }) => fence.path)) {
    const file = join(root, path);
    const text = updateOutputs(await readFile(file, "utf8"), inFile);
    if (text === undefined) throw new Failure(1, `${path}: changed while its samples ran; run the command again`);
    rewriteFile(file, text);
  }
  const updates = changes.map((change) => {
    return { ...positionOfMismatch(change), comparison: sideBySide(change.rows, change.expected, change.actual) };
  });
  return updates.sort((a, b) => compareText(a.path, b.path) || a.line - b.line);
}

/** What has passed on each page with programs; a version counts once all of them pass with it. */
function passedByPage(
  paths: readonly string[],
  all: readonly KeyedTask[],
  good: readonly KeyedTask[],
  version: string | undefined,
  before: PassedPrograms,
): PassedPrograms {
  const ofPages = groupBy(all, ({ program }) => program.path);
  const goodOfPages = groupBy(good, ({ program }) => program.path);
  const pages = paths.flatMap((path): [string, PassedPage][] => {
    const keys = (goodOfPages.get(path) ?? []).map(({ key }) => key);
    const count = ofPages.get(path)?.length ?? 0;
    const library = keys.length === count ? version : before[path]?.library;
    const isEmpty = count === 0 || (keys.length === 0 && library === undefined);
    return isEmpty ? [] : [[path, { keys, ...(library !== undefined && { library }) }]];
  });
  return Object.fromEntries(pages);
}
