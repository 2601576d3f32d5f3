import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../shared/failure.ts";

const LOCK_FILE = "lock";

/**
 * Makes sure that one build at a time works on a site. The lock of a process that is gone is taken over.
 *
 * @param work the site's `.docgen` folder
 * @returns releases the lock
 * @throws Failure (exit code 1) naming the process that holds it
 */
export function takeLock(work: string): () => void {
  mkdirSync(work, { recursive: true });
  const path = join(work, LOCK_FILE);
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw error;
    }
    const owner = readOwner(path);
    if (owner !== undefined && isRunning(owner)) {
      throw new Failure(1, `another docgen build of this site is running (process ${owner}); wait for it or end it`);
    }
    rmSync(path, { force: true });
  }
}

function readOwner(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, "utf8"), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    // Released in the meantime.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
