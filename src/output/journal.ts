import { hash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { flush, randomName, readOwnFile } from "../shared/own-file.ts";
import { isInside } from "./manifest.ts";

/** A pending change of an output folder: written before its first step and removed after its last. */
export interface Journal {
  /** `files`: single files are replaced; `folder`: the whole folder is. */
  readonly kind: "files" | "folder";
  /** The `.docgen` folder in which it was written; a journal copied with its site is not valid. */
  readonly work: string;
  /** Absolute paths: the output folder, its new content, and its previous content. */
  readonly out: string;
  readonly staging: string;
  readonly previous: string;
  /** Files of `staging` in the order in which they are moved: files come before those that refer to them. */
  readonly moved: readonly string[];
  readonly removed: readonly string[];
}

const NAME = /^pending-[0-9a-f]{12}\.json$/;

/** Writes a journal atomically and flushes it before anything that follows. Each output folder has one. */
export function writeJournal(journal: Journal): void {
  const path = pathOf(journal);
  const temporary = `${path}.${randomName()}`;
  writeFileSync(temporary, JSON.stringify(journal), { flush: true });
  renameSync(temporary, path);
  flushNames(journal, journal.work);
}

/**
 * Flushes renames and removals in a folder before anything that follows. A single disk keeps their order by itself;
 * there are two if the new files are staged outside the `.docgen` folder.
 */
export function flushNames({ work, staging }: Journal, folder: string): void {
  if (dirname(staging) !== work) flush(folder);
}

/** Removes a journal after the last step of its change. */
export function removeJournal(journal: Pick<Journal, "work" | "out">): void {
  rmSync(pathOf(journal), { force: true });
}

/** Whether an interrupted change of an output folder waits for the next build. */
export function isPending(journal: Pick<Journal, "work" | "out">): boolean {
  return existsSync(pathOf(journal));
}

/** Reads the journals of interrupted changes and removes invalid ones. */
export function readJournals(work: string): Journal[] {
  return readdirSync(work, { withFileTypes: true })
    .filter((entry) => NAME.test(entry.name) && entry.isFile())
    .flatMap(({ name }) => {
      // What can't be parsed was not written by docgen: journals are written atomically.
      const journal = attempt((): unknown => JSON.parse(readOwnFile(join(work, name)).toString("utf8")));
      if (isJournal(journal) && journal.work === work) return [journal];
      rmSync(join(work, name), { force: true });
      return [];
    });
}

function pathOf({ work, out }: Pick<Journal, "work" | "out">): string {
  return join(work, `pending-${hash("sha1", out).slice(0, 12)}.json`);
}

function isJournal(value: unknown): value is Journal {
  const { kind, work, out, staging, previous, moved, removed } = (value ?? {}) as Partial<Journal>;
  const areFiles = [moved, removed].every((files) => Array.isArray(files) && files.every(isInside));
  const arePaths = [work, out, staging, previous].every((path) => typeof path === "string");
  return (kind === "files" || kind === "folder") && areFiles && arePaths;
}
