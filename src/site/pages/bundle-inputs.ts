import { dirname } from "node:path";
import type { Task } from "../../engine/task.ts";
import { slashedPath } from "../../shared/disk-path.ts";

/** An environment variable read by name; any other access may read all of them. */
const READ_VARIABLE = /\bprocess\.env(?:\.([A-Za-z_]\w*)|\[["'](\w+)["']\])?/g;

/**
 * Records the inputs of a bundle: its files, and the names of modules in their folders, as an import without an
 * extension takes the first of several.
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

/** Records environment variables that code reads at run time: for the task that runs it, not for its bundle. */
export function recordVariables(task: Task, code: string): void {
  for (const [, name, quoted] of code.matchAll(READ_VARIABLE)) task.variable(name ?? quoted ?? "");
}
