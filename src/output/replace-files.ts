import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Written before the first file is moved and removed after the last: a killed build is brought to its end by it. */
const JOURNAL_FILE = "pending.json";

/** A few files to be put in the place of others. */
export interface Replacement {
  /** Absolute paths. */
  readonly out: string;
  readonly staging: string;
  /** In the order in which they are moved: what others refer to comes first. */
  readonly moved: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Replaces a few files of an output folder one by one, so that a small edit costs little however
 * large the site is. Each file is whole at every moment. A build that is killed between two of them,
 * in the fraction of a millisecond that they take, is completed by the next one.
 */
export async function replaceFiles(replacement: Replacement, work: string): Promise<void> {
  const journal = join(work, JOURNAL_FILE);
  writeFileSync(`${journal}.new`, JSON.stringify(replacement));
  renameSync(`${journal}.new`, journal);
  apply(replacement);
  rmSync(journal);
  await rm(replacement.staging, { recursive: true, force: true });
}

/** Completes a replacement that was cut short. To be called while no other build holds the lock. */
export function completeReplacement(out: string, work: string): void {
  const journal = join(work, JOURNAL_FILE);
  const replacement = readJournal(journal);
  // One of another folder was copied here with the site.
  const isOurs = replacement?.out === out && dirname(replacement.staging) === work && existsSync(out);
  if (isOurs) apply(replacement);
  rmSync(journal, { force: true });
}

function apply({ out, staging, moved, removed }: Replacement): void {
  for (const file of moved) {
    const source = join(staging, file);
    if (!existsSync(source)) continue;
    const target = join(out, file);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(source, target);
  }
  for (const file of removed) {
    rmSync(join(out, file), { force: true });
    removeEmptyFolders(dirname(join(out, file)), out);
  }
}

function removeEmptyFolders(folder: string, top: string): void {
  if (folder === top) return;
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or gone already.
    return;
  }
  removeEmptyFolders(dirname(folder), top);
}

function readJournal(path: string): Replacement | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Replacement;
  } catch {
    // None, and a journal is never half written.
    return undefined;
  }
}
