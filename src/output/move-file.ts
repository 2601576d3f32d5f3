import { copyFileSync, cpSync, linkSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";

/** Suffix of a copy that is about to replace a file. */
const INCOMING = ".docgen";

/**
 * Moves a file over another atomically, or a folder to a free path. If the system can't rename between the folders, it
 * is copied next to the target first.
 */
export function moveFile(source: string, target: string): void {
  try {
    renameSync(source, target);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    const incoming = `${target}${INCOMING}`;
    try {
      rmSync(incoming, { recursive: true, force: true });
      copyEntry(source, incoming);
      renameSync(incoming, target);
    } catch (error) {
      rmSync(incoming, { recursive: true, force: true });
      throw error;
    }
    rmSync(source, { recursive: true });
  }
}

/** Creates a hard link, or a copy where links aren't supported. */
export function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyEntry(source, target);
  }
}

/**
 * Whether files can't be renamed into another folder. Tested by linking, as folders on one disk may be separate mounts
 * with the same device number, e.g. container volumes.
 *
 * @param free an unused path in the other folder
 */
export function isMountedApart(file: string, free: string): boolean {
  try {
    linkSync(file, free);
    rmSync(free);
    return false;
  } catch (error) {
    return codeOf(error) === "EXDEV";
  }
}

/** Copies a file or folder; a symbolic link is copied as a link. */
function copyEntry(source: string, target: string): void {
  const info = lstatSync(source);
  if (info.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else if (info.isDirectory()) cpSync(source, target, { recursive: true });
  else copyFileSync(source, target);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
