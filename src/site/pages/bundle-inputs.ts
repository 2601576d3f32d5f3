import { dirname } from "node:path";
import type { Task } from "../../engine/task.ts";
import { slashedPath } from "../../shared/disk-path.ts";

/** Matches the read of an environment variable by name, or any other access, which may read all of them. */
const READ_VARIABLE = /\bprocess\.env(?:\.([A-Za-z_]\w*)|\[["'](\w+)["']\])?/g;

/**
 * Records the inputs of a bundle: its files, and the names of modules in their folders, because an import without an
 * extension resolves to the first of several.
 *
 * @param files absolute paths
 */
export function recordBundle(task: Task, root: string, files: readonly string[]): void {
  for (const path of files) task.file(slashedPath(root, path));
  const folders = files
    .filter((path) => !path.includes("node_modules"))
    .map((path) => slashedPath(root, dirname(path)));
  for (const folder of new Set(folders)) task.modules(folder);
}

/**
 * Records the environment variables that code reads at run time. For the task that runs the code, not the one that
 * bundles it.
 */
export function recordVariables(task: Task, code: string): void {
  for (const [, name, quoted] of code.matchAll(READ_VARIABLE)) task.variable(name ?? quoted ?? "");
}
