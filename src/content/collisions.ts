import type { Problem } from "../shared/problem.ts";
import { foldedKey, folderOf, outputFile, type TrailingSlash } from "../shared/route.ts";
import type { SourcePage, StaticFile } from "./types.ts";

/** Names that Windows keeps for itself; a site built there must be the same site. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]|[. ]$/u;

/** What every file system takes is 255; the name of a page's copy may be longer than the page's. */
const MAX_NAME_BYTES = 240;

/** Output files that docgen writes itself. */
const OWN_FILES = /^(404\.html|docgen-manifest\.json|search-index-[^/]*\.json|assets(\/.*)?)$/i;

/** What takes an output file. */
interface Taker {
  readonly path: string;
  readonly what: string;
}

/**
 * Finds pages and static files that would be written to one place, also where they differ only
 * by case or Unicode form, and names that not every file system can hold.
 *
 * @param ownFiles what docgen writes besides pages, as the configuration says
 */
export function findCollisions(
  pages: readonly SourcePage[],
  statics: readonly StaticFile[],
  trailingSlash: TrailingSlash,
  ownFiles: readonly string[] = [],
): Problem[] {
  const problems: Problem[] = [];
  const takenBy = new Map<string, Taker>();
  const foldersTaken = new Map<string, Taker>();
  const fine = new Set<string>();
  const claim = (taker: Taker, line: number, file: string) => {
    const { path, what } = taker;
    const report = (message: string, hint: string) =>
      problems.push({ path, line, column: 1, severity: "error", code: "collision", message, hint });
    // Folders are shared by many files: what was found fine is not looked at again.
    const parts = file.split("/").filter((part) => !fine.has(part));
    const long = parts.find((part) => Buffer.byteLength(part) > MAX_NAME_BYTES);
    if (long !== undefined) {
      const start = [...long].slice(0, 20).join("");
      report(`"${start}…" is longer than ${MAX_NAME_BYTES} bytes`, "give it a shorter name or slug");
    }
    const bad = parts.find((part) => RESERVED.test(part) || FORBIDDEN.test(part));
    if (bad !== undefined)
      report(`${JSON.stringify(bad)} cannot be a file name on every system`, "rename the file or set a slug");
    if (long === undefined && bad === undefined) for (const part of parts) fine.add(part);
    if (OWN_FILES.test(file) || ownFiles.includes(file))
      return report(`docgen writes ${file} itself`, "rename the file");
    const key = foldedKey(file);
    const other = takenBy.get(key) ?? foldersTaken.get(key) ?? parentTaken(key);
    if (other !== undefined) {
      report(
        `${what} is also made by ${other.path}${other.what === what ? "" : ` (${other.what})`}`,
        "rename one of the two or set a slug",
      );
      return;
    }
    takenBy.set(key, taker);
    for (let folder = folderOf(key); folder !== "" && !foldersTaken.has(folder); folder = folderOf(folder)) {
      foldersTaken.set(folder, taker);
    }
  };
  /** A file where another's folder must be; where a folder is, there is none above it either. */
  const parentTaken = (key: string) => {
    for (let folder = folderOf(key); folder !== "" && !foldersTaken.has(folder); folder = folderOf(folder)) {
      const found = takenBy.get(folder);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const page of pages) {
    const file = outputFile(page.route, trailingSlash);
    claim({ path: page.path, what: `route ${page.route}` }, page.keyLines.slug ?? 1, file);
  }
  for (const { path, file } of statics) claim({ path, what: `file ${file}` }, 1, file);
  return problems;
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
    return [
      {
        path: page.path,
        line: page.keyLines.id ?? 1,
        column: 1,
        severity: "error" as const,
        code: "collision",
        message,
      },
    ];
  });
}
