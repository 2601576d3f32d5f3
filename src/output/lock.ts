import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { readOwnFile } from "../shared/own-file.ts";

const LOCK_FILE = "lock";
const MAX_ATTEMPTS = 5;

/** A process, told apart from a later one of the same number. */
interface Owner {
  readonly pid: number;
  /** When it began, in the system's own words; empty where that is not known. */
  readonly began: string;
}

/**
 * Makes sure that one build at a time works on a site. The lock of a process that is gone is taken over.
 *
 * @param work the site's `.docgen` folder
 * @returns releases the lock
 * @throws Failure (exit code 1) naming the process that holds it, or what is in the way
 */
export function takeLock(work: string): () => void {
  makeWorkFolder(work);
  const path = join(work, LOCK_FILE);
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, `${process.pid} ${statOf(process.pid).began}`);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (putInPlace(own, path)) return () => rmSync(path, { force: true });
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) {
        throw new Failure(1, `${path}: is no file that docgen wrote; remove it`);
      }
      const owner = readOwner(path);
      if (owner !== undefined && isRunning(owner)) throw isTaken(owner.pid);
      takeAway(path, `${own}.old`, owner);
    }
    throw isTaken(undefined);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes what processes have left that were killed while they were taking the lock. */
export function sweepLocks(work: string): void {
  for (const entry of readdirSync(work, { withFileTypes: true })) {
    const pid = /^lock\.(\d+)(?:\.old)?$/.exec(entry.name)?.[1];
    if (pid === undefined || !entry.isFile() || isRunning({ pid: Number(pid), began: "" })) continue;
    rmSync(join(work, entry.name), { force: true });
  }
}

function makeWorkFolder(work: string): void {
  try {
    mkdirSync(work, { recursive: true });
  } catch (error) {
    const info = lstatSync(work, { throwIfNoEntry: false });
    if (info === undefined || info.isDirectory()) throw error;
    const what = info.isSymbolicLink() ? "is a link that leads to no folder" : "is not a folder";
    throw new Failure(1, `${work}: ${what}; remove it: docgen keeps there what it has under way`);
  }
}

function isTaken(pid: number | undefined): Failure {
  const owner = pid === undefined ? "" : ` (process ${pid})`;
  return new Failure(1, `another docgen build of this site is running${owner}; wait for it or end it`);
}

/** A lock is there with its owner's name in it, or not at all. */
function putInPlace(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Not every file system has hard links.
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

/** Of two who take a dead process's lock away, one takes what the other has just put there: it goes back. */
function takeAway(path: string, aside: string, dead: Owner | undefined): void {
  try {
    renameSync(path, aside);
  } catch {
    // Released, or taken away by another, in the meantime.
    return;
  }
  const taken = readOwner(aside);
  if (taken !== undefined && (taken.pid !== dead?.pid || taken.began !== dead.began)) putInPlace(aside, path);
  rmSync(aside, { force: true });
}

function readOwner(path: string): Owner | undefined {
  try {
    const [pid = "", began = ""] = readOwnFile(path).toString("utf8").split(" ");
    const number = Number.parseInt(pid, 10);
    return Number.isInteger(number) && number > 0 ? { pid: number, began } : undefined;
  } catch {
    // Released in the meantime.
    return undefined;
  }
}

function isRunning({ pid, began }: Owner): boolean {
  // Numbers are given again, soon in a container: another process has it then.
  const { began: now, hasEnded } = statOf(pid);
  if (hasEnded) return false;
  if (began !== "" && now !== "") return began === now;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in ticks since the machine did, and whether it only waits for its parent to notice its end. */
function statOf(pid: number): Pick<Owner, "began"> & { readonly hasEnded: boolean } {
  try {
    // The name of the program, in parentheses, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
    return { began: fields[19] ?? "", hasEnded: /^[ZX]/.test(fields[0] ?? "") };
  } catch {
    // Gone, or a system that has no such files.
    return { began: "", hasEnded: false };
  }
}
