import { type Problem, problemOf } from "../shared/problem.ts";
import { foldedKey, folderOf, outputFile, type TrailingSlash } from "../shared/route.ts";
import type { SourcePage, StaticFile } from "./types.ts";

/** Names that Windows keeps for itself; a site built there must be the same site. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]|[. ]$/u;

/** What every file system takes is 255; the name of a page's copy may be longer than the page's. */
const MAX_NAME_BYTES = 240;

/** Output files that docgen writes itself, whatever the site, and what would be below them. */
const OWN_FILES = /^(404\.html|docgen-manifest\.json|search-index-[^/]*\.json|assets(?:\/.*)?)(?:\/|$)/i;

/** What takes an output file. */
interface Taker {
  readonly path: string;
  readonly what: string;
}

/** An output file, and where it comes from. */
export interface TakenFile {
  readonly path: string;
  readonly line: number;
  readonly file: string;
}

/**
 * Finds pages and static files that would be written to one place, also where they differ only
 * by case or Unicode form, and names that not every file system can hold.
 */
export function findCollisions(
  pages: readonly SourcePage[],
  statics: readonly StaticFile[],
  trailingSlash: TrailingSlash,
): Problem[] {
  const problems: Problem[] = [];
  const takenBy = new Map<string, Taker>();
  const foldersTaken = new Map<string, Taker>();
  const claim = (taker: Taker, line: number, file: string) => {
    const { path, what } = taker;
    const report = (message: string, hint: string) =>
      problems.push(problemOf({ path, line, code: "collision", message, hint }));
    const parts = file.split("/");
    const long = parts.find((part) => Buffer.byteLength(part) > MAX_NAME_BYTES);
    if (long !== undefined) {
      const start = [...long].slice(0, 20).join("");
      report(`"${start}…" is longer than ${MAX_NAME_BYTES} bytes`, "give it a shorter name or slug");
    }
    const bad = parts.find((part) => RESERVED.test(part) || FORBIDDEN.test(part));
    if (bad !== undefined)
      report(`${JSON.stringify(bad)} cannot be a file name on every system`, "rename the file or set a slug");
    const own = OWN_FILES.exec(file)?.[1];
    if (own !== undefined) return report(`docgen writes ${own} itself`, "rename the file");
    const key = foldedKey(file);
    const folders = foldersAbove(key);
    const other = [key, ...folders].map((one) => takenBy.get(one)).find(Boolean) ?? foldersTaken.get(key);
    if (other !== undefined) {
      const also = other.what === what ? "" : ` (${other.what})`;
      return report(`${what} is also made by ${other.path}${also}`, "rename one of the two or set a slug");
    }
    takenBy.set(key, taker);
    for (const folder of folders) if (!foldersTaken.has(folder)) foldersTaken.set(folder, taker);
  };
  for (const page of pages) {
    const file = outputFile(page.route, trailingSlash);
    claim({ path: page.path, what: `route ${page.route}` }, page.keyLines.slug ?? 1, file);
  }
  for (const { path, file } of statics) claim({ path, what: `file ${file}` }, 1, file);
  return problems;
}

/**
 * Finds files whose place docgen takes for what it writes besides pages, be it that one would have to be a file
 * and the folder of the other, or that they differ only by case or Unicode form.
 *
 * @param own output files of docgen's
 */
export function findOwnCollisions(taken: readonly TakenFile[], own: readonly string[]): Problem[] {
  const files = new Map(own.map((file) => [foldedKey(file), file]));
  const folders = new Map(own.flatMap((file) => foldersAbove(foldedKey(file)).map((folder) => [folder, file])));
  return taken.flatMap(({ path, line, file }) => {
    const key = foldedKey(file);
    const above = foldersAbove(key).find((folder) => files.has(folder));
    const other = files.get(key) ?? folders.get(key) ?? (above === undefined ? undefined : files.get(above));
    if (other === undefined) return [];
    const message = `docgen writes ${other} itself`;
    return [problemOf({ path, line, code: "collision", message, hint: "rename the file" })];
  });
}

/** `a/b/c.html` → `a/b`, `a`. */
function foldersAbove(file: string): string[] {
  const folder = folderOf(file);
  return folder === "" ? [] : [folder, ...foldersAbove(folder)];
}

/** Two pages of one version of docs cannot have one id: links between pages would not know which is meant. */
export function findDuplicateIds(pages: readonly SourcePage[]): Problem[] {
  const first = new Map<string, SourcePage>();
  return pages.flatMap((page) => {
    const key = `${page.plugin}:${page.version}:${page.id}`;
    const other = first.get(key);
    if (page.kind !== "doc" || other === undefined) {
      first.set(key, page);
      return [];
    }
    // Without ids of their own the routes are the same, which is reported already.
    if (page.frontMatter.id === undefined && other.frontMatter.id === undefined) return [];
    const message = `the id "${page.id}" is taken by ${other.path}`;
    return [problemOf({ path: page.path, line: page.keyLines.id ?? 1, code: "collision", message })];
  });
}
