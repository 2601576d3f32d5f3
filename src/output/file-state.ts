import { statSync } from "node:fs";
import type { FileState } from "./output-types.ts";

/** The current state of a file. */
export function stateOf(path: string): FileState {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return { bytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

/** Whether a file is unchanged since a build wrote it. */
export function isAsWritten(path: string, state: FileState): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile() !== true || info.size !== state.bytes || info.ino !== state.inode) return false;
  return info.mtimeMs === state.modifiedMs && info.ctimeMs === state.changedMs;
}
