import { blogOf, blogRoute, feedFile, feedTypes } from "../../content/blog.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { jsonLd } from "../../render/structured-data.ts";
import { absoluteUrl, encodeRoute, toUrl } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { AuthorData } from "../../theme/lists.ts";
import type { PageData } from "../../theme/theme-types.ts";
import type { Plan } from "../model/plan.ts";

/** Media type and name of each type of feed. */
const FEEDS = {
  rss: ["application/rss+xml", "RSS"],
  atom: ["application/atom+xml", "Atom"],
  json: ["application/feed+json", "JSON"],
} as const;

/** Head of a blog page: feeds, dates, and structured data. */
export function blogTags(page: SourcePage, data: PageData, image: string | undefined, plan: Plan): string[] {
  if (page.kind === "post") return [...feedLinks(plan, page.blog), ...postTags(page, data, image, plan)];
  if (page.kind !== "blogList") return [];
  const isBlog = page.list?.kind === "posts" && page.list.tag === undefined && page.list.author === undefined;
  return [...feedLinks(plan, page.blog), ...(isBlog ? [jsonLd(blogValue(page, data, plan))] : [])];
}

function postTags(page: SourcePage, data: PageData, image: string | undefined, plan: Plan): string[] {
  const published = page.post?.date ?? "";
  const modified = page.frontMatter.last_update?.date;
  const blog = blogOf(page, plan.config);
  const authors = data.post?.authors ?? [];
  const url = absoluteUrl(plan.config, page.route);
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  return [
    property("og:type", "article"),
    property("article:published_time", published),
    ...(modified === undefined ? [] : [property("article:modified_time", modified)]),
    ...(page.tags ?? []).map(({ label }) => property("article:tag", label)),
    jsonLd({
      "@type": "BlogPosting",
      "@id": url,
      mainEntityOfPage: url,
      url,
      headline: data.title,
      description: data.description || undefined,
      datePublished: published,
      dateModified: modified,
      image,
      author: authors.map((author) => person(author, plan)),
      keywords: page.frontMatter.keywords ?? (page.tags ?? []).map(({ label }) => label),
      isPartOf: blog && {
        "@type": "Blog",
        "@id": absoluteUrl(plan.config, blogRoute(blog, "", true, plan.config.trailingSlash)),
        name: blog.title,
      },
    }),
  ];
}

function blogValue(page: SourcePage, { title, description }: PageData, plan: Plan): object {
  const url = absoluteUrl(plan.config, page.route);
  const paths = page.list?.kind === "posts" ? page.list.posts : [];
  return {
    "@type": "Blog",
    "@id": url,
    mainEntityOfPage: url,
    headline: title,
    description: description || undefined,
    blogPost: paths.flatMap((path) => {
      const post = plan.pageAt(path);
      if (post === undefined) return [];
      const postUrl = absoluteUrl(plan.config, post.route);
      return {
        "@type": "BlogPosting",
        "@id": postUrl,
        url: postUrl,
        headline: post.title,
        datePublished: post.post?.date,
      };
    }),
  };
}

function person({ name, title, url, email, image, route }: AuthorData, plan: Plan): object {
  const authorUrl = url ?? (route === undefined ? undefined : toUrl(plan.config.baseUrl, route));
  const full = (address: string) => (address.startsWith("/") ? plan.config.url + address : address);
  return {
    "@type": "Person",
    name,
    description: title,
    url: authorUrl && full(authorUrl),
    email,
    image: image && full(image),
  };
}

/** Link tags for feed discovery. @param id of a blog */
function feedLinks({ blogs, config }: Plan, id: string | undefined): string[] {
  const feedBlog = blogs.find(({ blog }) => blog.id === id);
  if (feedBlog === undefined) return [];
  const { blog } = feedBlog;
  return feedTypes(feedBlog).map((type) => {
    const [mediaType, name] = FEEDS[type];
    const href = escapeHtml(config.baseUrl + encodeRoute(feedFile(type, feedBlog, config.trailingSlash)));
    return `<link rel="alternate" type="${mediaType}" href="${href}" title="${escapeHtml(`${blog.title} (${name})`)}">`;
  });
}
