import { dirname, isAbsolute, resolve } from "node:path";
import { ChangedDuringBuild } from "../../engine/inputs.ts";
import type { Task } from "../../engine/task.ts";
import { digestJson } from "../../shared/digest.ts";
import type { NodeCode } from "../../shared/esbuild.ts";
import type { Problem } from "../../shared/problem.ts";

/** A site's bundled code, as it has to run now. */
export interface RunnableCode {
  readonly code: string;
  /** Whether it does the same each time; if not, each task that runs it has to be volatile. */
  readonly isConstant: boolean;
}

/**
 * Bundles the site's own modules, records the inputs of the bundle, and reports its problems.
 *
 * @param bundle returns the bundle with its inputs
 * @param problemsOf converts an error; returns none if the site isn't the cause, and the error is thrown again
 * @returns undefined if there are problems
 */
export async function recordedBundle<T extends { readonly inputs: readonly string[] }>(
  task: Task,
  bundle: () => Promise<T>,
  problemsOf: (error: unknown) => readonly Problem[],
): Promise<Omit<T, "inputs"> | undefined> {
  try {
    const { inputs, ...bundled } = await bundle();
    recordInputs(task, inputs);
    return bundled;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems.length === 0) throw error;
    // A missing module may be created anywhere.
    task.volatile();
    task.report(...problems);
    return undefined;
  }
}

/**
 * Records the inputs of a bundle: its files, and the names of modules in their folders, because an import without an
 * extension resolves to the first of several.
 *
 * @param files absolute paths
 */
export function recordInputs(task: Task, files: readonly string[]): void {
  for (const path of files) task.file(path);
  const folders = files.filter((path) => !path.includes("node_modules")).map((path) => dirname(path));
  for (const folder of new Set(folders)) task.modules(folder);
}

/**
 * Records files that the site's code has read in a thread.
 *
 * @param digests SHA-1 of each by its path, relative to the root or absolute; empty if it can't be read
 * @throws ChangedDuringBuild if a file differs by now
 */
export function recordReads(task: Task, digests: Readonly<Record<string, string>>): void {
  for (const [path, digest] of Object.entries(digests)) {
    if ((task.file(path)?.digest ?? "") !== digest) throw new ChangedDuringBuild(path);
  }
}

/**
 * Records what a bundle reads when it runs. For tasks that run it; those that get its code from another task only have
 * to be volatile if it isn't constant.
 *
 * @returns code that differs when one of its inputs does, so that the thread that has it loads it anew
 */
export function codeToRun(task: Task, { code, reads }: NodeCode): RunnableCode {
  const { variables, files, isConstant } = reads;
  const values = variables.map((name) => (name === "" ? process.env : task.variable(name)));
  if (variables.includes("")) task.variable("");
  if (files.some((path) => !isAbsolute(path))) task.setting("folder");
  const digests = files.map((path) => task.file(resolve(path))?.digest);
  if (!isConstant) task.volatile();
  const isMarked = variables.length + files.length > 0;
  return { code: isMarked ? `/* ${digestJson(values, digests)} */${code}` : code, isConstant };
}
