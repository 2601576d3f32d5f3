import { type BlogPosts, blogRoute } from "../content/blog.ts";
import type { SourcePage } from "../content/content-types.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { type Route, routeKey, type TrailingSlash } from "../shared/route.ts";
import type { Neighbour, Sidebars } from "./navigation-types.ts";
import { labelOf } from "./sidebar.ts";
import { flatItems, isListed } from "./sidebar-path.ts";

export interface Neighbours {
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
}

/** Finds the pages before and after a page, and the problems of front matter that names them. */
export type FindNeighbours = (page: SourcePage) => {
  readonly neighbours: Neighbours;
  readonly problems: readonly Problem[];
};

/** Finds the previous and next page of each page in one docs version, in the order of the page's sidebar. */
export function createNeighbours(
  sidebars: Sidebars,
  sidebarOf: (page: SourcePage) => string | undefined,
  pages: readonly SourcePage[],
): FindNeighbours {
  const orders = new Map(
    Object.entries(sidebars).map(([name, items]) => {
      const order = flatItems(items, isListed).flatMap(({ type, label, route }): Entry[] => {
        return route === undefined ? [] : [{ label, route, isCategory: type === "category" }];
      });
      // A page that is listed twice has its first position.
      const indexes = order.map((entry, index) => [routeKey(entry.route), index] as const).toReversed();
      return [name, { order, indexOf: new Map(indexes) }];
    }),
  );
  const byId = new Map(pages.map((page) => [page.id, page]));
  const byRoute = new Map(pages.map((page) => [routeKey(page.route), page]));
  const named = ({ label, route, isCategory }: Entry): Neighbour => {
    const page = byRoute.get(routeKey(route));
    // A category may have a label of its own; a neighbour has that of its page.
    const itemLabel = page === undefined || page.format === "generated" || !isCategory ? label : labelOf(page);
    return { route, label: page?.frontMatter.pagination_label ?? itemLabel };
  };

  return (page) => {
    const problems: Problem[] = [];
    const sidebar = sidebarOf(page) ?? "";
    const { order = [], indexOf } = orders.get(sidebar) ?? {};
    if (sidebar !== "" && indexOf === undefined) {
      const line = page.keyLines.displayed_sidebar ?? 1;
      const message = `displayed_sidebar: no sidebar "${sidebar}"${didYouMean(sidebar, orders.keys())}`;
      problems.push(problemOf({ path: page.path, line, code: "broken-reference", message }));
    }
    const sibling = (key: "pagination_prev" | "pagination_next", index: number | undefined): Neighbour | undefined => {
      const id = page.frontMatter[key];
      if (id === null) return undefined;
      if (id === undefined) return index === undefined || order[index] === undefined ? undefined : named(order[index]);
      const target = byId.get(id);
      if (target !== undefined) return named({ label: labelOf(target), route: target.route, isCategory: false });
      const message = `${key}: no page with the id "${id}"${didYouMean(id, byId.keys())}`;
      problems.push(problemOf({ path: page.path, line: page.keyLines[key] ?? 1, code: "broken-reference", message }));
      return undefined;
    };
    const index = indexOf?.get(routeKey(page.route));
    const previous = sibling("pagination_prev", index === undefined ? undefined : index - 1);
    const next = sibling("pagination_next", index === undefined ? undefined : index + 1);
    return { neighbours: { previous, next }, problems };
  };
}

/** A page of a sidebar. */
interface Entry {
  readonly label: string;
  readonly route: Route;
  readonly isCategory: boolean;
}

/** Recent posts, as listed beside blog pages. */
export interface RecentPostLinks {
  readonly title: string;
  readonly posts: readonly Neighbour[];
  /** Route of the archive; undefined if there is none. */
  readonly archive: Route | undefined;
}

function postLink(post: SourcePage): Neighbour {
  return { label: post.title, route: post.route };
}

/** Finds the next newer and older post of each post in its blog, as its previous and next page. */
export function createPostNeighbours(blogs: readonly BlogPosts[]): (post: SourcePage) => Neighbours {
  const places = new Map(
    blogs.flatMap(({ posts }) => posts.map(({ path }, index) => [path, { posts, index }] as const)),
  );
  return ({ path }) => {
    const { posts = [], index } = places.get(path) ?? {};
    const [newer, older] = index === undefined ? [] : [posts[index - 1], posts[index + 1]];
    return { previous: newer && postLink(newer), next: older && postLink(older) };
  };
}

/** Links for the sidebar of a blog; undefined without posts. */
export function recentPosts({ blog, posts }: BlogPosts, trailingSlash: TrailingSlash): RecentPostLinks | undefined {
  if (blog.blogSidebarCount === 0 || posts.length === 0) return undefined;
  const { blogSidebarCount: count, blogSidebarTitle: title, archiveBasePath } = blog;
  const links = (count === "ALL" ? posts : posts.slice(0, count)).map(postLink);
  const archive = archiveBasePath === null ? undefined : blogRoute(blog, archiveBasePath, false, trailingSlash);
  return { title, posts: links, archive };
}
