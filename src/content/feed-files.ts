import type { SiteConfig } from "../config/schema.ts";
import { routeKey } from "../shared/route.ts";
import { blogRoute, listedPosts } from "./blog.ts";
import type { SourcePage } from "./types.ts";

export type FeedType = "rss" | "atom" | "json";

const NAMES: Readonly<Record<FeedType, string>> = { rss: "rss.xml", atom: "atom.xml", json: "feed.json" };

/** Output files of the blog's feeds; none without a post. */
export function feedFiles(pages: readonly SourcePage[], config: SiteConfig): string[] {
  return feedTypes(pages, config).map((type) => feedFile(type, config));
}

/** The feeds that a site has. */
export function feedTypes(pages: readonly SourcePage[], { blog }: SiteConfig): FeedType[] {
  return blog === false || listedPosts(pages).length === 0 ? [] : [...new Set(blog.feedOptions.type)];
}

/** Where a feed is written. */
export function feedFile(type: FeedType, { blog, trailingSlash }: SiteConfig): string {
  const folder = blog === false ? "" : routeKey(blogRoute(blog, "", true, trailingSlash)).slice(1);
  return folder === "" ? NAMES[type] : `${folder}/${NAMES[type]}`;
}
