import { join } from "node:path";
import type { SiteConfig } from "../config/schema.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { folderOf, nameOf, type Route } from "../shared/route.ts";
import { parseCategory } from "./category.ts";
import { findCollisions } from "./collisions.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { generatedIndexes } from "./generated.ts";
import { readText } from "./read.ts";
import { isIndexName, makeRoute, splitPrefix, stripPrefixes } from "./routes.ts";
import type { Category, Content, DocsFolder, SourcePage, StaticFile } from "./types.ts";
import { type FoundFile, walk } from "./walk.ts";

export const CONTENT_FOLDER = "content";
export const CATEGORY_FILE = "_category_.json";

/** Where one file belongs. */
interface Place {
  readonly kind: "doc" | "page";
  readonly plugin: string;
  readonly base: string;
  /** Folder below `content/` that the place stands for. */
  readonly folder: string;
}

/**
 * Finds and reads everything below `content/` and gives each page its route.
 *
 * @param root absolute path of the site's root
 * @param options `drafts`: keep pages marked as drafts
 * @returns what was found, and everything wrong with it; pages with a fault are left out
 */
export async function scanContent(
  root: string,
  config: SiteConfig,
  options: { readonly drafts: boolean },
): Promise<{ content: Content; problems: Problem[] }> {
  const { files, problems } = await walk(root, CONTENT_FOLDER);
  const places: Place[] = [
    ...config.docs.map(({ id, folder, routeBasePath }) => {
      return { kind: "doc" as const, plugin: id, base: routeBasePath, folder };
    }),
    { kind: "page", plugin: "", base: "", folder: "pages" },
  ];
  const pages: SourcePage[] = [];
  const categories = new Map<string, Category>();
  const assets = new Map<string, string>();
  const statics: StaticFile[] = [];
  const draftRoutes: Route[] = [];

  const readPage = async (file: FoundFile, place: Place) => {
    const page = await sourcePage(file, place, config);
    problems.push(...page.problems);
    if (hasErrors(page.problems)) return;
    if (page.source.frontMatter.draft === true && !options.drafts) draftRoutes.push(page.source.route);
    else pages.push(page.source);
  };
  const readCategory = async (file: FoundFile) => {
    const { text, problems: fileProblems } = await readText(file);
    problems.push(...fileProblems);
    if (hasErrors(fileProblems)) return;
    const result = parseCategory(file.path, text);
    problems.push(...result.problems);
    categories.set(folderOf(file.path), result.category);
  };

  await Promise.all(
    files.map(async (file) => {
      const inside = file.path.slice(CONTENT_FOLDER.length + 1);
      if (inside.startsWith("static/")) {
        const { path, absolute, bytes } = file;
        statics.push({ path, absolute, bytes, file: inside.slice("static/".length) });
        return;
      }
      const place = places.find(({ folder }) => inside.startsWith(`${folder}/`));
      if (place === undefined) return;
      const name = nameOf(file.path);
      if (name === CATEGORY_FILE) return readCategory(file);
      if (!/\.(md|mdx)$/.test(name) && !(place.kind === "page" && name.endsWith(".tsx"))) {
        assets.set(file.path, file.absolute);
        return;
      }
      if (inside.split("/").some((part) => part.startsWith("_"))) return;
      return readPage(file, place);
    }),
  );

  const byPath = <T extends { readonly path: string }>(a: T, b: T) => (a.path < b.path ? -1 : 1);
  pages.sort(byPath);
  statics.sort(byPath);
  const folders = docsFolders(pages, categories, places);
  const all = [...pages, ...generatedIndexes(pages, folders, config)];
  problems.push(...findCollisions(all, statics, config.trailingSlash));
  return { content: { pages: all, folders, statics, assets, draftRoutes: draftRoutes.sort() }, problems };
}

async function sourcePage(
  file: FoundFile,
  place: Place,
  config: SiteConfig,
): Promise<{ source: SourcePage; problems: Problem[] }> {
  const { text, problems } = await readText(file);
  const isTsx = file.path.endsWith(".tsx");
  const parsed = parseFrontMatter(file.path, isTsx ? "" : text);
  const folder = folderOf(file.path).slice(join(CONTENT_FOLDER, place.folder).length + 1);
  const rawName = nameOf(file.path).replace(/\.\w+$/, "");
  const { name } = splitPrefix(rawName);
  const isIndex = isIndexName(name, folder === "" ? "" : splitPrefix(nameOf(folder)).name);
  const { frontMatter } = parsed;
  const source: SourcePage = {
    kind: place.kind,
    path: file.path,
    route: makeRoute({
      base: place.base,
      folder: stripPrefixes(folder),
      name,
      isIndex,
      slug: frontMatter.slug,
      trailingSlash: config.trailingSlash,
    }),
    plugin: place.plugin,
    id: [stripPrefixes(folder), frontMatter.id ?? name].filter((part) => part !== "").join("/"),
    folder,
    name: rawName,
    isIndex,
    format: isTsx ? "tsx" : "md",
    frontMatter,
    keyLines: parsed.keyLines,
    body: isTsx ? text : parsed.body,
    bodyLine: parsed.bodyLine,
  };
  return { source, problems: [...problems, ...parsed.problems] };
}

/** Every folder of docs on the way to a page. */
function docsFolders(
  pages: readonly SourcePage[],
  categories: ReadonlyMap<string, Category>,
  places: readonly Place[],
): DocsFolder[] {
  const found = new Map<string, DocsFolder>();
  for (const page of pages) {
    const place = places.find(({ plugin, kind }) => kind === "doc" && plugin === page.plugin);
    if (page.kind !== "doc" || place === undefined) continue;
    for (let folder = page.folder; ; folder = folderOf(folder)) {
      const path = [CONTENT_FOLDER, place.folder, folder].filter((part) => part !== "").join("/");
      const key = `${page.plugin}:${folder}`;
      if (found.has(key)) break;
      found.set(key, { plugin: page.plugin, folder, category: categories.get(path) ?? {} });
      if (folder === "") break;
    }
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}
