import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Journal, readJournals, removeJournal } from "./journal.ts";
import { sweepLocks } from "./lock.ts";
import { readManifest } from "./manifest.ts";
import { completeReplacement, NEAR_NAME } from "./replace-files.ts";
import { PREVIOUS_PREFIX, STAGING_PREFIX } from "./staging.ts";
import { completeSwap, removeLeft } from "./swap-folders.ts";

/** Names of what builds have under way, with the number of their process. */
const LEFT = new RegExp(`^(?:${STAGING_PREFIX}|${PREVIOUS_PREFIX}|pending-[0-9a-f]{12}\\.json\\.)\\d+$`);

/**
 * Mends what a killed build left: completes the replacement of single files, brings back an output
 * folder that was set aside, removes unfinished ones. To be called while no other build holds the lock.
 *
 * @throws the system's error where this output folder can't be mended; others wait for their own build
 */
export async function sweep(out: string, work: string): Promise<void> {
  if (!existsSync(work)) return;
  sweepLocks(work);
  const waiting = readJournals(work).filter((journal) => !mend(journal, journal.out === out));
  const kept = new Set(waiting.flatMap(({ staging, previous }) => [staging, previous]));
  const left = readdirSync(work)
    .filter((name) => LEFT.test(name))
    .map((name) => join(work, name))
    .filter((path) => !kept.has(path));
  for (const path of [...left, ...nearFolders(out)]) await removeLeft(path);
}

/** What a killed build has left in the output folder itself, where that is docgen's. */
function nearFolders(out: string): string[] {
  if (lstatSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const names = readdirSync(out);
  const near = names.filter((name) => NEAR_NAME.test(name));
  const isOurs = near.length > 0 && (near.length === names.length || readManifest(out) !== undefined);
  return isOurs ? near.map((name) => join(out, name)) : [];
}

/** @returns false where it must wait */
function mend(journal: Journal, isOwn: boolean): boolean {
  try {
    if (journal.kind === "files") completeReplacement(journal);
    else completeSwap(journal);
    removeJournal(journal);
    return true;
  } catch (error) {
    if (isOwn) throw error;
    return false;
  }
}
