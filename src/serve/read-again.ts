import { setTimeout as pause } from "node:timers/promises";
import { ChangedDuringBuild } from "../engine/inputs.ts";

/** How often one and the same file may be found and then not be there. */
const MAX_MISSES = 5;
/** After each of them, in milliseconds: more files may be about to go. */
const PAUSE_MS = 50;

/** True for what is over when files are looked at again: one was deleted or changed while it was read. */
export function isPassing(error: unknown): boolean {
  return error instanceof ChangedDuringBuild || (error as NodeJS.ErrnoException).code === "ENOENT";
}

/**
 * Retries what may be deleted or changed meanwhile, as by another branch that is checked out.
 *
 * @param again called before each new attempt
 * @throws what reading throws otherwise, or for a file that is missing each time
 */
export async function readAgain<T>(read: () => Promise<T>, again: () => void): Promise<T> {
  for (let misses = 1; ; misses++) {
    try {
      return await read();
    } catch (error) {
      if (!isPassing(error) || misses === MAX_MISSES) throw error;
      await pause(PAUSE_MS);
      again();
    }
  }
}
