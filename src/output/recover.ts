import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Journal, readJournals, removeJournal } from "./journal.ts";
import { readManifest } from "./manifest.ts";
import { completeReplacement, completeSwap, removeObsolete, SAME_DISK_NAME } from "./replace-files.ts";
import { PREVIOUS_PREFIX, STAGING_PREFIX } from "./staging.ts";

/** Names of temporary files and folders. */
const TEMPORARY = new RegExp(
  `^(?:${STAGING_PREFIX}|${PREVIOUS_PREFIX}|pending-[0-9a-f]{12}\\.json\\.|lock\\.)[0-9a-f]+$`,
);

/**
 * Recovers from killed builds: completes replacements of files, restores an output folder that was moved away, and
 * removes temporary files. Requires the lock.
 *
 * @throws the system's error if this output folder can't be repaired; other folders wait for their next build
 */
export async function recover(out: string, work: string): Promise<void> {
  if (!existsSync(work)) return;
  const waiting = readJournals(work).filter((journal) => !repair(journal, journal.out === out));
  const kept = new Set(waiting.flatMap(({ staging, previous }) => [staging, previous]));
  const left = readdirSync(work)
    .filter((name) => TEMPORARY.test(name))
    .map((name) => join(work, name))
    .filter((path) => !kept.has(path));
  for (const path of [...left, ...sameDiskFolders(out)]) await removeObsolete(path);
}

/** Staging folders of killed builds inside the output folder, if that is docgen's. */
function sameDiskFolders(out: string): string[] {
  if (lstatSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const names = readdirSync(out);
  const near = names.filter((name) => SAME_DISK_NAME.test(name));
  const isOurs = near.length > 0 && (near.length === names.length || readManifest(out) !== undefined);
  return isOurs ? near.map((name) => join(out, name)) : [];
}

/** Completes or undoes an interrupted change. @returns false if another output folder can't be repaired now */
function repair(journal: Journal, isOwn: boolean): boolean {
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
