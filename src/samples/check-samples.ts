import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourcePosition } from "../markdown/document.ts";
import { Failure } from "../shared/failure.ts";
import { compareText, type Problem, sortProblems } from "../shared/problem.ts";
import { TOOL_ROOT } from "../site/outputs/tool.ts";
import { openSiteEngine } from "../site/site-engine.ts";
import { findSyntaxFault, isParsed } from "./check-syntax.ts";
import { choosePages } from "./choose-pages.ts";
import { type Fence, problemAt } from "./fence.ts";
import { findPackages } from "./packages.ts";
import { planPage } from "./plan-page.ts";
import { readFences } from "./read-fences.ts";
import { keyOf, type PassedKeys, readPassed, writePassed } from "./result-store.ts";
import { type Mismatch, placeOfMismatch, type RunOptions, runTasks, type Task } from "./run-tasks.ts";
import { sideBySide } from "./side-by-side.ts";
import { canUpdate, updateOutputs } from "./update-outputs.ts";

export interface CheckOptions extends RunOptions {
  /** Absolute path of the folder that holds `site.config.ts`. */
  readonly root: string;
  /** Paths or routes of the pages to check; empty: all pages but drafts. */
  readonly pages: readonly string[];
  /** Rewrite output fences that differ, instead of reporting them. */
  readonly update: boolean;
  /** docgen's own folder, whose packages stand in for those that the site lacks. */
  readonly toolRoot?: string;
}

/** An output fence that was rewritten, and its first line that was wrong. */
export interface OutputUpdate extends SourcePosition {
  /** What stood there and what was printed, in two columns. */
  readonly comparison: string;
}

export interface CheckResult {
  /** Fences that were run, those whose result was kept included. */
  readonly run: number;
  readonly cached: number;
  readonly parsed: number;
  readonly updates: readonly OutputUpdate[];
  readonly problems: readonly Problem[];
  readonly seconds: number;
}

/** A program with the name that its passing is kept under. */
interface KeyedTask extends Task {
  readonly key: string;
}

/**
 * Runs, type-checks and parses the code fences of a site. Programs that have passed before, with nothing
 * changed that they depend on, are not run again.
 *
 * @throws Failure (exit code 2) for a fault of the configuration or a page that is not there; Failure (exit
 *   code 1) where a page to be updated has changed meanwhile; the reason of `signal` where that is aborted,
 *   after everything temporary is gone
 */
export async function checkSamples(options: CheckOptions): Promise<CheckResult> {
  const { root, toolRoot = TOOL_ROOT } = options;
  const begun = performance.now();
  const opened = openSiteEngine({ root, settings: { drafts: options.pages.length > 0 }, onFault: () => {} });
  const site = await opened.site();
  const faultsOfSite = site.problems.filter(({ severity }) => severity === "error");
  const { pages, faults } = choosePages(site.content.pages, options.pages, root, faultsOfSite);
  const { fences, problems: unreadable } = await readFences(opened, site, pages);
  await opened.close();
  const plans = [...fences].map(([path, ofPage]) => planPage(path, ofPage));
  const others = plans.flatMap((plan) => plan.others.filter(isParsed));

  const packages = findPackages(root, toolRoot, site.plan.config.live.library?.package);
  const { version } = JSON.parse(readFileSync(join(TOOL_ROOT, "package.json"), "utf8")) as { version: string };
  const all = plans.flatMap(({ files, programs }) =>
    programs.map((program): KeyedTask => ({ program, files, key: keyOf(program, files, packages, version) })),
  );
  const passed = await readPassed(root);
  const tasks = all.filter(({ program, key }) => passed[program.path]?.includes(key) !== true);

  options.signal?.throwIfAborted();
  const [{ problems, mismatches, failed }, syntaxFaults] = await Promise.all([
    runTasks(tasks, packages, options),
    findSyntaxFaults(others),
  ]);
  const [changes, differing] = partition(mismatches, ({ fence }) => options.update && canUpdate(fence));
  const updates = await rewriteOutputs(root, changes);
  const good = all.filter(({ program }) => !failed.has(program));
  await writePassed(root, passed, {
    ...(options.pages.length > 0 ? passed : {}),
    ...keysByPage([...fences.keys()], good),
  });
  return {
    run: countFences(all),
    cached: countFences(all) - countFences(tasks),
    parsed: others.length,
    updates,
    problems: sortProblems([
      ...faults,
      ...unreadable,
      ...plans.flatMap((plan) => plan.problems),
      ...problems,
      ...differing.map(mismatchProblem),
      ...syntaxFaults,
      ...(packages.typescript === undefined ? warnOfTypes(all) : []),
    ]),
    seconds: (performance.now() - begun) / 1000,
  };
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function countFences(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { program }) => sum + program.parts.length, 0);
}

async function findSyntaxFaults(fences: readonly Fence[]): Promise<Problem[]> {
  const found = await Promise.all(
    fences.map(async (fence) => {
      const fault = await findSyntaxFault(fence);
      if (fault === undefined) return [];
      const message = `${fence.language} does not parse: ${fault.message}`;
      const hint = "mend it, or write nocheck behind the language where it is meant to be so";
      return [problemAt(fault.place, { severity: "warning", code: "syntax" }, message, hint)];
    }),
  );
  return found.flat();
}

/** One warning, at the first sample whose types would be checked. */
function warnOfTypes(tasks: readonly Task[]): Problem[] {
  const fence = tasks.find(({ program }) => program.kind === "ts")?.program.parts[0]?.fence;
  if (fence === undefined) return [];
  const message = 'types are not checked: the package "typescript" is not installed';
  const kind = { severity: "warning", code: "types-unchecked" } as const;
  return [problemAt(fence, kind, message, "npm install --save-dev typescript")];
}

function mismatchProblem(mismatch: Mismatch): Problem {
  const remedy = canUpdate(mismatch.fence) ? "--update rewrites it" : "it is included: correct it in its file";
  const message = `output differs from what the sample prints; ${remedy}`;
  const hint = sideBySide(mismatch.rows, mismatch.expected, mismatch.actual);
  const kind = { severity: "error", code: "sample-output" } as const;
  return problemAt(placeOfMismatch(mismatch), kind, message, hint);
}

/** Rewrites the output fences of files. Those that two pages include are the same fence, and are rewritten once. */
async function rewriteOutputs(root: string, mismatches: readonly Mismatch[]): Promise<OutputUpdate[]> {
  const changes = [
    ...new Map(mismatches.map((change) => [`${change.fence.path}:${change.fence.line}`, change])).values(),
  ];
  for (const path of new Set(changes.map(({ fence }) => fence.path))) {
    const file = join(root, path);
    const inFile = changes.filter(({ fence }) => fence.path === path);
    const text = updateOutputs(await readFile(file, "utf8"), inFile);
    if (text === undefined) throw new Failure(1, `${path}: changed while its samples ran; run the command again`);
    await writeFile(file, text);
  }
  const updates = changes.map((change): OutputUpdate => {
    return { ...placeOfMismatch(change), comparison: sideBySide(change.rows, change.expected, change.actual) };
  });
  return updates.sort((a, b) => compareText(a.path, b.path) || a.line - b.line);
}

function keysByPage(paths: readonly string[], tasks: readonly KeyedTask[]): PassedKeys {
  const keys = new Map(paths.map((path): [string, string[]] => [path, []]));
  for (const { program, key } of tasks) keys.get(program.path)?.push(key);
  return Object.fromEntries([...keys].filter(([, ofPage]) => ofPage.length > 0));
}
