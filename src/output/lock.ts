import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { Failure } from "../shared/failure.ts";
import { readOwnFile } from "../shared/own-file.ts";

const LOCK_FILE = "lock";
const MAX_ATTEMPTS = 5;

/** A process; the start time distinguishes it from a later one with the same id. */
interface Owner {
  readonly pid: number;
  /** Start time as the system reports it; empty if unknown. */
  readonly startTime: string;
}

/**
 * Locks a site for one build at a time. The lock of a dead process is taken over.
 *
 * @param work the site's `.docgen` folder
 * @returns releases the lock
 * @throws Failure (exit code 1) that names the process holding it, or what is in the way
 */
export function takeLock(work: string): () => void {
  makeWorkFolder(work);
  const path = join(work, LOCK_FILE);
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, `${process.pid} ${statOf(process.pid).startTime}`);
    for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
      if (createLock(own, path)) return () => rmSync(path, { force: true });
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) {
        throw new Failure(1, `${path}: is not a file written by docgen; remove it`);
      }
      const owner = readOwner(path);
      if (owner !== undefined && isRunning(owner)) throw lockedFailure(owner.pid);
      removeStale(path, `${own}.old`, owner);
    }
    throw lockedFailure(undefined);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes temporary files of processes that were killed while taking the lock. */
export function sweepLocks(work: string): void {
  for (const entry of readdirSync(work, { withFileTypes: true })) {
    const pid = /^lock\.(\d+)(?:\.old)?$/.exec(entry.name)?.[1];
    if (pid === undefined || !entry.isFile() || isRunning({ pid: Number(pid), startTime: "" })) continue;
    rmSync(join(work, entry.name), { force: true });
  }
}

function makeWorkFolder(work: string): void {
  try {
    mkdirSync(work, { recursive: true });
  } catch (error) {
    const info = lstatSync(work, { throwIfNoEntry: false });
    if (info === undefined || info.isDirectory()) throw error;
    const what = info.isSymbolicLink() ? "is a link that doesn't lead to a folder" : "is not a folder";
    throw new Failure(1, `${work}: ${what}; remove it: docgen needs a folder there`);
  }
}

function lockedFailure(pid: number | undefined): Failure {
  const owner = pid === undefined ? "" : ` (process ${pid})`;
  return new Failure(1, `another docgen build of this site is running${owner}; wait for it or end it`);
}

/** Creates the lock file together with its content. @returns false if it exists */
function createLock(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Some file systems don't support hard links.
    return writeNew(path, readFileSync(own, "utf8"));
  }
}

function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a dead process. If another process has replaced it meanwhile, the new lock is restored. */
function removeStale(path: string, aside: string, dead: Owner | undefined): void {
  try {
    renameSync(path, aside);
  } catch {
    // Released or removed by another process meanwhile.
    return;
  }
  const taken = readOwner(aside);
  if (taken !== undefined && (taken.pid !== dead?.pid || taken.startTime !== dead.startTime)) createLock(aside, path);
  rmSync(aside, { force: true });
}

function readOwner(path: string): Owner | undefined {
  // The file may have been removed in the meantime.
  const [pid = "", startTime = ""] = (attempt(() => readOwnFile(path).toString("utf8")) ?? "").split(" ");
  const number = Number.parseInt(pid, 10);
  return Number.isInteger(number) && number > 0 ? { pid: number, startTime } : undefined;
}

function isRunning({ pid, startTime }: Owner): boolean {
  // Process ids are reused, soon in a container: compare start times.
  const { startTime: now, hasEnded } = statOf(pid);
  if (hasEnded) return false;
  if (startTime !== "" && now !== "") return startTime === now;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start time of a process, in clock ticks since boot, and whether it is a zombie or dead. */
function statOf(pid: number): Pick<Owner, "startTime"> & { readonly hasEnded: boolean } {
  // Absent if the process has ended, or if the system has no `/proc`.
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? "";
  // The program name, in parentheses, may contain anything.
  const fields = text.replace(/^.*\)/s, "").trim().split(" ");
  return { startTime: fields[19] ?? "", hasEnded: /^[ZX]/.test(fields[0] ?? "") };
}
