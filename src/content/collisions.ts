import { type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey, foldersAbove, nameOf, outputFile, type TrailingSlash } from "../shared/route.ts";
import type { SourcePage, StaticFile } from "./content-types.ts";

/** Names reserved by Windows; a site built there must be the same. */
export const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]|[. ]$/u;

/**
 * Maximum length of a name, in bytes. Most file systems allow 255; the rest is for the extension of a page's Markdown
 * copy.
 */
const MAX_NAME_BYTES = 240;

/** Output files that docgen always writes, and paths below them. */
const OWN_FILES = /^(404\.html|docgen-manifest\.json|search-index-[^/]*\.json|assets(?:\/.*)?)(?:\/|$)/i;

/** The source that claims an output file. */
interface Claimant {
  readonly path: string;
  /** Whether docgen generates the page; its path is a folder then. */
  readonly isMade?: boolean;
  readonly what: string;
  /** Whether it is a static file: these have no slug. */
  readonly isStatic?: boolean;
}

/** An output file and its source. */
export interface TakenFile {
  readonly path: string;
  readonly line: number;
  readonly file: string;
  /** What to do about a collision. Default: "rename the file". */
  readonly hint?: string;
}

/**
 * Finds pages and static files with the same output path, also if they differ only in case or Unicode normalisation,
 * and names that some file systems don't allow.
 */
export function findCollisions(
  pages: readonly SourcePage[],
  statics: readonly StaticFile[],
  trailingSlash: TrailingSlash,
): Problem[] {
  const problems: Problem[] = [];
  const taken = createTakenPaths<Claimant>();
  const claim = (claimant: Claimant, line: number, file: string, slug?: string) => {
    const { path, what } = claimant;
    const report = (message: string, hint: string) =>
      problems.push(problemOf({ path, line, code: "collision", message, hint }));
    const { long, bad } = nameFaults(file);
    if (long !== undefined) report(long, "give it a shorter name or slug");
    if (bad !== undefined)
      report(bad, claimant.isStatic === true ? "rename the file" : "rename the file, or set a slug");
    const generated = OWN_FILES.exec(file)?.[1];
    if (generated !== undefined) return report(`docgen generates ${generated}`, "rename the file");
    const other = taken.ownerOf(file);
    if (other === undefined) return taken.take(file, claimant);
    const also = other.what === what ? "" : ` (${other.what})`;
    if (claimant.isMade === true) {
      const message = `${other.what} is also generated as the index of ${path}`;
      // Both are lists of the blog: their routes are set in the configuration.
      const isOwn = other.isMade === true && other.path === path;
      const hint = isOwn ? OWN_LISTS_HINT : RENAME_HINT;
      return problems.push(problemOf({ path: other.path, code: "collision", message, hint }));
    }
    const isTwin = other.path !== path && other.path.normalize() === path.normalize();
    const rename = claimant.isStatic && other.isStatic ? "rename one of the two" : RENAME_HINT;
    if (slug === undefined) return report(`${what} is also used by ${other.path}${also}`, isTwin ? TWIN_HINT : rename);
    const message = `the slug "${slug}" leads to ${what}, which ${other.path} already has${also}`;
    return report(message, "give one of the two another slug");
  };
  for (const { path, route, format, keyLines, frontMatter } of pages) {
    const claimant = { path, isMade: format === "generated", what: `route ${route}` };
    claim(claimant, keyLines.slug ?? 1, outputFile(route, trailingSlash), frontMatter.slug);
  }
  for (const { path, file } of statics) claim({ path, what: `file ${file}`, isStatic: true }, 1, file);
  return problems;
}

const RENAME_HINT = "rename one of the two, or set a slug";
const TWIN_HINT = "the names look alike, but differ in their Unicode form: delete or rename one";
const OWN_LISTS_HINT =
  "give each list a different path in site.config.ts: tagsBasePath, authorsBasePath, archiveBasePath";

/** Messages about the parts of a path that are too long (`long`) or invalid (`bad`) on some file systems. */
export function nameFaults(file: string): { readonly long?: string | undefined; readonly bad?: string | undefined } {
  const parts = file.split("/");
  const long = parts.find((part) => Buffer.byteLength(part) > MAX_NAME_BYTES);
  const bad = parts.find((part) => RESERVED.test(part) || FORBIDDEN.test(part));
  return {
    long: long && `"${[...long].slice(0, 20).join("")}…" is longer than ${MAX_NAME_BYTES} bytes`,
    bad: bad && `${JSON.stringify(bad)} is not a valid file name on every system`,
  };
}

/**
 * Finds files that collide with other output of docgen: the same path, or a file where the other needs a folder,
 * ignoring case and Unicode normalisation.
 *
 * @param outputs the files that docgen generates
 */
export function findOwnCollisions(taken: readonly TakenFile[], outputs: readonly string[]): Problem[] {
  const owned = createTakenPaths<string>();
  for (const file of outputs) owned.take(file, file);
  return taken.flatMap(({ path, line, file, hint = "rename the file" }) => {
    const other = owned.ownerOf(file) ?? OWN_FILES.exec(file)?.[1];
    if (other === undefined) return [];
    const message = `docgen generates ${other}`;
    return [problemOf({ path, line, code: "collision", message, hint })];
  });
}

/** Output paths with what takes them. */
export interface TakenPaths<Owner> {
  readonly take: (file: string, owner: Owner) => void;
  /** What takes this path, a folder above it as a file, or a file below it. */
  readonly ownerOf: (file: string) => Owner | undefined;
}

/** Paths are compared like on the least discerning file system, without regard to case and Unicode form. */
export function createTakenPaths<Owner>(): TakenPaths<Owner> {
  const files = new Map<string, Owner>();
  const folders = new Map<string, Owner>();
  return {
    take: (file, owner) => {
      const key = collisionKey(file);
      files.set(key, owner);
      for (const folder of foldersAbove(key)) if (!folders.has(folder)) folders.set(folder, owner);
    },
    ownerOf: (file) => {
      const key = collisionKey(file);
      return [key, ...foldersAbove(key)].map((path) => files.get(path)).find(Boolean) ?? folders.get(key);
    },
  };
}

/** Names of data files that may have either of several endings. */
const DATA_FILE =
  /(?:^|\/)(?:_category_\.(?:json|ya?ml)|tags\.ya?ml|(?<=content\/(?:i18n\/[^/]+\/)?[^/]+\/)authors\.(?:json|ya?ml))$/;

/** Finds data files that stand beside another with the same name but another ending. */
export function findTwinFiles(files: readonly { readonly path: string }[]): Problem[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path }) => {
    if (!DATA_FILE.test(path)) return [];
    const stem = path.replace(/\.\w+$/, "");
    const other = first.get(stem);
    first.set(stem, other ?? path);
    if (other === undefined) return [];
    const message = `${nameOf(path)} and ${nameOf(other)} set the same data`;
    return [problemOf({ path, severity: "warning", code: "collision", message, hint: "keep one of the two files" })];
  });
}

/** Finds pages with the same id in a docs version, which makes links ambiguous. */
export function findDuplicateIds(pages: readonly SourcePage[]): Problem[] {
  const first = new Map<string, SourcePage>();
  return pages.flatMap((page) => {
    const key = `${page.plugin}:${page.version}:${page.id}`;
    const other = first.get(key);
    if (page.kind !== "doc" || other === undefined) {
      first.set(key, page);
      return [];
    }
    // Without explicit ids the routes collide as well, which is reported elsewhere.
    if (page.frontMatter.id === undefined && other.frontMatter.id === undefined) return [];
    const message = `the id "${page.id}" is already used by ${other.path}`;
    return [problemOf({ path: page.path, line: page.keyLines.id ?? 1, code: "collision", message })];
  });
}
