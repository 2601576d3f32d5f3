import type { SiteConfig } from "../config/schema.ts";
import type { Problem } from "../shared/problem.ts";
import type { Authors } from "./authors.ts";
import { makeBlog } from "./blog.ts";
import { makeDocTags } from "./doc-tags.ts";
import type { DocsVersion, SourcePage } from "./types.ts";
import { isOfVersion } from "./versions.ts";

/** The pages with their tags and authors, and the pages that docgen makes to list them. */
export function makeLists(
  pages: readonly SourcePage[],
  versions: readonly DocsVersion[],
  authors: Authors,
  { blog, docs, trailingSlash }: SiteConfig,
): { pages: SourcePage[]; lists: SourcePage[]; problems: Problem[] } {
  const tagged = versions.map((version) => {
    const own = pages.filter((page) => page.kind === "doc" && isOfVersion(version)(page));
    const { tagsBasePath = "" } = docs.find(({ id }) => id === version.plugin) ?? {};
    return makeDocTags(own, `content/${version.folder}`, `${version.path.slice(1)}/${tagsBasePath}`, trailingSlash);
  });
  const sources = pages.filter(({ kind }) => kind === "post");
  const made = blog === false ? undefined : makeBlog(sources, authors, blog, trailingSlash);
  const changed = new Map(
    [...tagged.flatMap((set) => set.docs), ...(made?.posts ?? [])].map((page) => [page.path, page]),
  );
  return {
    pages: pages.map((page) => changed.get(page.path) ?? page),
    lists: [...tagged.flatMap((set) => set.lists), ...(made?.lists ?? [])],
    problems: [...tagged.flatMap((set) => set.problems), ...(made?.problems ?? [])],
  };
}
