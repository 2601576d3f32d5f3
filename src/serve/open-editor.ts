import { realpathSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { contains } from "../shared/disk-path.ts";
import type { Place, Problem } from "../shared/problem.ts";

/** Absolute path of a file inside the root; undefined where there is none, or where its name could not be shown. */
export function fileInside(root: string, path: string): string | undefined {
  const real = attempt(() => realpathSync(join(root, path)));
  const isInside = real !== undefined && contains(realpathSync(root), real);
  return isInside && !/\p{Cc}/u.test(path) ? real : undefined;
}

/**
 * Opens a place in the editor that `$VISUAL` or `$EDITOR` names, else in one that runs.
 *
 * @param known the problems that are told: no other file is opened
 */
export async function openEditor(root: string, place: Place, known: readonly Problem[]): Promise<void> {
  const { path, line, column } = place;
  const file = known.some((problem) => problem.path === path) ? fileInside(root, path) : undefined;
  if (file === undefined) return;
  const { default: launch } = await import("launch-editor");
  launch(`${file}:${line}:${column}`, process.env.VISUAL ?? process.env.EDITOR);
}
