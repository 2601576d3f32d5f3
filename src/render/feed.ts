import { escapeHtml } from "../shared/text.ts";

/** Content of a blog's feeds; all addresses are absolute. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** URL of the page that lists the posts. */
  readonly url: string;
  readonly language: string;
  /** ISO instant of the newest entry. */
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly title: string;
  readonly url: string;
  readonly published: string;
  readonly updated: string;
  readonly summary: string;
  /** HTML of the whole post. */
  readonly html: string;
  readonly authors: readonly {
    readonly name: string;
    readonly email: string | undefined;
    readonly url: string | undefined;
  }[];
  readonly tags: readonly string[];
}

/** RSS 2.0. @param self address of the feed itself */
export function renderRss(feed: Feed, self: string): string {
  const items = feed.entries.flatMap((entry) =>
    nested("item", "", [
      element("title", entry.title),
      element("link", entry.url),
      element("guid", entry.url),
      element("pubDate", new Date(entry.published).toUTCString()),
      element("description", entry.summary),
      element("content:encoded", entry.html),
      ...entry.authors.map(({ name }) => element("dc:creator", name)),
      ...entry.tags.map((tag) => element("category", tag)),
    ]),
  );
  const channel = nested("channel", "", [
    element("title", feed.title),
    element("link", feed.url),
    element("description", feed.description),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    element("lastBuildDate", new Date(feed.updated).toUTCString()),
    element("language", feed.language),
    ...items,
  ]);
  const namespaces = `xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"`;
  return xmlFile(nested("rss", ` version="2.0" ${namespaces}`, channel));
}

/** Atom 1.0. @param self address of the feed itself */
export function renderAtom(feed: Feed, self: string): string {
  const entries = feed.entries.flatMap((entry) =>
    nested("entry", "", [
      element("title", entry.title),
      element("id", entry.url),
      `<link href="${escapeXml(entry.url)}"/>`,
      element("published", entry.published),
      element("updated", entry.updated),
      ...entry.authors.map(({ name, email, url }) => {
        return `<author>${element("name", name)}${element("email", email)}${element("uri", url)}</author>`;
      }),
      ...entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
      element("summary", entry.summary),
      `<content type="html">${escapeXml(entry.html)}</content>`,
    ]),
  );
  const parts = [
    element("title", feed.title),
    ...(feed.description === "" ? [] : [element("subtitle", feed.description)]),
    element("id", feed.url),
    `<link href="${escapeXml(feed.url)}"/>`,
    `<link rel="self" href="${escapeXml(self)}"/>`,
    element("updated", feed.updated),
    // Atom requires an author: entries without one inherit the feed's.
    `<author>${element("name", feed.title)}</author>`,
    ...entries,
  ];
  return xmlFile(nested("feed", ` xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}"`, parts));
}

/** JSON Feed 1.1. @param self address of the feed itself */
export function renderJsonFeed(feed: Feed, self: string): string {
  const value = {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.url,
    feed_url: self,
    description: feed.description || undefined,
    language: feed.language,
    items: feed.entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      date_published: entry.published,
      date_modified: entry.updated === entry.published ? undefined : entry.updated,
      authors: entry.authors.map(({ name, url }) => ({ name, url })),
      tags: entry.tags,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Characters that XML forbids, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(NOT_XML, "\uFFFD"));
}

/** An element with a text; nothing without a text. */
function element(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${escapeXml(text)}</${name}>`;
}

/** Lines of an element with others in it. */
function nested(name: string, attributes: string, lines: readonly string[]): string[] {
  return [`<${name}${attributes}>`, ...lines.map((line) => `  ${line}`), `</${name}>`];
}

function xmlFile(lines: readonly string[]): string {
  return ['<?xml version="1.0" encoding="utf-8"?>', ...lines, ""].join("\n");
}
