import { copyFileSync, cpSync, linkSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";

/** Ends the name of a copy that is about to take the place of a file. */
const INCOMING = ".docgen";

/**
 * Moves a file to the place of another, which is whole at every moment, or a folder to where there is nothing. Where
 * the system can't rename from one folder to the other, it is copied beside its place first.
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

/** Gives a file a second name, or copies it where the file system has no hard links between the two. */
export function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyEntry(source, target);
  }
}

/**
 * True where the system can't rename a file into another folder. It is asked by trying: folders of one disk
 * may be mounted apart, such as the volumes of containers, and the number of their disk is the same.
 *
 * @param free a path in the other folder at which there is nothing
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

/** A link stays a link, and leads where it led. */
function copyEntry(source: string, target: string): void {
  const info = lstatSync(source);
  if (info.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else if (info.isDirectory()) cpSync(source, target, { recursive: true });
  else copyFileSync(source, target);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
