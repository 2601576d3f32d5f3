import type { SiteConfig } from "../config/schema.ts";
import { blogRoute } from "../content/blog.ts";
import type { SourcePage } from "../content/content-types.ts";
import type { Route } from "../shared/route.ts";
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

/**
 * Finds the next newer and older post of each post, as its previous and next page.
 *
 * @param posts listed posts, newest first
 */
export function createPostNeighbours(posts: readonly SourcePage[]): (post: SourcePage) => Neighbours {
  const order = new Map(posts.map(({ path }, index) => [path, index]));
  return ({ path }) => {
    const index = order.get(path);
    const [newer, older] = index === undefined ? [] : [posts[index - 1], posts[index + 1]];
    return { previous: newer && postLink(newer), next: older && postLink(older) };
  };
}

/** Links for the sidebar of the blog; undefined without posts. @param posts listed posts, newest first */
export function recentPosts(
  posts: readonly SourcePage[],
  { blog, trailingSlash }: SiteConfig,
): RecentPostLinks | undefined {
  if (blog === false || blog.blogSidebarCount === 0 || posts.length === 0) return undefined;
  const { blogSidebarCount: count, blogSidebarTitle: title, archiveBasePath } = blog;
  const links = (count === "ALL" ? posts : posts.slice(0, count)).map(postLink);
  const archive = archiveBasePath === null ? undefined : blogRoute(blog, archiveBasePath, false, trailingSlash);
  return { title, posts: links, archive };
}
