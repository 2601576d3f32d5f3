import { setTimeout as pause } from "node:timers/promises";
import { ChangedDuringBuild } from "../engine/inputs.ts";

/** Maximum number of attempts. */
const MAX_ATTEMPTS = 5;
/** Pause between attempts, in milliseconds, as more files may be about to change. */
const PAUSE_MS = 50;

/** Whether a retry may succeed: a file was deleted or changed while it was read. */
export function isTransient(error: unknown): boolean {
  return error instanceof ChangedDuringBuild || (error as NodeJS.ErrnoException).code === "ENOENT";
}

/**
 * Retries reading while files change, e.g. while git switches branches.
 *
 * @param again called before each new attempt
 * @throws the error of the last attempt, or one that is not transient
 */
export async function retryRead<T>(read: () => Promise<T>, again: () => void): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error) || attempts === MAX_ATTEMPTS) throw error;
      await pause(PAUSE_MS);
      again();
    }
  }
}
