import { didYouMean } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey, folderOf } from "../shared/route.ts";
import type { ParsedCategory } from "./category.ts";
import type { DocsFolder, DocsVersion, SourcePage } from "./content-types.ts";
import { stripPrefixes } from "./routes.ts";
import { isOfVersion } from "./versions.ts";

/** All docs folders that contain pages, directly or below. */
export function docsFolders(
  pages: readonly SourcePage[],
  categories: ReadonlyMap<string, ParsedCategory>,
  versions: readonly DocsVersion[],
  problems: Problem[],
): DocsFolder[] {
  const folders = new Map<string, DocsFolder>();
  const indexes = folderIndexes(pages);
  for (const page of pages) {
    const docs = versions.find((version) => isOfVersion(version)(page));
    if (page.kind !== "doc" || docs === undefined) continue;
    for (let folder = page.folder; ; folder = folderOf(folder)) {
      const key = `${page.plugin}:${page.version}:${folder}`;
      if (folders.has(key)) break;
      const path = ["content", docs.folder, folder].filter((part) => part !== "").join("/");
      const parsed = categories.get(path);
      const { category = {} } = parsed ?? {};
      const linked =
        category.link?.type === "doc"
          ? linkedPage(category.link.id, page, folder, pages)
          : indexes.get(`${page.plugin}:${page.version}:${collisionKey(stripPrefixes(folder))}`);
      if (category.link?.type === "doc" && linked === undefined) {
        const ids = pages.filter(isOfVersion(docs)).map((doc) => doc.id);
        const { id } = category.link;
        const position = { path: parsed?.path ?? path, line: parsed?.linkLine ?? 1 };
        const message = `"link": no doc "${id}"${didYouMean(id, ids)}`;
        problems.push(problemOf({ ...position, code: "broken-reference", message }));
      }
      const { plugin, version } = page;
      folders.set(key, { plugin, version, folder, category, ...(linked === undefined ? {} : { linked }) });
      if (folder === "") break;
    }
  }
  return [...folders.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Warnings for files that describe folders without docs. @param pages with drafts, which are not published yet */
export function strayCategories(
  categories: ReadonlyMap<string, ParsedCategory>,
  pages: readonly SourcePage[],
  versions: readonly DocsVersion[],
): Problem[] {
  const used = new Set<string>();
  for (const docs of versions) {
    for (const { folder } of pages.filter(isOfVersion(docs))) {
      const path = ["content", docs.folder, folder].filter((part) => part !== "").join("/");
      for (let above = path; !used.has(above); above = folderOf(above)) used.add(above);
    }
  }
  // What is wrong with a file comes first.
  const stray = [...categories].filter(([folder, { problems }]) => !used.has(folder) && problems.length === 0);
  const message = "has no effect: there are no docs in this folder";
  const hint = "add a page to the folder, or remove this file";
  return stray.map(([, { path }]) => problemOf({ path, severity: "warning", code: "category", message, hint }));
}

/**
 * Pages that are the index of a folder because they have its name, `topic.md` beside `topic/`. Keyed by the folder; a
 * folder with an index inside has no entry.
 */
function folderIndexes(pages: readonly SourcePage[]): Map<string, string> {
  const docs = pages.filter(({ kind }) => kind === "doc");
  const keyOf = ({ plugin, version }: SourcePage, path: string) =>
    `${plugin}:${version}:${collisionKey(stripPrefixes(path))}`;
  const taken = new Set(docs.filter(({ isIndex }) => isIndex).map((page) => keyOf(page, page.folder)));
  const all = docs.filter(({ isIndex, frontMatter }) => !isIndex && frontMatter.slug === undefined);
  const paths = all.map(
    (page) => [keyOf(page, page.folder === "" ? page.name : `${page.folder}/${page.name}`), page.path] as const,
  );
  return new Map(paths.filter(([key]) => !taken.has(key)));
}

/** Path of the doc with an id, which may be relative to the folder; undefined if there is none. */
function linkedPage(
  id: string,
  { plugin, version }: SourcePage,
  folder: string,
  pages: readonly SourcePage[],
): string | undefined {
  const ids = [id, `${stripPrefixes(folder)}/${id}`];
  return pages.find((page) => page.plugin === plugin && page.version === version && ids.includes(page.id))?.path;
}
