import { type BlogPosts, blogRoute, type FeedType, feedFile, feedTypes } from "../../content/blog.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { type CompiledDocument, fillSlots } from "../../markdown/document.ts";
import { isPermalinkTag } from "../../markdown/plugins/heading-id.ts";
import { type Feed, type FeedEntry, renderAtom, renderJsonFeed, renderRss } from "../../render/feed.ts";
import { readHtml } from "../../shared/html.ts";
import { editHtml, endOfElement, type HtmlEdit } from "../../shared/html-parts.ts";
import { absoluteUrl, toUrl } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { Plan } from "../model/plan.ts";
import { authorData, postText } from "../pages/blog-pages.ts";
import { fillSlot } from "../pages/slots.ts";

const RENDER = { rss: renderRss, atom: renderAtom, json: renderJsonFeed };

interface BlogFeed extends BlogPosts {
  readonly type: FeedType;
}

function feedIn(file: string, { blogs, config }: Plan): BlogFeed | undefined {
  const feeds = blogs.flatMap((blog) => feedTypes(blog).map((type): BlogFeed => ({ ...blog, type })));
  return feeds.find((feed) => feedFile(feed.type, feed, config.trailingSlash) === file);
}

/** Renders a feed. @param documentOf returns the document of a post */
export async function renderFeed(
  file: string,
  plan: Plan,
  documentOf: (post: SourcePage) => Promise<CompiledDocument | undefined>,
): Promise<string> {
  const feed = feedIn(file, plan);
  if (feed === undefined) return "";
  const { config } = plan;
  const { blog, posts } = feed;
  const entries: FeedEntry[] = [];
  for (const post of posts.slice(0, blog.feedOptions.limit)) entries.push(entry(post, await documentOf(post), plan));
  const updated =
    entries
      .map((post) => post.updated)
      .sort()
      .at(-1) ?? "";
  const content: Feed = {
    title: `${config.title} ${blog.title}`.trim(),
    description: blog.description || config.description,
    url: absoluteUrl(config, blogRoute(blog, "", true, config.trailingSlash)),
    language: plan.locale.htmlLang,
    updated,
    entries,
  };
  return RENDER[feed.type](content, absoluteUrl(config, `/${file}`));
}

function entry(post: SourcePage, document: CompiledDocument | undefined, plan: Plan): FeedEntry {
  const url = absoluteUrl(plan.config, post.route);
  const published = post.post?.date ?? "";
  const { last_update } = post.frontMatter;
  return {
    title: post.title,
    url,
    published,
    updated: last_update?.date ?? published,
    summary: postText(post, document),
    html: document === undefined ? "" : fullText(post, document, plan, url),
    authors: (post.post?.authors ?? []).map((author) => {
      const { name, email, url: website, route } = authorData(author, plan);
      const link = website ?? (route === undefined ? undefined : toUrl(plan.config.baseUrl, route));
      return { name, email, url: link === undefined ? undefined : new URL(link, url).href };
    }),
    tags: (post.tags ?? []).map(({ label }) => label),
  };
}

/** HTML of a post with absolute addresses, as feeds are read outside the site. */
function fullText(post: SourcePage, document: CompiledDocument, plan: Plan, url: string): string {
  const absolute = (address: string) => (URL.canParse(address, url) ? new URL(address, url).href : address);
  const html = fillSlots(document, (slot) => (slot.kind === "cards" ? "" : fillSlot(slot, post, plan, absolute)));
  return editHtml(
    html,
    readHtml(html).flatMap((part, index, parts): HtmlEdit[] => {
      if (part.kind !== "start" || part.name !== "a") return [];
      if (isPermalinkTag(part)) return [{ from: part.from, to: endOfElement(parts, index), html: "" }];
      const href = part.attributes.find(({ name, value }) => name === "href" && value.startsWith("#"));
      return href === undefined ? [] : [{ ...href, html: `href="${escapeHtml(url + href.value)}"` }];
    }),
  );
}
