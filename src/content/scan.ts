import { setImmediate as turn } from "node:timers/promises";
import type { SiteConfig } from "../config/schema.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { folderOf, nameOf, routeKey } from "../shared/route.ts";
import { type Authors, parseAuthors } from "./authors.ts";
import { BLOG_FOLDER, blogRoute } from "./blog.ts";
import { CATEGORY_FILE, type ParsedCategory, parseCategory } from "./category.ts";
import { findCollisions, findDuplicateIds } from "./collisions.ts";
import { docsFolders } from "./folders.ts";
import { generatedIndexes } from "./generated.ts";
import { makeLists } from "./make-lists.ts";
import { NO_MEMORY, type ScanMemory } from "./memory.ts";
import { type ContentFile, overlayLocale, translationsFolder } from "./overlay.ts";
import { readText } from "./read.ts";
import { postKeyProblems, readPost } from "./read-post.ts";
import { isIndexName, makeRoute, splitPrefix, stripPrefixes } from "./routes.ts";
import { readSource, type Source } from "./source.ts";
import { type ParsedTexts, parseTexts } from "./texts.ts";
import { type ReadPage, translatedPage } from "./translation.ts";
import type { Content, SourcePage, StaticFile } from "./types.ts";
import { readVersions } from "./versions.ts";
import { CONTENT_FOLDER, type FoundFile, walk } from "./walk.ts";

/** After so many files others have their turn: whoever ends the command is heard at once. */
const FILES_IN_A_TURN = 500;

/** Where one file belongs. */
interface Place {
  readonly kind: "doc" | "page" | "post";
  readonly plugin: string;
  readonly version: string;
  readonly base: string;
  /** Folder below `content/` that the place stands for. */
  readonly folder: string;
}

/**
 * Finds and reads everything below `content/` and gives each page its route.
 *
 * @param root absolute path of the site's root
 * @param options `drafts`: keep pages marked as drafts; `locale`: whose translations count; `memory`: of the scan before
 * @returns what was found, and everything wrong with it; pages with a fault are left out
 */
export async function scanContent(
  root: string,
  config: SiteConfig,
  options: { readonly drafts: boolean; readonly locale: string; readonly memory?: ScanMemory | undefined },
): Promise<{ content: Content; problems: Problem[] }> {
  const memory = options.memory ?? NO_MEMORY;
  const { files: found, problems: unreadable } = memory.walked ?? walk(root, CONTENT_FOLDER);
  const problems = [...unreadable];
  const { files, ...overlay } = overlayLocale(found, options.locale, config);
  const { versions, problems: versionProblems } = readVersions(config, found);
  const { value: translation, faults } = memory.read(overlay.texts?.path ?? "", "texts", "", () =>
    readTexts(overlay.texts),
  );
  problems.push(...versionProblems, ...overlay.problems, ...translation.problems, ...faults);
  const places: Place[] = [
    ...versions.map(({ plugin, name, path, folder }) => {
      return { kind: "doc" as const, plugin, version: name, base: path.slice(1), folder };
    }),
    { kind: "page", plugin: "", version: "", base: "", folder: "pages" },
    ...(config.blog === false
      ? []
      : [{ kind: "post" as const, plugin: "", version: "", base: config.blog.routeBasePath, folder: BLOG_FOLDER }]),
  ];
  const pages: SourcePage[] = [];
  const categories = new Map<string, ParsedCategory>();
  const assets = new Map<string, string>();
  const statics: StaticFile[] = [];
  const drafts: SourcePage[] = [];
  let authors: Authors = new Map();

  const readPage = (file: ContentFile, place: Place) => {
    const { blog, trailingSlash } = config;
    const { original } = file;
    const isPost = place.kind === "post" && blog !== false;
    // Another list of versions gives the same file another place.
    const by = `${place.plugin} ${place.version} ${place.base}`;
    const read = (one: ContentFile): ReadPage => {
      const isTranslation = one === file && original !== undefined;
      const { value, faults } = memory.read(one.path, isTranslation ? "translation" : "page", by, (known) => {
        const source = known ?? readSource(one);
        return isPost
          ? readPost(one, source, blog, trailingSlash, isTranslation)
          : sourcePage(one, source, place, config);
      });
      problems.push(...faults);
      return value;
    };
    const own = read(file);
    const page =
      original === undefined ? own : translatedPage(read({ ...original, inside: file.inside }), own, options.drafts);
    problems.push(...page.problems);
    if (hasErrors(page.problems)) return;
    if (page.source.frontMatter.draft === true && !options.drafts) drafts.push(page.source);
    else pages.push(page.source);
  };
  const readCategory = ({ original, ...file }: ContentFile) => {
    const { value: result, faults } = memory.read(file.path, "category", "", () => {
      const { text, problems: fileProblems } = readText(file);
      const parsed = parseCategory(file.path, hasErrors(fileProblems) ? "{}" : text);
      return { ...parsed, problems: [...fileProblems, ...parsed.problems] };
    });
    problems.push(...result.problems, ...faults);
    const folder = folderOf(`${CONTENT_FOLDER}/${file.inside}`);
    if (original !== undefined) readCategory({ ...original, inside: file.inside });
    const { category } = categories.get(folder) ?? {};
    categories.set(folder, { ...result, category: { ...category, ...result.category } });
  };

  const readAuthors = (file: FoundFile) => {
    const { value: result, faults } = memory.read(file.path, "authors", "", () => {
      const { text, problems: fileProblems } = readText(file);
      const parsed = parseAuthors(file.path, text, (slug) => {
        if (config.blog === false) return "/";
        return blogRoute(config.blog, `${config.blog.authorsBasePath}/${slug}`, false, config.trailingSlash);
      });
      return { ...parsed, problems: [...fileProblems, ...parsed.problems] };
    });
    problems.push(...result.problems, ...faults);
    authors = result.authors;
  };

  const readFile = (file: ContentFile) => {
    const { inside, original } = file;
    if (isLitter(inside)) return;
    const place = places.find(({ folder }) => inside.startsWith(`${folder}/`));
    const name = nameOf(file.path);
    if (inside.startsWith("static/")) {
      const { path, absolute, bytes } = file;
      statics.push({ path, absolute, bytes, file: inside.slice("static/".length) });
    } else if (place === undefined) return;
    else if (name === CATEGORY_FILE) readCategory(file);
    else if (config.blog !== false && inside === `${BLOG_FOLDER}/${config.blog.authorsMapPath}`) readAuthors(file);
    else if (!/\.(md|mdx)$/.test(name) && !(place.kind === "page" && name.endsWith(".tsx"))) {
      assets.set(file.path, file.absolute);
      if (original !== undefined) assets.set(original.path, original.absolute);
    } else if (/(?:^|\/)_/.test(inside)) return;
    else if (original === undefined && file.path.startsWith(translationsFolder(options.locale))) {
      problems.push(missingOriginal(file));
    } else readPage(file, place);
  };
  for (const [index, file] of files.entries()) {
    if (index % FILES_IN_A_TURN === FILES_IN_A_TURN - 1) await turn();
    readFile(file);
  }
  await turn();

  const byPath = <T extends { readonly path: string }>(a: T, b: T) => (a.path < b.path ? -1 : 1);
  pages.sort(byPath);
  statics.sort(byPath);
  const folders = docsFolders(pages, categories, places, problems);
  const lists = makeLists(pages, versions, authors, config);
  const all = [...lists.pages, ...generatedIndexes(pages, folders, versions, config)];
  problems.push(
    ...lists.problems,
    // Lists come first: what takes the place of one is the author's to move.
    ...findCollisions([...lists.lists, ...all], statics, config.trailingSlash),
    ...findDuplicateIds(all),
  );
  all.push(...lists.lists);
  drafts.sort(byPath);
  return { content: { pages: all, folders, versions, statics, assets, drafts, translation }, problems };
}

/** The texts of a locale's interface; none where it has no file of them. */
function readTexts(file: FoundFile | undefined): ParsedTexts {
  if (file === undefined) return parseTexts("", "{}");
  const { text, problems } = readText(file);
  return hasErrors(problems) ? { ...parseTexts("", "{}"), problems } : parseTexts(file.path, text);
}

function missingOriginal({ path, inside }: ContentFile): Problem {
  const message = `translates nothing: there is no ${CONTENT_FOLDER}/${inside}`;
  const hint = "rename it as its original is named, or remove it";
  return { path, line: 1, column: 1, severity: "warning", code: "translation", message, hint };
}

function sourcePage(file: ContentFile, { text, problems }: Source, place: Place, config: SiteConfig): ReadPage {
  const { frontMatter } = text;
  const folder = folderOf(file.inside).slice(place.folder.length + 1);
  const rawName = nameOf(file.path).replace(/\.\w+$/, "");
  // The order of pages outside the docs is nobody's: their names are taken as they are.
  const name = place.kind === "doc" ? splitPrefix(rawName).name : rawName;
  const cleanFolder = place.kind === "doc" ? stripPrefixes(folder) : folder;
  const { trailingSlash } = config;
  const standsForFolder =
    place.kind === "doc" ? isIndexName(name, folder === "" ? "" : splitPrefix(nameOf(folder)).name) : name === "index";
  const parts = {
    base: place.base,
    folder: cleanFolder,
    name: frontMatter.id ?? name,
    isIndex: standsForFolder,
    slug: frontMatter.slug,
    trailingSlash,
  };
  const route = makeRoute(parts);
  // A slug may make any page its folder's index.
  const isNamed = !standsForFolder && place.kind === "doc" && (frontMatter.slug ?? frontMatter.id) !== undefined;
  const folderRoute = isNamed ? makeRoute({ ...parts, name: "", slug: undefined, isIndex: true }) : undefined;
  const isNamedIndex = folderRoute !== undefined && routeKey(route) === routeKey(folderRoute);
  const { keyLines, hash, heading, body, bodyLine } = text;
  // Spelled out: putting one object's fields into another takes several times as long, for each of thousands.
  const source: SourcePage = {
    kind: place.kind === "doc" ? "doc" : "page",
    path: file.path,
    route: isNamedIndex ? folderRoute : route,
    plugin: place.plugin,
    version: place.version,
    id: cleanFolder === "" ? parts.name : `${cleanFolder}/${parts.name}`,
    folder,
    name: rawName,
    isIndex: standsForFolder || isNamedIndex,
    format: file.path.endsWith(".tsx") ? "tsx" : "md",
    frontMatter,
    keyLines,
    hash,
    heading,
    body,
    bodyLine,
  };
  return { source, problems: [...problems, ...postKeyProblems(file.path, keyLines)] };
}

const LITTER = /(?:^|\/)(?:\.DS_Store|Thumbs\.db)(?:\/|$)|~(?:\/|$)/;
const HIDDEN = /(?:^|\/)[.#]/;

/** What editors and systems leave behind; hidden files are published only from the static folder. */
function isLitter(inside: string): boolean {
  return LITTER.test(inside) || (HIDDEN.test(inside) && !/^static(?:\/|$)/.test(inside));
}
