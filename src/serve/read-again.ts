import { setTimeout as pause } from "node:timers/promises";

/** How often one and the same file may be found and then not be there. */
const MAX_MISSES = 5;
/** After each of them, in milliseconds: more files may be about to go. */
const PAUSE_MS = 50;

/**
 * Reads what may be deleted meanwhile, as by another branch that is checked out: again, until all that
 * is found can be read.
 *
 * @param read told whether it is not the first time
 * @throws what reading throws otherwise, or for a file that is missing each time
 */
export async function readAgain<T>(read: (isAgain: boolean) => Promise<T>): Promise<T> {
  const misses = new Map<string, number>();
  for (;;) {
    try {
      return await read(misses.size > 0);
    } catch (error) {
      const { code, path = "" } = error as NodeJS.ErrnoException;
      const count = (misses.get(path) ?? 0) + 1;
      if (code !== "ENOENT" || count === MAX_MISSES) throw error;
      misses.set(path, count);
      await pause(PAUSE_MS);
    }
  }
}
