import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { putInPlace } from "../scaffold/put-in-place.ts";
import { contains } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf, infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import { type Plan, type PlannedFile, planMigration } from "./plan.ts";
import { reportText } from "./report.ts";

export const REPORT = "MIGRATION.md";

/**
 * Makes a docgen site of a Docusaurus site: all of its files, or none after a fault. The Docusaurus site is only read.
 *
 * @param from absolute path of the Docusaurus site
 * @param to absolute path of the new site's root, which is empty or not there; undefined: nothing is written
 * @throws Failure (exit code 2) naming what is in the way, or what cannot be read
 */
export async function migrateSite(from: string, to: string | undefined): Promise<Plan> {
  if (to !== undefined) checkTarget(from, to);
  const plan = await planMigration(from);
  if (to === undefined) return plan;
  const files = new Map<string, PlannedFile>([...plan.files, [REPORT, { text: reportText(plan) }]]);
  const tops = new Set([...files.keys()].map((path) => path.split("/")[0] ?? path));
  putInPlace(
    to,
    [...tops].map((top) => ({
      path: top,
      make: (staged) => {
        for (const [path, file] of files)
          if (path === top || path.startsWith(`${top}/`)) write(join(staged, path.slice(top.length)), file);
      },
    })),
  );
  return plan;
}

function write(path: string, file: PlannedFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "text" in file ? file.text : readRegular(file.copyOf));
}

function checkTarget(from: string, to: string): void {
  if (contains(from, to))
    throw new Failure(2, `${to}: lies in the Docusaurus site, which is not touched; choose a folder outside with --to`);
  for (let folder = to; ; folder = dirname(folder)) {
    if (infoOf(folder)?.isDirectory() === true) break;
    if (entryOf(folder) !== undefined)
      throw new Failure(2, `${folder}: is not a folder; choose another place with --to`);
  }
  if (infoOf(to)?.isDirectory() === true && readdirSync(to).length > 0)
    throw new Failure(2, `${to}: is not empty; choose another folder with --to`);
}
