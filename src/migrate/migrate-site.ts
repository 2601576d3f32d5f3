import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { checkFolder, putInPlace } from "../scaffold/put-in-place.ts";
import { contains, foldersUp } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { infoOf, namesIn } from "../shared/file-info.ts";
import { groupBy } from "../shared/group-by.ts";
import { compareText } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { type FileNote, type Migration, type PlannedFile, planMigration } from "./plan.ts";
import { tryBuild, writePlanned } from "./try-build.ts";

export const REPORT = "MIGRATION.md";

/** A migration that was tried: its notes name what a build of the new site refuses. */
interface TriedMigration extends Migration {
  /** Number of errors of a build. */
  readonly errors: number;
}

/**
 * Creates a docgen site from a Docusaurus site: all of its files, or none on failure. The Docusaurus site is only read.
 *
 * @param from absolute path of the Docusaurus site
 * @param to absolute path of the new site's root, which must be empty or missing; undefined: nothing is written
 * @throws Failure (exit code 2) that names what is in the way, or what can't be read
 */
export async function migrateSite(from: string, to: string | undefined): Promise<TriedMigration> {
  if (to !== undefined) checkTarget(from, to);
  const planned = await planMigration(from);
  const errors = await tryBuild(planned);
  const plan = { ...planned, notes: [...planned.notes, ...errors], errors: errors.length };
  if (to === undefined) return plan;
  const files = new Map<string, PlannedFile>([...plan.files, [REPORT, { text: reportText(plan) }]]);
  // Top-level files and folders are moved to their places as a whole.
  const tops = groupBy([...files], ([path]) => path.split("/")[0] ?? path);
  const makings = [...tops].map(([top, own]) => ({
    path: top,
    make: (staged: string) => {
      for (const [path, file] of own) writePlanned(join(staged, path.slice(top.length)), file);
    },
  }));
  await putInPlace(to, makings);
  return plan;
}

function checkTarget(from: string, to: string): void {
  if (contains(realPath(from), realPath(to)))
    throw new Failure(2, `${to}: lies in the Docusaurus site, which is not touched; choose a folder outside with --to`);
  checkFolder(to, "choose another place with --to");
  if (namesIn(to).length > 0) throw new Failure(2, `${to}: is not empty; choose another folder with --to`);
}

/** A path without links: that of the nearest folder that exists, with what follows. */
function realPath(path: string): string {
  const there = foldersUp(path).find((folder) => infoOf(folder) !== undefined) ?? path;
  return join(realpathSync(there), relative(there, path));
}

/** Summary of a migration, in a few lines. */
export function summaryOf({ files, notes, pages, lines, errors }: TriedMigration): string[] {
  const hand = notes.filter(({ kind }) => kind === "hand");
  const changed = new Set(notes.filter(({ kind }) => kind === "changed").map(({ path }) => path));
  const share = lines === 0 ? "" : ` (${((hand.length * 1000) / lines).toFixed(1)} in 1,000 lines)`;
  return [
    `${count(files.size, "file")}, ${count(pages, "page")} with ${count(lines, "line")}`,
    `${count(changed.size, "file")} rewritten`,
    `${count(hand.length, "place")} left to you${share}`,
    ...(errors === 0 ? [] : [`docgen build finds ${count(errors, "error")}: mend them first`]),
  ];
}

/** The full report, as Markdown. */
function reportText(plan: TriedMigration): string {
  const summary = summaryOf(plan).map((line) => `- ${line}`);
  const parts = [
    ["## Left to you", "hand"],
    ["## Changed", "changed"],
  ] as const;
  const sections = parts.flatMap(([title, wanted]) => [
    title,
    "",
    ...section(plan.notes.filter(({ kind }) => kind === wanted)),
  ]);
  return ["# Moved from Docusaurus", "", ...summary, "", ...sections].join("\n");
}

function section(notes: readonly FileNote[]): string[] {
  if (notes.length === 0) return ["Nothing.", ""];
  const byPath = [...groupBy(notes, ({ path }) => path)].sort(([a], [b]) => compareText(a, b));
  return byPath.flatMap(([path, own]) => {
    const sorted = own.toSorted((a, b) => a.line - b.line || compareText(a.message, b.message));
    return [`### ${path}`, "", ...sorted.map(({ line, message }) => `- ${path}:${line}: ${message}`), ""];
  });
}
