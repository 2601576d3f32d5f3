import { join } from "node:path";
import { checkFolder, putInPlace } from "../../scaffold/put-in-place.ts";
import { contains, followLinks } from "../../shared/disk-path.ts";
import { Failure } from "../../shared/failure.ts";
import { namesIn } from "../../shared/file-info.ts";
import { groupBy } from "../../shared/group-by.ts";
import type { Migration } from "../job.ts";
import { writePlanned } from "../plan/new-paths.ts";

/** Checks that a new site may be written to a folder. @throws Failure (exit code 2) */
export function checkTarget(from: string, to: string): void {
  if (contains(followLinks(from), followLinks(to)))
    throw new Failure(2, `${to}: is inside the Docusaurus site; choose a folder outside of it with --to`);
  checkFolder(to, "choose another folder with --to");
  if (namesIn(to).length > 0) throw new Failure(2, `${to}: is not empty; choose another folder with --to`);
}

/** Writes all files of the new site, or none on failure. */
export async function writeSite(to: string, files: Migration["files"]): Promise<void> {
  // Top-level files and folders are moved to their places as a whole.
  const byTop = groupBy([...files], ([path]) => path.split("/")[0] ?? path);
  const makings = [...byTop].map(([top, members]) => ({
    path: top,
    make: (staged: string) => {
      for (const [path, file] of members) writePlanned(join(staged, path.slice(top.length)), file);
    },
  }));
  await putInPlace(to, makings);
}
