import type { SiteConfig } from "../config/schema.ts";
import { compareText, type Problem } from "../shared/problem.ts";
import type { TrailingSlash } from "../shared/route.ts";
import type { Authors } from "./authors.ts";
import { makeBlog } from "./blog.ts";
import { makeListPage } from "./list-pages.ts";
import { makeRoute } from "./routes.ts";
import { collectTags, tagIndex } from "./tags.ts";
import type { DocsVersion, SourcePage } from "./types.ts";
import { isOfVersion } from "./versions.ts";

/** Pages with their tags and authors, and the generated list pages. */
interface Lists {
  readonly pages: readonly SourcePage[];
  readonly lists: readonly SourcePage[];
  readonly problems: readonly Problem[];
}

/** Adds tags and authors to pages, and creates the list pages. */
export function makeLists(
  pages: readonly SourcePage[],
  versions: readonly DocsVersion[],
  authors: Authors,
  { blog, docs, trailingSlash }: SiteConfig,
): Lists {
  const made = versions.map((version) => {
    const own = pages.filter((page) => page.kind === "doc" && isOfVersion(version)(page));
    const { tagsBasePath = "" } = docs.find(({ id }) => id === version.plugin) ?? {};
    return docTags(own, `content/${version.folder}`, `${version.path.slice(1)}/${tagsBasePath}`, trailingSlash);
  });
  const posts = pages.filter(({ kind }) => kind === "post");
  if (blog !== false) made.push(makeBlog(posts, authors, blog, trailingSlash));
  const changed = new Map(made.flatMap((set) => set.pages).map((page) => [page.path, page]));
  return {
    pages: pages.map((page) => changed.get(page.path) ?? page),
    lists: made.flatMap((set) => set.lists),
    problems: made.flatMap((set) => set.problems),
  };
}

/** Tags of a docs version. @param path folder of the docs @param base route of the tags: `docs/tags` */
function docTags(docs: readonly SourcePage[], path: string, base: string, trailingSlash: TrailingSlash): Lists {
  const { tags, tagged, problems } = collectTags(docs, (name) => makeRoute({ base, name, trailingSlash }));
  const all = makeRoute({ base, name: "", isIndex: true, trailingSlash });
  const lists = tags.map(({ label: tag, route, pages }) => {
    const own = pages.toSorted((a, b) => compareText(a.title.toLowerCase(), b.title.toLowerCase()));
    return makeListPage("docList", path, route, { kind: "docs", docs: own.map((page) => page.path), tag, all });
  });
  return { pages: tagged, lists: [...tagIndex("docList", path, all, tags), ...lists], problems };
}
