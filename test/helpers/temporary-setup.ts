import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files in memory: tests write so many small ones that a disk can take a tenth of the time of all. */
const MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 4 * 2 ** 30;

/** Gives tests, and the processes that they start, a temporary folder of their own, which goes after the run. */
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(freeBytes(MEMORY) >= MIN_FREE_BYTES ? MEMORY : tmpdir(), "docgen-tests-"));
  // As the system's: tests of what may not be read, and the package manager, use it as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
