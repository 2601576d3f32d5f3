import type { SiteConfig } from "../config/schema.ts";
import { routeKey } from "../shared/route.ts";
import { blogRoute } from "./blog.ts";
import type { SourcePage } from "./content-types.ts";

/** Format of a feed. */
export type FeedType = "rss" | "atom" | "json";

const NAMES: Readonly<Record<FeedType, string>> = { rss: "rss.xml", atom: "atom.xml", json: "feed.json" };

/** Output files of the blog's feeds; none without posts. @param posts the listed posts */
export function feedFiles(posts: readonly SourcePage[], config: SiteConfig): string[] {
  return feedTypes(posts, config).map((type) => feedFile(type, config));
}

/** The formats of feeds that a site has; none without posts. @param posts the listed posts */
export function feedTypes(posts: readonly SourcePage[], { blog }: SiteConfig): FeedType[] {
  return blog === false || posts.length === 0 ? [] : [...new Set(blog.feedOptions.type)];
}

/** Output file of a feed. */
export function feedFile(type: FeedType, { blog, trailingSlash }: SiteConfig): string {
  const folder = blog === false ? "" : routeKey(blogRoute(blog, "", true, trailingSlash)).slice(1);
  return folder === "" ? NAMES[type] : `${folder}/${NAMES[type]}`;
}
