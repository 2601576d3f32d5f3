import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { attempt } from "../shared/attempt.ts";
import { Failure } from "../shared/failure.ts";
import { randomName, readOwnFile } from "../shared/own-file.ts";

const LOCK_FILE = "lock";
/** How often a build touches its lock. */
const BEAT_MS = 500;
/** How long a lock whose owner can't be looked up must be untouched to count as left behind. */
const PATIENCE_MS = 10 * BEAT_MS;
const POLL_MS = 200;

/** A lock that this process has taken. */
export interface Lock {
  /** @throws Failure (exit code 1) if the lock was removed or taken over meanwhile */
  readonly check: () => void;
  readonly release: () => void;
}

/** The process that a lock belongs to. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Where the process id is valid: boot and process namespace; empty if the system doesn't tell. */
  readonly space: string;
  /** Start time in clock ticks since boot: distinguishes the process from a later one with the same id. */
  readonly startTime: string;
}

/**
 * Locks a site for one build at a time. The owner touches the lock again and again: other machines and containers can't
 * look up its process. A lock that its owner has left behind is taken over: at once if the owner is known to have
 * ended, otherwise if the lock stays untouched. Times of different machines are never compared.
 *
 * @param work the site's `.docgen` folder
 * @throws Failure (exit code 1) that names the process holding it, or what is in the way
 */
export async function takeLock(work: string): Promise<Lock> {
  makeWorkFolder(work);
  const path = join(work, LOCK_FILE);
  const text = JSON.stringify({ ...currentProcess(), id: randomName() });
  while (!createLock(path, text)) await waitUntilFree(path);
  const isHeld = () => readLock(path) === text;
  const touch = () => {
    const now = new Date();
    if (isHeld()) attempt(() => utimesSync(path, now, now));
  };
  const beat = setInterval(touch, BEAT_MS).unref();
  return {
    check: () => {
      if (isHeld()) return;
      const cause = "was deleted, or another build took it over while this one was suspended";
      throw new Failure(1, `${path}: ${cause}; build again`);
    },
    release: () => {
      clearInterval(beat);
      if (isHeld()) rmSync(path, { force: true });
    },
  };
}

function makeWorkFolder(work: string): void {
  try {
    mkdirSync(work, { recursive: true });
  } catch (error) {
    const info = lstatSync(work, { throwIfNoEntry: false });
    if (info === undefined || info.isDirectory()) throw error;
    const what = info.isSymbolicLink() ? "is a symbolic link that does not lead to a folder" : "is not a folder";
    throw new Failure(1, `${work}: ${what}; remove it: docgen needs a folder there`);
  }
}

/** @returns false if the lock exists */
function createLock(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Waits until a lock is free, and removes it if it was left behind. @throws Failure if its owner is running */
async function waitUntilFree(path: string): Promise<void> {
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info === undefined) return;
  if (!info.isFile()) throw new Failure(1, `${path}: is not a file written by docgen; remove it`);
  const text = readLock(path);
  const owner = ownerIn(text);
  for (let waited = 0; waited <= PATIENCE_MS; waited += POLL_MS) {
    const isKnownToRun = owner && isRunning(owner);
    if (isKnownToRun === false) break;
    const textNow = readLock(path);
    if (textNow !== undefined && textNow !== text) return;
    const touched = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    // A lock that is released meanwhile was held when this build began.
    if (isKnownToRun === true || touched !== info.mtimeMs) throw lockedFailure(owner);
    await wait(POLL_MS);
  }
  removeLock(path, text);
}

function lockedFailure(owner: Owner | undefined): Failure {
  const host = owner === undefined || owner.host === hostname() ? "" : ` on ${owner.host}`;
  const process = owner === undefined ? "" : ` (process ${owner.pid}${host})`;
  return new Failure(1, `another docgen build of this site is running${process}; wait for it or end it`);
}

/** Removes a lock that was left behind. If another process has replaced it meanwhile, the new lock is restored. */
function removeLock(path: string, left: string | undefined): void {
  const aside = `${path}.${randomName()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const taken = readLock(aside);
  if (taken !== undefined && taken !== left) createLock(path, taken);
  rmSync(aside, { force: true });
}

function readLock(path: string): string | undefined {
  // It may be released at any time. Opening the file also makes network file systems ask for its current state.
  return attempt(() => readOwnFile(path).toString("utf8"));
}

function ownerIn(text: string | undefined): Owner | undefined {
  const value = (attempt((): unknown => JSON.parse(text ?? "")) ?? {}) as Partial<Owner>;
  const { pid, host, space, startTime } = value;
  if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0) return undefined;
  if (typeof host !== "string" || typeof space !== "string" || typeof startTime !== "string") return undefined;
  return { pid, host, space, startTime };
}

function currentProcess(): Owner {
  // Where `/proc` shows the processes of another namespace, the process id means another process.
  const isOwnProc = attempt(() => readlinkSync("/proc/self")) === String(process.pid);
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = attempt(() => readlinkSync("/proc/self/ns/pid"));
  const space = isOwnProc && boot !== undefined && namespace !== undefined ? `${boot} ${namespace}` : "";
  return { pid: process.pid, host: hostname(), space, startTime: statOf(process.pid)?.startTime ?? "" };
}

/** Whether a process is running; undefined if this process can't tell. */
function isRunning({ pid, host, space, startTime }: Owner): boolean | undefined {
  const self = currentProcess();
  if (space !== self.space || (space === "" && host !== self.host)) return undefined;
  const stat = statOf(pid);
  if (space !== "" && stat !== undefined) return stat.isAlive && stat.startTime === startTime;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  // Without its start time, a process may be a later one with the same id.
  return undefined;
}

/** Start time of a process, and whether it is neither a zombie nor dead. */
function statOf(pid: number): (Pick<Owner, "startTime"> & { readonly isAlive: boolean }) | undefined {
  // Absent if the process has ended, if it is hidden, or if the system has no `/proc`.
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The program name, in parentheses, may contain anything.
  const fields = text?.replace(/^.*\)/s, "").trim().split(" ");
  return fields && { startTime: fields[19] ?? "", isAlive: !/^[ZX]/.test(fields[0] ?? "") };
}
