import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FileState, WriteFile } from "./types.ts";

/**
 * Writes files with the folders that they need. Synchronous: for thousands of small files promises cost
 * several times the writing itself.
 */
export function createWriteFile(): (...task: Parameters<WriteFile>) => FileState {
  const folders = new Set<string>();
  return (path, data, by) => {
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    writeFileSync(by ?? path, data);
    if (by !== undefined) renameSync(by, path);
    return stateOf(path);
  };
}

/** How a file is on the disk. */
export function stateOf(path: string): FileState {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return { bytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

/** True where a file is still the one that a build wrote. */
export function isAsWritten(path: string, state: FileState): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile() !== true || info.size !== state.bytes || info.ino !== state.inode) return false;
  return info.mtimeMs === state.modifiedMs && info.ctimeMs === state.changedMs;
}
