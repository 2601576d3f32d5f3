import { routeKey, type TrailingSlash } from "../shared/route.ts";
import { type Blog, blogRoute } from "./blog.ts";
import type { SourcePage } from "./content-types.ts";

/** Format of a feed. */
export type FeedType = "rss" | "atom" | "json";

const NAMES: Readonly<Record<FeedType, string>> = { rss: "rss.xml", atom: "atom.xml", json: "feed.json" };

/** A blog with its posts of lists and feeds, newest first. */
export interface BlogPosts {
  readonly blog: Blog;
  readonly posts: readonly SourcePage[];
}

/** Output files of all feeds. */
export function feedFiles(blogs: readonly BlogPosts[], trailingSlash: TrailingSlash): string[] {
  return blogs.flatMap((blog) => feedTypes(blog).map((type) => feedFile(type, blog, trailingSlash)));
}

/** The formats of feeds that a blog has; none without posts. */
export function feedTypes({ blog, posts }: BlogPosts): FeedType[] {
  return posts.length === 0 ? [] : [...new Set(blog.feedOptions.type)];
}

/** Output file of a feed. */
export function feedFile(type: FeedType, { blog }: BlogPosts, trailingSlash: TrailingSlash): string {
  const folder = routeKey(blogRoute(blog, "", true, trailingSlash)).slice(1);
  return folder === "" ? NAMES[type] : `${folder}/${NAMES[type]}`;
}
