import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { KEPT_FOLDER, keptPath } from "../markdown/kept-files.ts";
import { attempt } from "../shared/attempt.ts";
import { contains, createSiteFolder, slashedPath } from "../shared/disk-path.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { readRegular } from "../shared/regular-file.ts";
import { count } from "../shared/text.ts";
import type { Program, ProgramFailure, ProgramTask, SampleFile } from "./assemble-program.ts";

/** A file that a program left in its folder, to be kept. */
export interface KeptFile extends SampleFile {
  readonly program: Program;
  readonly bytes: Buffer;
}

/** Number of files that a message lists. */
const MAX_LISTED = 5;

/**
 * Reads the files that a program keeps from its folder, after it has ended.
 *
 * @param source name of the file with the program itself
 * @returns the files; a failure for the first one that isn't there
 */
export function readKept(
  program: Program,
  folder: string,
  source: string,
): { readonly kept: readonly KeptFile[]; readonly failure?: ProgramFailure } {
  const kept: KeptFile[] = [];
  for (const { name, fence } of program.keeps) {
    const path = attempt(() => realpathSync(join(folder, name)));
    // A link may lead out of the folder, to files that the sample itself can't read.
    const bytes = path !== undefined && contains(folder, path) ? attempt(() => readRegular(path)) : undefined;
    if (bytes !== undefined) {
      kept.push({ name, fence, program, bytes });
      continue;
    }
    const names = filesIn(folder).filter((file) => file !== source);
    const listed = [...names.slice(0, MAX_LISTED), ...(names.length > MAX_LISTED ? ["…"] : [])].join(", ");
    const hint = names.length === 0 ? "it writes no file: write one, or remove keep" : `its folder contains: ${listed}`;
    return { kept, failure: { place: fence, message: `sample does not write "${name}", which it keeps`, hint } };
  }
  return { kept };
}

/** The state of the files that programs keep, compared with those of the site. */
export interface KeptResult {
  /** Paths of files that were written. */
  readonly written: readonly string[];
  readonly problems: readonly Problem[];
  /** Programs whose files differ from those of the site, or did before they were written. */
  readonly differing: ReadonlySet<Program>;
}

/** Compares kept files with those of the site. @param update whether to write those that differ */
export function compareKept(root: string, files: readonly KeptFile[], update: boolean): KeptResult {
  const written: string[] = [];
  const problems: Problem[] = [];
  const differing = new Set<Program>();
  for (const { program, name, fence, bytes } of files) {
    const path = keptPath(program.path, name);
    const before = attempt(() => readRegular(join(root, path)));
    if (before?.equals(bytes) === true) continue;
    differing.add(program);
    if (update) {
      createSiteFolder(root, dirname(path));
      replaceOwnFile(join(root, path), bytes);
      written.push(path);
      continue;
    }
    const message =
      before === undefined
        ? `file "${name}" is not in the site yet; --update writes it`
        : `file "${name}" differs from what the sample writes; --update rewrites it`;
    const sizes = before && `${count(before.length, "byte")} there, ${count(bytes.length, "byte")} written`;
    const hint = sizes === undefined ? path : `${path}: ${sizes}`;
    problems.push(problemOf({ ...fence, code: "sample-file", message, hint }));
  }
  return { written: written.sort(), problems, differing };
}

/**
 * Warns of files in the folder of kept files that no sample keeps.
 *
 * @param pages paths of all pages that were read
 */
export function unkeptFiles(root: string, pages: readonly string[], tasks: readonly ProgramTask[]): Problem[] {
  const expected = new Set(
    tasks.flatMap(({ program: { path, keeps } }) => keeps.map(({ name }) => keptPath(path, name))),
  );
  // Without any kept file, the folder belongs to the site.
  if (expected.size === 0) return [];
  const read = new Set(pages);
  // Drafts and pages with errors aren't read.
  const isUnread = (path: string): boolean => {
    const folder = dirname(path);
    if (folder.length <= KEPT_FOLDER.length) return false;
    const page = `content/${folder.slice(KEPT_FOLDER.length + 1)}`;
    return (
      [`${page}.md`, `${page}.mdx`].some((file) => !read.has(file) && existsSync(join(root, file))) || isUnread(folder)
    );
  };
  return filesIn(join(root, KEPT_FOLDER))
    .map((name) => `${KEPT_FOLDER}/${name}`)
    .filter((path) => !expected.has(path) && !isUnread(path))
    .map((path) => {
      const hint = `delete it, or move it out of ${KEPT_FOLDER}`;
      return problemOf({ path, severity: "warning", code: "sample-file", message: "no sample keeps this file", hint });
    });
}

/** Paths of the files in a folder, sorted; none if there is no folder. */
function filesIn(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { recursive: true, encoding: "utf8" })) ?? [];
  const paths = entries.map((entry) => join(folder, entry)).filter((path) => lstatSync(path).isFile());
  return paths.map((path) => slashedPath(folder, path)).sort();
}
