import type { SiteConfig } from "../config/schema.ts";
import {
  allItems,
  configuredSidebars,
  type SidebarCategoryConfig,
  type SidebarItemConfig,
} from "../config/sidebars-schema.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey, folderOf, foldersAbove, nameOf } from "../shared/route.ts";
import type { ParsedCategory } from "./category.ts";
import type { DocsFolder, DocsVersion, SourcePage } from "./content-types.ts";
import { GENERATED } from "./list-pages.ts";
import { makeRoute, readableName, splitPrefix, stripPrefixes } from "./routes.ts";
import { isOfVersion } from "./versions.ts";

/** Identifies a folder, or the name of a doc, in a docs version. */
function keyIn({ plugin, version }: Pick<DocsFolder, "plugin" | "version">, name: string): string {
  return `${plugin}:${version}:${name}`;
}

/** Path of a docs folder, relative to the site's root. */
function pathOf(docs: DocsVersion, folder: string): string {
  return ["content", docs.folder, folder].filter((part) => part !== "").join("/");
}

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
      const key = keyIn(page, folder);
      if (folders.has(key)) break;
      const path = pathOf(docs, folder);
      const parsed = categories.get(path);
      const { category = {} } = parsed ?? {};
      const id = category.link?.type === "doc" ? category.link.id : undefined;
      const linked =
        id === undefined
          ? indexes.get(indexKey(page, folder))
          : linkedPage(id, folder, pages.filter(isOfVersion(docs)));
      if (id !== undefined && linked === undefined) {
        const ids = pages.filter(isOfVersion(docs)).map((doc) => doc.id);
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
      for (let above = pathOf(docs, folder); !used.has(above); above = folderOf(above)) used.add(above);
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
  const taken = new Set(docs.filter(({ isIndex }) => isIndex).map((page) => indexKey(page, page.folder)));
  const all = docs.filter(({ isIndex, frontMatter }) => !isIndex && frontMatter.slug === undefined);
  const paths = all.map(
    (page) => [indexKey(page, page.folder === "" ? page.name : `${page.folder}/${page.name}`), page.path] as const,
  );
  return new Map(paths.filter(([key]) => !taken.has(key)));
}

function indexKey(page: SourcePage, folder: string): string {
  return keyIn(page, collisionKey(stripPrefixes(folder)));
}

/** Path of the doc with an id, which may be relative to the folder; undefined if there is none. */
function linkedPage(id: string, folder: string, pages: readonly SourcePage[]): string | undefined {
  const ids = [id, `${stripPrefixes(folder)}/${id}`];
  return pages.find((page) => ids.includes(page.id))?.path;
}

/** Creates an index page for each docs folder without one, so that every category has a link target. */
export function generatedIndexes(
  pages: readonly SourcePage[],
  folders: readonly DocsFolder[],
  versions: readonly DocsVersion[],
  config: SiteConfig,
): SourcePage[] {
  const keyOf = (part: Pick<DocsFolder, "plugin" | "version" | "folder">) => keyIn(part, part.folder);
  const withIndex = new Set(pages.filter((page) => page.isIndex).map(keyOf));
  // A category that has only unlisted pages is listed nowhere itself.
  const listedDocs = pages.filter(({ kind, frontMatter }) => kind === "doc" && frontMatter.unlisted !== true);
  const listedIds = new Set(listedDocs.map((page) => keyIn(page, page.id)));
  const listed = new Set(
    listedDocs.flatMap((page) => [...foldersAbove(`${page.folder}/`), ""].map((folder) => keyIn(page, folder))),
  );
  const sidebarsOf = (version: DocsVersion) => {
    const plugin = config.docs.find(({ id }) => id === version.plugin);
    const written = plugin && configuredSidebars(plugin, version.name);
    return written && allItems(Object.values(written).flat());
  };
  const categories = versions.flatMap((version) => {
    const items = sidebarsOf(version)?.flatMap((item) => (item.type === "category" ? item : [])) ?? [];
    const part = { plugin: version.plugin, version: version.name };
    const isListed = (item: SidebarItemConfig): boolean => {
      if (item.type === "autogenerated") return listed.has(keyIn(part, sidebarFolder(item.dirName)));
      const id = item.type === "category" ? item.link?.type === "doc" && item.link.id : "id" in item && item.id;
      return item.type === "link" || (id !== false && listedIds.has(keyIn(part, id)));
    };
    return items.flatMap((item) => {
      const isUnlisted = item.items.length > 0 && !allItems(item.items).some(isListed);
      return categoryIndex(item, version, config, isUnlisted);
    });
  });
  const indexes = folders.flatMap((folder) => {
    // Also for the main folder of the docs.
    const { link } = folder.category;
    if (!listed.has(keyOf(folder)) || withIndex.has(keyOf(folder)) || folder.linked !== undefined) return [];
    const version = versions.find((candidate) => isOfVersion(candidate)(folder));
    if (link === null || link?.type === "doc" || version === undefined) return [];
    const isShown =
      sidebarsOf(version)?.some((item) => "dirName" in item && isBelow(folder.folder, sidebarFolder(item.dirName))) ??
      true;
    return isShown ? [generatedIndex(folder, version, config)] : [];
  });
  return [...indexes, ...categories];
}

/** The folder of an autogenerated sidebar, without slashes around it; empty for the main folder of the docs. */
export function sidebarFolder(dirName: string): string {
  return dirName.replace(/^\.?\/|^\.$|\/$/g, "");
}

function isBelow(folder: string, top: string): boolean {
  return folder !== top && (top === "" || folder.startsWith(`${top}/`));
}

/** The index page of a category in a configured sidebar. Its id is its slug. */
function categoryIndex(
  { link, label, description, badge }: SidebarCategoryConfig,
  version: DocsVersion,
  config: SiteConfig,
  isUnlisted: boolean,
): SourcePage[] {
  if (link?.type !== "generated-index") return [];
  const id = link.slug.replace(/^\//, "");
  const page = indexPage(version, config, { id, folder: "", slug: `/${id}`, title: link.title ?? label });
  const frontMatter = indexMatter(link.description ?? description, badge);
  return [{ ...page, frontMatter: isUnlisted ? { ...frontMatter, unlisted: true } : frontMatter }];
}

/** The label of a category; default: from the folder's name. */
export function categoryLabel({ folder, category }: DocsFolder, docsFolder = ""): string {
  return category.label ?? readableName(splitPrefix(nameOf(folder === "" ? docsFolder : folder)).name);
}

function generatedIndex(folder: DocsFolder, version: DocsVersion, config: SiteConfig): SourcePage {
  const plugin = config.docs.find(({ id }) => id === folder.plugin);
  const { link, description, badge } = folder.category;
  const index = link?.type === "generated-index" ? link : undefined;
  const clean = stripPrefixes(folder.folder);
  const id = clean === "" ? "index" : `${clean}/index`;
  const title = index?.title ?? categoryLabel(folder, plugin?.folder);
  const page = indexPage(version, config, { id, folder: folder.folder, slug: index?.slug, title });
  return { ...page, frontMatter: indexMatter(index?.description ?? description, badge) };
}

/** A page that docgen generates for a folder of the docs. @param slug default: the route is that of the folder */
function indexPage(
  docs: DocsVersion,
  { trailingSlash }: SiteConfig,
  { id, folder, slug, title }: Pick<SourcePage, "id" | "folder" | "title"> & { readonly slug: string | undefined },
): SourcePage {
  const place = { base: docs.path.slice(1), folder: stripPrefixes(folder), name: "index", isIndex: true };
  return {
    kind: "category",
    path: pathOf(docs, folder),
    route: makeRoute({ ...place, slug, trailingSlash }),
    plugin: docs.plugin,
    version: docs.name,
    id,
    folder,
    name: "index",
    isIndex: true,
    ...GENERATED,
    title,
    frontMatter: {},
  };
}

function indexMatter(
  description: string | undefined,
  badge: SidebarCategoryConfig["badge"],
): SourcePage["frontMatter"] {
  return { ...(description === undefined ? {} : { description }), ...(badge === undefined ? {} : { badge }) };
}
