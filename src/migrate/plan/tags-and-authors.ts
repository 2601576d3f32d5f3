import { basename, join } from "node:path";
import { slug as githubSlug } from "github-slugger";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import { permalinkSlug, tagSlug } from "../../content/tags.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { escapePattern } from "../../shared/text.ts";
import type { ContentSet, Job } from "../job.ts";
import { asText, record } from "../read/config-values.ts";
import { readData, readFileText } from "../read/read-data.ts";
import type { PageMount } from "./new-paths.ts";

/** Path of the file that describes a blog's authors, relative to the blog's folder in the new site. */
export function authorsPath(blog: ContentSet): string {
  const path = oldPath(blog);
  return path.startsWith("../") ? basename(path) : path;
}

/** The same in the Docusaurus site, where it may be outside of the folder. */
function oldPath({ options }: ContentSet): string {
  return asText(options.authorsMapPath)?.replace(/^\.\//, "") ?? "authors.yml";
}

/**
 * Copies files of authors, also those that are outside of the folders of their blogs. Pages of authors keep their
 * addresses.
 */
export function copyAuthors({ root, hasFile, put, noteFile }: Job, mounts: readonly PageMount[]): void {
  for (const { set, from, to } of mounts.filter(({ set }) => set.kind === "blog")) {
    const source = join(from, oldPath(set));
    if (!hasFile(source)) continue;
    const original = readFileText(source);
    const authors = Object.entries(record(readData(source)));
    const path = slashedPath(root, source);
    let moved = original.replace(/^(\s+["']?)imageURL(?=["']?\s*:)/gm, "$1image_url");
    for (const [key, author] of authors) {
      const slug = joinedWords(key);
      if (record(author).page !== "true" || slug === githubSlug(key)) continue;
      const kept = withPage(moved, key, slug);
      const page = `the page of the author ${key}`;
      if (kept !== moved) noteFile(path, "changed", `kept the address of ${page} with a permalink`);
      else noteFile(path, "hand", `${page} has another address: write page: { permalink: /${slug} }`);
      moved = kept;
    }
    put(`${to}/${authorsPath(set)}`, moved === original ? { copyOf: source } : { text: moved });
    const isBare = (author: unknown) => (record(author).page ?? "false") === "false";
    const bare = authors.flatMap(([key, author]) => (isBare(author) ? [key] : []));
    const list = bare.length < authors.length ? "the list of authors leaves them out" : "there is no list of authors";
    if (bare.length > 0)
      noteFile(path, "changed", `${bare.join(", ")}: without a page, so ${list}; write page: true to list them`);
  }
}

/** A file of authors in which the page of an author has an address of its own. */
function withPage(text: string, key: string, slug: string): string {
  const start = `^(["']?)${escapePattern(key)}\\2:[^\\n]*\\n(?:(?:[ \\t#][^\\n]*)?\\n)*?[ \\t]+page:[ \\t]*`;
  return text.replace(
    new RegExp(`(${start})true\\b`, "m"),
    (_, before: string) => `${before}{ permalink: "/${slug}" }`,
  );
}

/** Whether a blog has a file of authors: Docusaurus then has a list of them, docgen only if one has a page. */
export function hasAuthors(set: ContentSet, { root, hasFile }: Job): boolean {
  const path = join(root, set.folder, oldPath(set));
  return hasFile(path) && Object.keys(record(readData(path))).length > 0;
}

/** The last part of the address of a tag's page, in Docusaurus and in docgen. */
export interface TagSlugs {
  readonly from: string;
  readonly to: string;
}

/** The last parts of old addresses of tags' pages, by those of the new ones. */
export type MovedTags = ReadonlyMap<string, readonly string[]>;

/** Slugs of the tags in all `tags.yml` files, by key. @param hasFile whether there is a file that may be read */
export function readTags(folders: readonly string[], hasFile: (path: string) => boolean): Map<string, TagSlugs> {
  const tags = new Map<string, TagSlugs>();
  for (const folder of folders) {
    const path = ["tags.yml", "tags.yaml"].map((name) => join(folder, name)).find(hasFile);
    const all = path === undefined ? {} : record(readData(path));
    for (const [key, tag] of Object.entries(all)) tags.set(key, slugsOf(key, record(tag).permalink));
  }
  return tags;
}

/** Whether a page has tags: a translation gets them in docgen, but not in Docusaurus. @param path undefined: no page */
export function hasTags(path: string | undefined): boolean {
  return path !== undefined && /^---\n(?:(?!---).*\n)*?tags:/.test(readFileText(path));
}

function slugsOf(name: string, permalink: unknown): TagSlugs {
  const slug = permalinkSlug(String(permalink ?? ""));
  return slug === "" ? { from: joinedWords(name), to: tagSlug(name) } : { from: slug, to: slug };
}

/**
 * Slug of a text as Docusaurus makes it: without accents, with hyphens between words and before capitals and digits.
 */
function joinedWords(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}|['’]/gu, "");
  return (plain.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\d+/gu) ?? []).join("-").toLowerCase();
}

/** The tags of a page whose pages have another address in docgen. @param byKey tags by their keys in `tags.yml` */
export function movedTags(data: Mapping, byKey: ReadonlyMap<string, TagSlugs>): TagSlugs[] {
  const named: unknown[] = Array.isArray(data.tags) ? data.tags : [];
  const tags = named.map((tag) => {
    if (isMapping(tag)) return slugsOf(String(tag.label), tag.permalink);
    return byKey.get(String(tag)) ?? slugsOf(String(tag), undefined);
  });
  return tags.filter(({ from, to }) => from !== to && from !== "" && to !== "");
}
