import type { SiteConfig } from "../config/schema.ts";
import { compareText, type Problem } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import type { Authors } from "./authors.ts";
import { blogsOf, makeBlog } from "./blog.ts";
import type { DocsVersion, SourcePage } from "./content-types.ts";
import { makeListPage } from "./list-pages.ts";
import { makeRoute } from "./routes.ts";
import { collectTags, type TagRules, type TagsFile, tagIndex } from "./tags.ts";
import { isOfVersion } from "./versions.ts";
import { CONTENT_FOLDER } from "./walk.ts";

interface Lists {
  readonly pages: readonly SourcePage[];
  readonly lists: readonly SourcePage[];
  readonly problems: readonly Problem[];
}

/** Adds tags and authors to pages, and creates the list pages. @param authors by the id of their blog */
export function makeLists(
  pages: readonly SourcePage[],
  versions: readonly DocsVersion[],
  authors: ReadonlyMap<string, Authors>,
  tagFiles: ReadonlyMap<string, TagsFile>,
  config: SiteConfig,
): Lists {
  const { docs, trailingSlash } = config;
  const sets = versions.map((version) => {
    const docPages = pages.filter((page) => page.kind === "doc" && isOfVersion(version)(page));
    const { tagsBasePath = "", onInlineTags = "warn" } = docs.find(({ id }) => id === version.plugin) ?? {};
    const base = `${version.path.slice(1)}/${tagsBasePath}`;
    const folder = `${CONTENT_FOLDER}/${version.folder}`;
    const routeOf = (slug: string) => makeRoute({ base, name: slug, trailingSlash });
    const all = makeRoute({ base, name: "", isIndex: true, trailingSlash });
    return docTags(docPages, { folder, file: tagFiles.get(version.folder), onInlineTags, routeOf }, all);
  });
  for (const blog of blogsOf(config)) {
    const posts = pages.filter((page) => page.kind === "post" && page.blog === blog.id);
    // Without a file of authors there are none; undefined stands for an invalid one.
    const byKey = authors.has(blog.id) ? authors.get(blog.id) : new Map();
    sets.push(makeBlog(posts, byKey, tagFiles.get(blog.folder), blog, trailingSlash));
  }
  const changed = new Map(sets.flatMap((set) => set.pages).map((page) => [page.path, page]));
  return {
    pages: pages.map((page) => changed.get(page.path) ?? page),
    lists: sets.flatMap((set) => set.lists),
    problems: sets.flatMap((set) => set.problems),
  };
}

/** Tags of a docs version. @param all route of the list of all tags: `/docs/tags/` */
function docTags(docs: readonly SourcePage[], rules: TagRules, all: Route): Lists {
  const { folder: path } = rules;
  const { tags, tagged, problems } = collectTags(docs, rules);
  const lists = tags.map(({ route, pages, ...tag }) => {
    const sorted = pages.toSorted((a, b) => compareText(a.title.toLowerCase(), b.title.toLowerCase()));
    return makeListPage("docList", path, route, { kind: "docs", docs: sorted.map((page) => page.path), tag, all });
  });
  return { pages: tagged, lists: [...tagIndex("docList", path, all, tags), ...lists], problems };
}
