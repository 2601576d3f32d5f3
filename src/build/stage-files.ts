import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Staging } from "../output/staging.ts";
import { inParallel } from "../shared/in-parallel.ts";
import type { SiteFile } from "./site-file.ts";

const FILES_AT_ONCE = 64;
/** Most files are there already, and are only looked at: between so many the large ones go on. */
const CHECKED_IN_A_ROW = 100;

/**
 * Writes what a site has besides its pages, as far as it is not there already.
 *
 * @param digestOf of a file that is copied, where it is known
 */
export function stageFiles(
  files: readonly SiteFile[],
  staging: Staging,
  digestOf: (path: string) => string | undefined,
): Promise<void> {
  return inParallel(
    files.map((entry, at) => async () => {
      if (at % CHECKED_IN_A_ROW === CHECKED_IN_A_ROW - 1) await setImmediate();
      await stageFile(entry, staging, digestOf);
    }),
    FILES_AT_ONCE,
  );
}

/** Writes one file, if it is not there already. */
export async function stageFile(
  entry: SiteFile,
  staging: Staging,
  digestOf: (path: string) => string | undefined = () => undefined,
): Promise<void> {
  const { file } = entry;
  const key = keyOfFile(entry, digestOf);
  if (staging.keep(file, key)) return;
  await staging.add("make" in entry ? { file, data: await entry.make() } : entry, key);
}

function keyOfFile(entry: SiteFile, digestOf: (path: string) => string | undefined): string {
  if ("key" in entry) return entry.key;
  if ("data" in entry) return hash("sha1", entry.data);
  const digest = digestOf(entry.copyOf);
  if (digest !== undefined) return digest;
  const { size, mtimeMs, ino } = statSync(entry.copyOf);
  return `${entry.copyOf} ${size} ${mtimeMs} ${ino}`;
}
