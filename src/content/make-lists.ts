import type { SiteConfig } from "../config/schema.ts";
import type { Problem } from "../shared/problem.ts";
import type { Authors } from "./authors.ts";
import { makeBlog } from "./blog.ts";
import { makeDocTags } from "./doc-tags.ts";
import type { SourcePage } from "./types.ts";

/** The pages with their tags and authors, and the pages that docgen makes to list them. */
export function makeLists(
  pages: readonly SourcePage[],
  authors: Authors,
  { blog, docs, trailingSlash }: SiteConfig,
): { pages: SourcePage[]; lists: SourcePage[]; problems: Problem[] } {
  const tagged = docs.map(({ id, folder, routeBasePath, tagsBasePath }) => {
    const own = pages.filter((page) => page.kind === "doc" && page.plugin === id);
    return makeDocTags(own, `content/${folder}`, `${routeBasePath}/${tagsBasePath}`, trailingSlash);
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
