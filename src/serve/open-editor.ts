import { realpathSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { contains } from "../shared/disk-path.ts";
import type { Position, Problem } from "../shared/problem.ts";

/** Absolute path of a file inside the root; undefined if it doesn't exist there, or if its name can't be displayed. */
export function fileInside(root: string, path: string): string | undefined {
  const real = attempt(() => realpathSync(join(root, path)));
  const isInside = real !== undefined && contains(realpathSync(root), real);
  return isInside && !/\p{Cc}/u.test(path) ? real : undefined;
}

/**
 * Opens a place in the editor in `$VISUAL` or `$EDITOR`, else in one that is running.
 *
 * @param reported the reported problems; only their files may be opened
 */
export async function openEditor(root: string, position: Position, reported: readonly Problem[]): Promise<void> {
  const { path, line, column } = position;
  const file = reported.some((problem) => problem.path === path) ? fileInside(root, path) : undefined;
  if (file === undefined) return;
  const { default: launch } = await import("launch-editor");
  launch(`${file}:${line}:${column}`, process.env.VISUAL ?? process.env.EDITOR);
}
