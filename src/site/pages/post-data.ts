import { socialLink } from "../../content/authors.ts";
import { blogOf } from "../../content/blog.ts";
import type { Author, SourcePage } from "../../content/content-types.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { LinkUse } from "../../links/use.ts";
import { type CompiledDocument, fillMarks } from "../../markdown/document.ts";
import { MAX_LEAD } from "../../markdown/lead.ts";
import { isPermalinkTag } from "../../markdown/plugins/permalink.ts";
import { readHtml } from "../../shared/html.ts";
import { attributeOf, editHtml, endOfElement, type HtmlEdit } from "../../shared/html-parts.ts";
import { translateCount } from "../../shared/plural.ts";
import { toUrl } from "../../shared/route.ts";
import { escapeHtml, truncate } from "../../shared/text.ts";
import type { AuthorData, PostData, PostSummary } from "../../theme/lists.ts";
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

/**
 * A post as shown in lists: its text up to the truncate marker, else its description, its first paragraph or, if it has
 * none, its first block.
 */
export function postSummary(page: SourcePage, document: CompiledDocument | undefined, plan: Plan): PostSummary {
  const isText = page.frontMatter.description !== undefined && document?.isExcerptMarked !== true;
  return {
    ...postData(page, document, plan),
    route: page.route,
    title: page.title,
    badge: page.frontMatter.badge,
    tags: page.tags ?? [],
    excerptHtml:
      document?.excerpt === undefined || isText ? paragraph(postText(page, document)) : excerpt(page, document, plan),
  };
}

function paragraph(text: string): string {
  return text === "" ? "" : `<p>${escapeHtml(text)}</p>`;
}

/** An author with addresses ready for links. */
export function authorData(author: Author, plan: Plan): AuthorData {
  const { name = author.key ?? "", title, description, email, route } = author;
  const [url, image] = [author.url, author.image_url].map((target) => {
    const source = { path: author.path, route: "/", isIndex: true };
    return target === undefined ? undefined : resolveLink(target, source, plan.index).url;
  });
  return {
    name,
    socials: Object.entries(author.socials ?? {}).flatMap(([platform, handle]) => socialLink(platform, handle) ?? []),
    title,
    description,
    email,
    route,
    url,
    image,
  };
}

/** Beginning of the names of groups of tabs. */
const TABS_PREFIX = "docgen-tabs-";

/** Links in the profiles of all authors. */
export function authorLinks(plan: Plan): LinkUse[] {
  const authors = plan.pages.flatMap(({ post, list }) => [
    ...(post?.authors ?? []),
    ...(list?.kind === "authors" ? list.authors.map(({ author }) => author) : []),
  ]);
  const unique = new Map(authors.map((author) => [`${author.path}:${author.line}:${author.name}`, author]));
  return [...unique.values()].flatMap((author) => {
    const { path, line, places, url, image_url } = author;
    const source = { path, route: "/", isIndex: true, isSite: true };
    const about = { path, line, column: 1, source, index: plan.index };
    const links = [["link", url, places?.url] as const, ["image", image_url, places?.image_url] as const];
    return links.flatMap(([kind, target, place]) => {
      return target === undefined ? [] : [{ ...about, ...place, target, kind }];
    });
  });
}

function readingTime(document: CompiledDocument, plan: Plan): string {
  const words = document.sections.reduce((sum, { title, text, code }) => {
    return sum + (`${title} ${text} ${code}`.match(WORD)?.length ?? 0);
  }, 0);
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  const text = { id: "theme.blog.post.readingTime.plurals", message: "One min read|{readingTime} min read" };
  return translateCount(plan.site.texts, text, minutes, plan.locale.htmlLang, { readingTime: minutes });
}

/**
 * HTML of a post for a list of several: without ids and footnotes; links to the post's own anchors lead to its page,
 * and its tab groups get unique names.
 */
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
