import { blogRoute } from "../content/blog.ts";
import type { SourcePage } from "../content/content-types.ts";
import type { BlogPosts } from "../content/feed-files.ts";
import type { Route, TrailingSlash } from "../shared/route.ts";
import type { Neighbour } from "./navigation-types.ts";
import type { Neighbours } from "./neighbours.ts";

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
