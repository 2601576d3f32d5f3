import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory: tests write so many small files that a disk takes a tenth of their whole time. */
const MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 4 * 2 ** 30;

/** Gives tests, and the processes that they start, a temporary folder of their own, which is removed after the run. */
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(freeBytes(MEMORY) >= MIN_FREE_BYTES ? MEMORY : tmpdir(), "docgen-tests-"));
  // Same mode as the system's: tests of unreadable files, and the package manager, use it as other users.
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
