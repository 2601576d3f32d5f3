import { join } from "node:path";
import type { SiteConfig } from "../config/schema.ts";
import { didYouMean } from "../shared/nearest.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { folderOf, nameOf, routeKey } from "../shared/route.ts";
import { type Authors, parseAuthors } from "./authors.ts";
import { BLOG_FOLDER, blogRoute, listedPosts } from "./blog.ts";
import { type ParsedCategory, parseCategory } from "./category.ts";
import { findCollisions, findDuplicateIds } from "./collisions.ts";
import { feedFiles } from "./feed-files.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { generatedIndexes } from "./generated.ts";
import { makeLists } from "./make-lists.ts";
import { readText } from "./read.ts";
import { postKeyProblems, readPost } from "./read-post.ts";
import { isIndexName, makeRoute, splitPrefix, stripPrefixes } from "./routes.ts";
import type { Content, DocsFolder, SourcePage, StaticFile } from "./types.ts";
import { type FoundFile, walk } from "./walk.ts";

export const CONTENT_FOLDER = "content";
export const CATEGORY_FILE = "_category_.json";

/** Where one file belongs. */
interface Place {
  readonly kind: "doc" | "page" | "post";
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
    ...(config.blog === false
      ? []
      : [{ kind: "post" as const, plugin: "", base: config.blog.routeBasePath, folder: BLOG_FOLDER }]),
  ];
  const pages: SourcePage[] = [];
  const categories = new Map<string, ParsedCategory>();
  const assets = new Map<string, string>();
  const statics: StaticFile[] = [];
  const drafts: SourcePage[] = [];
  let authors: Authors = new Map();

  const readPage = async (file: FoundFile, place: Place) => {
    const { blog, trailingSlash } = config;
    const isPost = place.kind === "post" && blog !== false;
    const page = isPost ? await readPost(file, blog, trailingSlash) : await sourcePage(file, place, config);
    problems.push(...page.problems);
    if (hasErrors(page.problems)) return;
    if (page.source.frontMatter.draft === true && !options.drafts) drafts.push(page.source);
    else pages.push(page.source);
  };
  const readCategory = async (file: FoundFile) => {
    const { text, problems: fileProblems } = await readText(file);
    problems.push(...fileProblems);
    if (hasErrors(fileProblems)) return;
    const result = parseCategory(file.path, text);
    problems.push(...result.problems);
    categories.set(folderOf(file.path), result);
  };

  const readAuthors = async (file: FoundFile) => {
    const { text, problems: fileProblems } = await readText(file);
    const result = parseAuthors(file.path, text, (slug) => {
      if (config.blog === false) return "/";
      return blogRoute(config.blog, `${config.blog.authorsBasePath}/${slug}`, false, config.trailingSlash);
    });
    problems.push(...fileProblems, ...result.problems);
    authors = result.authors;
  };

  await Promise.all(
    files.map(async (file) => {
      const inside = file.path.slice(CONTENT_FOLDER.length + 1);
      if (isLitter(inside)) return;
      if (inside.startsWith("static/")) {
        const { path, absolute, bytes } = file;
        statics.push({ path, absolute, bytes, file: inside.slice("static/".length) });
        return;
      }
      const place = places.find(({ folder }) => inside.startsWith(`${folder}/`));
      if (place === undefined) return;
      const name = nameOf(file.path);
      if (name === CATEGORY_FILE) return readCategory(file);
      if (config.blog !== false && inside === `${BLOG_FOLDER}/${config.blog.authorsMapPath}`) return readAuthors(file);
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
  const folders = docsFolders(pages, categories, places, problems);
  const lists = makeLists(pages, authors, config);
  const all = [...lists.pages, ...generatedIndexes(pages, folders, config)];
  problems.push(
    ...lists.problems,
    // Lists come first: what takes the place of one is the author's to move.
    ...findCollisions([...lists.lists, ...all], statics, config.trailingSlash, feedFiles(listedPosts(all), config)),
    ...findDuplicateIds(all),
  );
  all.push(...lists.lists);
  return { content: { pages: all, folders, statics, assets, drafts: drafts.sort(byPath) }, problems };
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
  // The order of pages outside the docs is nobody's: their names are taken as they are.
  const name = place.kind === "doc" ? splitPrefix(rawName).name : rawName;
  const { frontMatter } = parsed;
  problems.push(...postKeyProblems(file.path, parsed.keyLines));
  const cleanFolder = place.kind === "doc" ? stripPrefixes(folder) : folder;
  const { trailingSlash } = config;
  const standsForFolder =
    place.kind === "doc" ? isIndexName(name, folder === "" ? "" : splitPrefix(nameOf(folder)).name) : name === "index";
  const parts = {
    base: place.base,
    folder: cleanFolder,
    name: frontMatter.id ?? name,
    slug: frontMatter.slug,
    trailingSlash,
  };
  const route = makeRoute({ ...parts, isIndex: standsForFolder });
  // A slug may make any page its folder's index.
  const folderRoute = makeRoute({ base: place.base, folder: cleanFolder, name: "", isIndex: true, trailingSlash });
  const isIndex = standsForFolder || (place.kind === "doc" && routeKey(route) === routeKey(folderRoute));
  const source: SourcePage = {
    kind: place.kind === "doc" ? "doc" : "page",
    path: file.path,
    route: isIndex && !standsForFolder ? folderRoute : route,
    plugin: place.plugin,
    id: [cleanFolder, frontMatter.id ?? name].filter((part) => part !== "").join("/"),
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

/** What editors and systems leave behind; hidden files are published only from the static folder. */
function isLitter(inside: string): boolean {
  const parts = inside.split("/");
  if (parts.some((part) => part === ".DS_Store" || part === "Thumbs.db" || part.endsWith("~"))) return true;
  return parts[0] !== "static" && parts.some((part) => part.startsWith(".") || part.startsWith("#"));
}

/** Every folder of docs on the way to a page. */
function docsFolders(
  pages: readonly SourcePage[],
  categories: ReadonlyMap<string, ParsedCategory>,
  places: readonly Place[],
  problems: Problem[],
): DocsFolder[] {
  const found = new Map<string, DocsFolder>();
  for (const page of pages) {
    const place = places.find(({ plugin, kind }) => kind === "doc" && plugin === page.plugin);
    if (page.kind !== "doc" || place === undefined) continue;
    for (let folder = page.folder; ; folder = folderOf(folder)) {
      const path = [CONTENT_FOLDER, place.folder, folder].filter((part) => part !== "").join("/");
      const key = `${page.plugin}:${folder}`;
      if (found.has(key)) break;
      const parsed = categories.get(path);
      const { category = {} } = parsed ?? {};
      const linked =
        category.link?.type === "doc" ? linkedPage(category.link.id, page.plugin, folder, pages) : undefined;
      if (category.link?.type === "doc" && linked === undefined) {
        const ids = pages.filter(({ plugin }) => plugin === page.plugin).map(({ id }) => id);
        problems.push({
          path: `${path}/${CATEGORY_FILE}`,
          line: parsed?.linkLine ?? 1,
          column: 1,
          severity: "error",
          code: "category",
          message: `"link": no doc "${category.link.id}"${didYouMean(category.link.id, ids)}`,
        });
      }
      found.set(key, { plugin: page.plugin, folder, category, ...(linked === undefined ? {} : { linked }) });
      if (folder === "") break;
    }
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Path of the doc with an id, or of that name in the folder. */
function linkedPage(id: string, plugin: string, folder: string, pages: readonly SourcePage[]): string | undefined {
  const ids = [id, `${stripPrefixes(folder)}/${id}`];
  return pages.find((page) => page.plugin === plugin && ids.includes(page.id))?.path;
}
