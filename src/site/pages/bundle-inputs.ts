import { dirname } from "node:path";
import type { Task } from "../../engine/task.ts";
import { slashedPath } from "../../shared/disk-path.ts";

/** A variable of the environment that code names; in another form it may read any of them. */
const READ_VARIABLE = /\bprocess\.env(?:\.([A-Za-z_]\w*)|\[["'](\w+)["']\])?/g;

/**
 * Records what a bundle depends on: its files, and which modules stand in their folders, since an import without an
 * ending takes the first of several.
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

/** Records variables of the environment that code reads when it runs: for the task that runs it, not for its bundle. */
export function recordVariables(task: Task, code: string): void {
  for (const [, name, quoted] of code.matchAll(READ_VARIABLE)) task.variable(name ?? quoted ?? "");
}
