import type { SiteConfig } from "../config/schema.ts";
import { parseDate } from "../shared/calendar.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { folderOf, nameOf, routeKey, type TrailingSlash } from "../shared/route.ts";
import type { Blog } from "./blog.ts";
import type { SourcePage } from "./content-types.ts";
import type { ContentFile, ReadPage } from "./overlay.ts";
import { isIndexName, makeRoute, postName, splitPrefix, stripPrefixes, titleOf } from "./routes.ts";
import { REACT_PAGE, type Source } from "./source.ts";

/** A folder of pages of one kind. */
export interface ContentRoot {
  readonly kind: "doc" | "page" | "post";
  readonly plugin: string;
  readonly version: string;
  readonly base: string;
  /** Folder relative to `content/`. */
  readonly folder: string;
  readonly blog?: Blog;
}

/** Reads a page that is no post. @param read as read from the file */
export function readContentPage(file: ContentFile, read: Source, root: ContentRoot, config: SiteConfig): ReadPage {
  const { frontMatter, keyLines, heading, problems } = read;
  const folder = folderOf(file.inside).slice(root.folder.length + 1);
  const rawName = nameOf(file.path).replace(/\.\w+$/, "");
  // Number prefixes are only removed in docs.
  const isDoc = root.kind === "doc";
  const name = isDoc && frontMatter.parse_number_prefixes !== false ? splitPrefix(rawName).name : rawName;
  const cleanFolder = isDoc ? stripPrefixes(folder) : folder;
  const standsForFolder = isDoc ? isIndexName(name, nameOf(cleanFolder)) : name === "index";
  const parts = {
    base: root.base,
    folder: cleanFolder,
    name: frontMatter.id ?? name,
    isIndex: standsForFolder,
    slug: frontMatter.slug,
    trailingSlash: config.trailingSlash,
  };
  const route = makeRoute(parts);
  // With a slug or an id, a page may be its folder's index whatever its name is.
  const isNamed = !standsForFolder && isDoc && (frontMatter.slug ?? frontMatter.id) !== undefined;
  const folderRoute = isNamed ? makeRoute({ ...parts, name: "", slug: undefined, isIndex: true }) : undefined;
  const isNamedIndex = folderRoute !== undefined && routeKey(route) === routeKey(folderRoute);
  const source: Omit<SourcePage, "title"> = {
    frontMatter,
    keyLines,
    kind: root.kind,
    path: file.path,
    route: isNamedIndex ? folderRoute : route,
    plugin: root.plugin,
    version: root.version,
    id: cleanFolder === "" ? parts.name : `${cleanFolder}/${parts.name}`,
    folder,
    name: rawName,
    isIndex: standsForFolder || isNamedIndex,
    format: REACT_PAGE.test(file.path) ? "tsx" : "md",
  };
  const faults = [...problems, ...postKeyProblems(file.path, keyLines)];
  return { source: { ...source, title: titleOf(source, heading) }, problems: faults };
}

/**
 * Reads a post. Its date comes from its front matter or its path only, not from the file's time, so that every machine
 * builds the same blog.
 *
 * @param source as read from the file
 * @param isTranslation takes the date from the original unless it has its own
 */
export function readPost(
  file: ContentFile,
  { frontMatter, keyLines, heading, problems }: Source,
  blog: Blog,
  trailingSlash: TrailingSlash,
  isTranslation: boolean,
): ReadPage {
  const { path } = file;
  const inside = file.inside.slice(`${blog.folder}/`.length);
  const named = postName(inside);
  const namedDate = named.date === undefined ? undefined : parseDate(named.date);
  const date = frontMatter.date ?? (isTranslation ? undefined : namedDate);
  const isReported = isTranslation || problems.some(({ message }) => message.includes('"date"'));
  const isNoDate = named.date !== undefined && namedDate === undefined;
  const [message, hint] = isNoDate
    ? [`"${named.date}" is not a date`, "a post's path can start with a date such as 2026-01-31"]
    : ["the post has no date", "start the file name with a date, or set date in the front matter"];
  const isFault = !isReported && (isNoDate || date === undefined);
  const dateFaults = isFault ? [problemOf({ path, code: "date", message, hint })] : [];
  const { slug } = frontMatter;
  const source: Omit<SourcePage, "title"> = {
    keyLines,
    kind: "post",
    path,
    route: makeRoute({
      base: blog.routeBasePath,
      name: named.slug,
      slug: slug === undefined ? undefined : `/${slug.replace(/^\.?\//, "")}`,
      trailingSlash,
    }),
    plugin: "",
    blog: blog.id,
    version: "",
    id: named.slug,
    folder: folderOf(inside),
    name: nameOf(named.slug),
    isIndex: false,
    format: "md",
    frontMatter: date === undefined ? frontMatter : { ...frontMatter, date },
  };
  return { source: { ...source, title: titleOf(source, heading) }, problems: [...problems, ...dateFaults] };
}

/** Keys for posts only. */
const POST_KEYS = ["date", "authors"];

/** Warns of keys for posts in other pages. */
function postKeyProblems(path: string, keyLines: SourcePage["keyLines"]): Problem[] {
  return POST_KEYS.flatMap((key) => {
    const line = keyLines[key];
    if (line === undefined) return [];
    const message = `front matter key "${key}" only affects blog posts`;
    return [problemOf({ path, line, severity: "warning", code: "front-matter", message })];
  });
}
