import type { SiteConfig } from "../config/schema.ts";
import { folderOf, nameOf, routeKey } from "../shared/route.ts";
import type { Blog } from "./blog.ts";
import type { SourcePage } from "./content-types.ts";
import type { ContentFile } from "./overlay.ts";
import { postKeyProblems } from "./read-post.ts";
import { isIndexName, makeRoute, splitPrefix, stripPrefixes } from "./routes.ts";
import { REACT_PAGE, type Source } from "./source.ts";
import { titleOf } from "./title.ts";
import type { ReadPage } from "./translation.ts";

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
  const page = { ...source, title: titleOf(source, heading) };
  return { source: page, problems: [...problems, ...postKeyProblems(file.path, keyLines)] };
}
