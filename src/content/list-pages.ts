import { nameOf, type Route, routeKey, type TrailingSlash } from "../shared/route.ts";
import type { PageKind, PageList, SourcePage, TagLink } from "./types.ts";

/** Makes a page of the site that lists others. @param path the folder that it lists pages of */
export function makeListPage(kind: PageKind, path: string, route: Route, list: PageList): SourcePage {
  return {
    kind,
    path,
    route,
    plugin: "",
    version: "",
    id: routeKey(route).slice(1),
    folder: "",
    name: nameOf(routeKey(route)),
    isIndex: route.endsWith("/"),
    format: "generated",
    frontMatter: {},
    keyLines: {},
    hash: "",
    body: "",
    bodyLine: 1,
    list,
  };
}

type PostList = Extract<PageList, { kind: "posts" }>;

/** Splits a list of posts over as many pages as it needs, one at least: `/blog/`, `/blog/page/2` … */
export function postListPages(
  path: string,
  first: Route,
  posts: readonly string[],
  about: Pick<PostList, "tag" | "author" | "all">,
  { perPage, trailingSlash }: { readonly perPage: number; readonly trailingSlash: TrailingSlash },
): SourcePage[] {
  const pages = Math.max(1, Math.ceil(posts.length / perPage));
  const routeOf = (number: number): Route => {
    if (number === 1) return first;
    return `${first === "/" ? "" : routeKey(first)}/page/${number}${trailingSlash === true ? "/" : ""}`;
  };
  return Array.from({ length: pages }, (_, index) => {
    const own = posts.slice(index * perPage, pages === 1 ? undefined : (index + 1) * perPage);
    return makeListPage("blogList", path, routeOf(index + 1), {
      kind: "posts",
      posts: own,
      count: posts.length,
      ...(index === 0 ? {} : { newer: routeOf(index) }),
      ...(index === pages - 1 ? {} : { older: routeOf(index + 2) }),
      ...about,
    });
  });
}

/** The page with those of its tags that have pages. @param links by slug */
export function withTags(page: SourcePage, links: ReadonlyMap<string, TagLink>, slugOf: (tag: string) => string) {
  const slugs = new Set((page.frontMatter.tags ?? []).map(slugOf));
  const tags = [...slugs].flatMap((slug) => links.get(slug) ?? []);
  return tags.length === 0 ? page : { ...page, tags };
}
