import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { completeReplacement } from "./replace-files.ts";
import { STAGING_PREFIX } from "./staging.ts";
import { PREVIOUS_PREFIX } from "./swap-folders.ts";

/**
 * Mends what a killed build left: completes the replacement of single files, brings back an output
 * folder that was set aside, removes unfinished ones. To be called while no other build holds the lock.
 */
export async function sweep(out: string, work: string): Promise<void> {
  if (!existsSync(work)) return;
  completeReplacement(out, work);
  for (const name of await readdir(work)) {
    if (name.startsWith(PREVIOUS_PREFIX) && !existsSync(out)) await rename(join(work, name), out);
    else if (name.startsWith(STAGING_PREFIX) || name.startsWith(PREVIOUS_PREFIX)) {
      await rm(join(work, name), { recursive: true, force: true });
    }
  }
}
