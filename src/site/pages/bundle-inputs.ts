import { dirname, isAbsolute, resolve } from "node:path";
import type { Task } from "../../engine/task.ts";
import { digestJson } from "../../shared/digest.ts";
import type { NodeBundle } from "../../shared/esbuild.ts";

/** A site's bundled code, as it has to run now. */
export interface RunnableCode {
  readonly code: string;
  /** Whether it does the same each time; if not, each task that runs it has to be volatile. */
  readonly isConstant: boolean;
}

/**
 * Records the inputs of a bundle: its files, and the names of modules in their folders, because an import without an
 * extension resolves to the first of several.
 *
 * @param files absolute paths
 */
export function recordBundle(task: Task, files: readonly string[]): void {
  for (const path of files) task.file(path);
  const folders = files.filter((path) => !path.includes("node_modules")).map((path) => dirname(path));
  for (const folder of new Set(folders)) task.modules(folder);
}

/**
 * Records what a bundle reads when it runs. For tasks that run it; those that get its code from another task only have
 * to be volatile if it isn't constant.
 *
 * @returns code that differs when one of its inputs does, so that the thread that has it loads it anew
 */
export function codeToRun(task: Task, { code, reads }: Pick<NodeBundle, "code" | "reads">): RunnableCode {
  const { variables, files, isConstant } = reads;
  const values = variables.map((name) => (name === "" ? process.env : task.variable(name)));
  if (variables.includes("")) task.variable("");
  if (files.some((path) => !isAbsolute(path))) task.setting("folder");
  const digests = files.map((path) => task.file(resolve(path))?.digest);
  if (!isConstant) task.volatile();
  const isMarked = variables.length + files.length > 0;
  return { code: isMarked ? `/* ${digestJson(values, digests)} */${code}` : code, isConstant };
}
