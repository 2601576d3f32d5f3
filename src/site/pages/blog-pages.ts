import { socialLink } from "../../content/authors.ts";
import { blogOf, blogRoute, feedFile, feedTypes } from "../../content/blog.ts";
import type { Author, SourcePage } from "../../content/content-types.ts";
import { resolveLink } from "../../links/resolve.ts";
import { type CompiledDocument, fillMarks } from "../../markdown/document.ts";
import { isPermalinkTag } from "../../markdown/plugins/heading-id.ts";
import { MAX_LEAD } from "../../markdown/sections.ts";
import { jsonLd } from "../../render/structured-data.ts";
import { readHtml } from "../../shared/html.ts";
import { attributeOf, editHtml, endOfElement, type HtmlEdit } from "../../shared/html-parts.ts";
import { absoluteUrl, encodeRoute, toUrl } from "../../shared/route.ts";
import { escapeHtml, truncate } from "../../shared/text.ts";
import { translateCount } from "../../shared/translate.ts";
import type { AuthorData, PageData, PostData, PostSummary } from "../../theme/theme-types.ts";
import type { Plan } from "../model/plan.ts";
import { fillSlot } from "./slots.ts";

const WORDS_PER_MINUTE = 200;
/** Matches a word, or a single Chinese, Japanese or Korean character, as these scripts have no spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}][^\s\p{Script=Han}]*/gu;

/** Header of a post. */
export function postData(page: SourcePage, document: CompiledDocument | undefined, plan: Plan): PostData {
  const showsTime = blogOf(page, plan.config)?.showReadingTime === true && document !== undefined;
  return {
    date: page.post?.date ?? "",
    readingTime: showsTime ? readingTime(document, plan) : undefined,
    authors: (page.post?.authors ?? []).map((author) => authorData(author, plan)),
  };
}

/** What a post says of itself in one text: its description, its first paragraph, or the beginning of what it has. */
export function postText({ frontMatter }: SourcePage, document: CompiledDocument | undefined): string {
  const texts = document?.sections.flatMap(({ text, code }) => [text, code]) ?? [];
  const first = texts.find((text) => text.trim() !== "") ?? "";
  return frontMatter.description ?? (document?.lead || truncate(first.replace(/\s+/g, " "), MAX_LEAD));
}

/** A post in lists: its text up to the truncate marker, else its description, first paragraph or first block. */
export function postSummary(page: SourcePage, document: CompiledDocument | undefined, plan: Plan): PostSummary {
  const isText = page.frontMatter.description !== undefined && document?.isExcerptMarked !== true;
  const hasExcerpt = document?.excerpt !== undefined && !isText;
  const text = hasExcerpt ? "" : escapeHtml(postText(page, document));
  return {
    ...postData(page, document, plan),
    route: page.route,
    title: page.title,
    badge: page.frontMatter.badge,
    tags: page.tags ?? [],
    excerptHtml: hasExcerpt ? excerpt(page, document, plan) : text && `<p>${text}</p>`,
  };
}

/** An author with addresses ready for links. */
export function authorData(author: Author, plan: Plan): AuthorData {
  const { name = author.key ?? "", title, description, email, route } = author;
  const [url, image] = [author.url, author.image_url].map((target) => {
    const source = { path: author.path, route: "/", isIndex: true };
    return target === undefined ? undefined : resolveLink(target, source, plan.index).url;
  });
  const socials = Object.entries(author.socials ?? {}).flatMap((entry) => socialLink(...entry) ?? []);
  return { name, socials, title, description, email, route, url, image };
}

/** Beginning of the names of groups of tabs. */
const TABS_PREFIX = "docgen-tabs-";

function readingTime(document: CompiledDocument, plan: Plan): string {
  const words = document.sections.reduce((sum, { title, text, code }) => {
    return sum + (`${title} ${text} ${code}`.match(WORD)?.length ?? 0);
  }, 0);
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  const text = { id: "theme.blog.post.readingTime.plurals", message: "One min read|{readingTime} min read" };
  return translateCount(plan.site.texts, text, minutes, plan.locale.htmlLang, { readingTime: minutes });
}

/** HTML of a post in a list: without ids and footnotes; its anchors lead to its page, its tab groups are unique. */
function excerpt(page: SourcePage, document: CompiledDocument, plan: Plan): string {
  const url = toUrl(plan.config.baseUrl, page.route);
  const fullAddress = (address: string) => (address.startsWith("#") ? url + address : address);
  const { excerpt: whole = "" } = document;
  const edits = readHtml(whole).flatMap((part, index, parts): HtmlEdit[] => {
    if (part.kind !== "start") return [];
    if (isPermalinkTag(part) || attributeOf(part, "class") === "footnote-ref") {
      return [{ from: part.from, to: endOfElement(parts, index), html: "" }];
    }
    return part.attributes.flatMap(({ name, value, from, to }): HtmlEdit[] => {
      if (name === "id") return [{ from: from - 1, to, html: "" }];
      if (name !== "name" || !value.startsWith(TABS_PREFIX)) return [];
      return [{ from, to, html: `name="${escapeHtml(value.replace(TABS_PREFIX, `${TABS_PREFIX}${page.id}-`))}"` }];
    });
  });
  return fillMarks(editHtml(whole, edits), document, (slot) =>
    slot.kind === "cards" ? "" : fillSlot(slot, page, plan, fullAddress),
  );
}

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
      const { route, title, post } = plan.pageAt(path) ?? {};
      if (route === undefined) return [];
      const url = absoluteUrl(plan.config, route);
      return { "@type": "BlogPosting", "@id": url, url, headline: title, datePublished: post?.date };
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
