import { hash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { flush, readOwnFile } from "../shared/own-file.ts";
import { isInside } from "./manifest.ts";

/** A change of an output folder that is under way: written before its first step, removed after its last. */
export interface Journal {
  /** `files`: a few are replaced one by one; `folder`: the whole is. */
  readonly kind: "files" | "folder";
  /** The `.docgen` folder that it was written in: one that was copied with its site is of no use. */
  readonly work: string;
  /** Absolute paths: the output folder, what comes into it, and what stood there before. */
  readonly out: string;
  readonly staging: string;
  readonly previous: string;
  /** Files of `staging` in the order in which they are moved: what others refer to comes first. */
  readonly moved: readonly string[];
  readonly removed: readonly string[];
}

const NAME = /^pending-[0-9a-f]{12}\.json$/;

/** Writes a journal, whole or not at all, before anything that follows. There is one for each output folder. */
export function writeJournal(journal: Journal): void {
  const path = pathOf(journal);
  const own = `${path}.${process.pid}`;
  writeFileSync(own, JSON.stringify(journal), { flush: true });
  renameSync(own, path);
  flushNames(journal, journal.work);
}

/**
 * Has what was renamed and removed in a folder on the disk before anything that follows. One disk keeps the order by
 * itself; new files that wait elsewhere than in the `.docgen` folder tell that there are two.
 */
export function flushNames({ work, staging }: Journal, folder: string): void {
  if (dirname(staging) !== work) flush(folder);
}

export function removeJournal(journal: Pick<Journal, "work" | "out">): void {
  rmSync(pathOf(journal), { force: true });
}

/** True where a change of an output folder waits for the next build to end it. */
export function isPending(journal: Pick<Journal, "work" | "out">): boolean {
  return existsSync(pathOf(journal));
}

/** The journals of changes that were cut short; those that are of no use are removed. */
export function readJournals(work: string): Journal[] {
  return readdirSync(work, { withFileTypes: true })
    .filter((entry) => NAME.test(entry.name) && entry.isFile())
    .flatMap(({ name }) => {
      const journal = read(join(work, name));
      if (journal?.work === work) return [journal];
      rmSync(join(work, name), { force: true });
      return [];
    });
}

function pathOf({ work, out }: Pick<Journal, "work" | "out">): string {
  return join(work, `pending-${hash("sha1", out).slice(0, 12)}.json`);
}

function read(path: string): Journal | undefined {
  try {
    const value: unknown = JSON.parse(readOwnFile(path).toString("utf8"));
    return isJournal(value) ? value : undefined;
  } catch {
    // Not ours: a journal is never half written.
    return undefined;
  }
}

function isJournal(value: unknown): value is Journal {
  const { kind, work, out, staging, previous, moved, removed } = (value ?? {}) as Partial<Journal>;
  const areFiles = [moved, removed].every((files) => Array.isArray(files) && files.every(isInside));
  const arePaths = [work, out, staging, previous].every((path) => typeof path === "string");
  return (kind === "files" || kind === "folder") && areFiles && arePaths;
}
