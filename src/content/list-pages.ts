import { collisionKey, nameOf, outputFile, type Route, routeKey, type TrailingSlash } from "../shared/route.ts";
import type { PageKind, PageList, SourcePage } from "./content-types.ts";
import { makeRoute, readableName } from "./routes.ts";
import { CONTENT_FOLDER } from "./walk.ts";

/** Fields shared by all generated pages. */
export const GENERATED = { format: "generated", keyLines: {} } as const;

/** Creates a page that lists others. @param path folder of the listed pages */
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
    ...GENERATED,
    title: readableName(nameOf(routeKey(route))),
    frontMatter: {},
    list,
  };
}

/** The page of all search results; undefined if its route is taken. @param taken output files of pages and others */
export function searchPage(taken: readonly string[], trailingSlash: TrailingSlash): SourcePage | undefined {
  const route = makeRoute({ base: "", name: "search", trailingSlash });
  const file = outputFile(route, trailingSlash);
  if (taken.some((other) => collisionKey(other) === file)) return undefined;
  return makeListPage("docList", CONTENT_FOLDER, route, { kind: "search" });
}

/** The tag or author of the listed posts; empty for all posts. */
export type PostListAbout = Pick<Extract<PageList, { kind: "posts" }>, "tag" | "author" | "all">;

/** Splits a list of posts into pages, at least one: `/blog/`, `/blog/page/2` … */
export function postListPages(
  path: string,
  first: Route,
  posts: readonly string[],
  about: PostListAbout,
  { perPage, trailingSlash }: { readonly perPage: number; readonly trailingSlash: TrailingSlash },
): SourcePage[] {
  const pages = Math.max(1, Math.ceil(posts.length / perPage));
  const routeOf = (number: number): Route => {
    if (number === 1) return first;
    return `${first === "/" ? "" : routeKey(first)}/page/${number}${trailingSlash === true ? "/" : ""}`;
  };
  return Array.from({ length: pages }, (_, index) => {
    const listed = posts.slice(index * perPage, pages === 1 ? undefined : (index + 1) * perPage);
    return makeListPage("blogList", path, routeOf(index + 1), {
      kind: "posts",
      posts: listed,
      count: posts.length,
      ...(index === 0 ? {} : { newer: routeOf(index) }),
      ...(index === pages - 1 ? {} : { older: routeOf(index + 2) }),
      ...about,
    });
  });
}
