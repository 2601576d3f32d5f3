import type { SiteConfig } from "../config/schema.ts";
import { hasErrors, type Problem, problemOf } from "../shared/problem.ts";
import { folderOf, nameOf, outputFile } from "../shared/route.ts";
import { type Authors, parseAuthors } from "./authors.ts";
import { type Blog, blogRoute, blogsOf, dayOf, makeLists } from "./blog.ts";
import { CATEGORY_FILE, mergedCategory, type ParsedCategory, parseCategory } from "./category.ts";
import { findCollisions, findDuplicateIds, findTwinFiles } from "./collisions.ts";
import type { Content, DocsVersion, SourcePage, StaticFile } from "./content-types.ts";
import { docsFolders, generatedIndexes, strayCategories } from "./docs-folders.ts";
import { searchPage } from "./list-pages.ts";
import {
  type ContentFile,
  isTranslation,
  overlayLocale,
  type ReadPage,
  strayFolders,
  translatedCategory,
  translatedPage,
} from "./overlay.ts";
import { type ContentRoot, readContentPage, readPost } from "./read-page.ts";
import { REACT_PAGE, type ReadText, type Source } from "./source.ts";
import { parseTags, TAGS_FILE, type TagsFile } from "./tags.ts";
import { type ParsedTexts, parseTexts } from "./texts.ts";
import { readVersions } from "./versions.ts";
import { CONTENT_FOLDER, type FoundFile, type Walked } from "./walk.ts";

/** Which content a scan takes. */
interface ScanOptions {
  /** Whether to keep drafts, and posts of days to come. */
  readonly drafts: boolean;
  /** Which translations to use. */
  readonly locale: string;
  /** Whether a day has begun. */
  readonly isReached: (day: string) => boolean;
}

/** Reads files for a scan. */
export interface ContentReader {
  /** Front matter and leading heading of a page's file. */
  readonly source: (path: string) => Source | undefined;
  readonly text: (file: FoundFile) => ReadText;
}

/**
 * Assigns a route to each page below `content/`, and collects all other files.
 *
 * @param walked everything below `content/`
 * @returns the content and its problems; posts without a date are left out
 */
export function scanContent(
  { files: walked, problems: unreadable }: Walked,
  config: SiteConfig,
  options: ScanOptions,
  reader: ContentReader,
): { content: Content; problems: Problem[] } {
  const problems = [...unreadable, ...findTwinFiles(walked)];
  const { files, ...overlay } = overlayLocale(walked, options.locale, config);
  const { versions, problems: versionProblems } = readVersions(config, walked, reader.text);
  problems.push(...versionProblems, ...overlay.problems);
  const places = contentRoots(versions, config);
  const pages: SourcePage[] = [];
  const assets = new Map<string, string>();
  const statics: StaticFile[] = [];
  const drafts: SourcePage[] = [];
  const authors = new Map<string, Authors>();

  const readPage = (file: ContentFile, root: ContentRoot) => {
    const { original } = file;
    const read = (current: ContentFile): ReadPage => {
      const source = reader.source(current.path) ?? { frontMatter: {}, keyLines: {}, problems: [] };
      const isTranslation = current === file && original !== undefined;
      return root.blog !== undefined
        ? readPost(current, source, root.blog, config.trailingSlash, isTranslation)
        : readContentPage(current, source, root, config);
    };
    const local = read(file);
    const page = original ? translatedPage(read({ ...original, inside: file.inside }), local, options.drafts) : local;
    problems.push(...page.problems);
    // A faulty page is kept: nothing is written anyway, its body is checked in the same run, and links to it are not
    // broken.
    const { kind, frontMatter } = page.source;
    if (kind === "post" && frontMatter.date === undefined) return;
    const isHidden = !options.drafts && (frontMatter.draft === true || !options.isReached(dayOf(page.source)));
    (isHidden ? drafts : pages).push(file.maker === undefined ? page.source : { ...page.source, maker: file.maker });
  };
  const { readData, readCategory, readTags, categories, tagFiles } = dataReaders(reader, options.locale, problems);
  const readAuthors = (file: ContentFile, blog: Blog) => {
    const routeOf = (slug: string) => blogRoute(blog, `${blog.authorsBasePath}/${slug}`, false, config.trailingSlash);
    authors.set(blog.id, readData(file, (text) => parseAuthors(file.path, text, routeOf)).authors);
  };
  const { texts } = overlay;
  const translation = texts === undefined ? NO_TEXTS : readData(texts, (text) => parseTexts(texts.path, text));

  const readFile = (file: ContentFile) => {
    const { inside, original } = file;
    const root = places.find(({ folder }) => inside.startsWith(`${folder}/`));
    const name = nameOf(file.path);
    if (inside.startsWith("static/")) {
      statics.push({ path: file.path, absolute: file.absolute, file: inside.slice("static/".length) });
    } else if (root === undefined) return;
    else if (CATEGORY_FILE.test(name)) readCategory(file);
    else if (root.blog !== undefined && inside === `${root.folder}/${root.blog.authorsMapPath}`) {
      readAuthors(file, root.blog);
    } else if (TAGS_FILE.test(name) && folderOf(inside) === root.folder && root.kind !== "page") readTags(file);
    else if (PAGE_LIKE.test(name)) problems.push(wrongExtension(file));
    else if (!/\.(md|mdx)$/.test(name) && !(root.kind === "page" && REACT_PAGE.test(name))) {
      assets.set(file.path, file.absolute);
      if (original !== undefined) assets.set(original.path, original.absolute);
    } else if (/(?:^|\/)_/.test(inside)) return;
    else if (original === undefined && isTranslation(file.path, options.locale)) {
      problems.push(missingOriginal(file));
    } else readPage(file, root);
  };
  const visible = files.filter(({ inside }) => !IGNORED.test(inside) && !HIDDEN.test(inside));
  for (const file of visible) readFile(file);

  const byPath = <T extends { readonly path: string }>(a: T, b: T) => (a.path < b.path ? -1 : 1);
  pages.sort(byPath);
  statics.sort(byPath);
  const folders = docsFolders(pages, categories, versions, problems);
  const lists = makeLists(pages, versions, authors, tagFiles, config);
  const all = [...lists.pages, ...generatedIndexes(pages, folders, versions, config)];
  problems.push(
    ...strayFolders(visible, ["static", ...places.map(({ folder }) => folder)], options.locale),
    ...strayCategories(categories, [...pages, ...drafts], versions),
    ...lists.problems,
    // Lists come first, so that a collision is reported at the other page, which has a source file.
    ...findCollisions([...lists.lists, ...all], statics, config.trailingSlash),
    ...findDuplicateIds(all),
  );
  all.push(...lists.lists);
  const aliases = all.flatMap(({ frontMatter }) => frontMatter.aliases ?? []);
  const moved = [...config.redirects.flatMap(({ from }) => from), ...aliases];
  const routes = [...all.map(({ route }) => route), ...moved].map((route) => outputFile(route, config.trailingSlash));
  const search =
    all.length === 0 ? undefined : searchPage([...routes, ...statics.map(({ file }) => file)], config.trailingSlash);
  if (search !== undefined) all.push(search);
  drafts.sort(byPath);
  return { content: { pages: all, folders, versions, statics, assets, drafts, translation }, problems };
}

/** Functions that read data files, and what they have read of folders, by path. Problems are added to `problems`. */
function dataReaders(reader: ContentReader, locale: string, problems: Problem[]) {
  const categories = new Map<string, ParsedCategory>();
  const tagFiles = new Map<string, TagsFile>();
  /** Reads a data file. @param parse receives `{}`, an empty mapping, if the file can't be read */
  const readData = <T extends { readonly problems: readonly Problem[] }>(
    file: FoundFile,
    parse: (text: string) => T,
  ): T => {
    const { text, problems: faults } = reader.text(file);
    const parsed = parse(hasErrors(faults) ? "{}" : text);
    problems.push(...faults, ...parsed.problems);
    return parsed;
  };
  const readCategory = ({ original, ...file }: ContentFile) => {
    const folder = folderOf(`${CONTENT_FOLDER}/${file.inside}`);
    if (original !== undefined) readCategory({ ...original, inside: file.inside });
    const merge = isTranslation(file.path, locale) ? translatedCategory : mergedCategory;
    const merged = readData(file, (text) => merge(categories.get(folder)?.category, parseCategory(file.path, text)));
    categories.set(folder, merged);
  };
  const readTags = ({ original, ...file }: ContentFile) => {
    const folder = folderOf(file.inside);
    if (original !== undefined) readTags({ ...original, inside: file.inside });
    const originalTags = original === undefined ? undefined : tagFiles.get(folder);
    const tags = readData(file, (text) => parseTags(file.path, text, originalTags));
    tagFiles.set(folder, tags);
  };
  return { readData, readCategory, readTags, categories, tagFiles };
}

function contentRoots(versions: readonly DocsVersion[], config: SiteConfig): ContentRoot[] {
  const roots: ContentRoot[] = versions.map(({ plugin, name, path, folder }) => {
    return { kind: "doc", plugin, version: name, base: path.slice(1), folder };
  });
  roots.push({ kind: "page", plugin: "", version: "", base: "", folder: "pages" });
  for (const blog of blogsOf(config)) {
    roots.push({ kind: "post", plugin: "", version: "", base: blog.routeBasePath, folder: blog.folder, blog });
  }
  return roots;
}

const NO_TEXTS: ParsedTexts = { texts: {}, lines: new Map(), problems: [] };

/** Names of Markdown files that docgen doesn't read as pages. */
const PAGE_LIKE = /\.(?:markdown|mdown|mkdn?|(?!md$|mdx$)[mM][dD][xX]?)$/;

function wrongExtension({ path }: ContentFile): Problem {
  const message = "docgen ignores this file: the file names of pages end in .md";
  const hint = `rename it to ${nameOf(path).replace(/\.\w+$/, ".md")}`;
  return problemOf({ path, severity: "warning", code: "page-name", message, hint });
}

function missingOriginal({ path, inside }: ContentFile): Problem {
  const message = `translates nothing: ${CONTENT_FOLDER}/${inside} does not exist`;
  const hint = "give it the name of its original, or remove it";
  return problemOf({ path, severity: "warning", code: "translation", message, hint });
}

/** Paths of temporary files of editors and systems. */
export const IGNORED = /(?:^|\/)(?:\.DS_Store|Thumbs\.db)(?:\/|$)|~(?:\/|$)/;
/** Hidden paths; hidden files are published from the static folder only. */
const HIDDEN = /^(?!static\/)(?:.*\/)?[.#]/;
