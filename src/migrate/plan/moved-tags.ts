import { join } from "node:path";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import { permalinkSlug, tagSlug } from "../../content/tags-file.ts";
import { record } from "../read/config-values.ts";
import { readData } from "../read/read-data.ts";

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

function slugsOf(name: string, permalink: unknown): TagSlugs {
  const slug = permalinkSlug(String(permalink ?? ""));
  return slug === "" ? { from: joinedWords(name), to: tagSlug(name) } : { from: slug, to: slug };
}

/**
 * Slug of a text as Docusaurus makes it: without accents, with hyphens between words and before capitals and digits.
 */
export function joinedWords(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}|['’]/gu, "");
  return (plain.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\d+/gu) ?? []).join("-").toLowerCase();
}

/**
 * The tags of a page whose pages have another address in docgen.
 *
 * @param byKey tags by their keys in `tags.yml`
 */
export function movedTags(data: Mapping, byKey: ReadonlyMap<string, TagSlugs>): TagSlugs[] {
  const named: unknown[] = Array.isArray(data.tags) ? data.tags : [];
  const tags = named.map((tag) => {
    if (isMapping(tag)) return slugsOf(String(tag.label), tag.permalink);
    return byKey.get(String(tag)) ?? slugsOf(String(tag), undefined);
  });
  return tags.filter(({ from, to }) => from !== to && from !== "" && to !== "");
}
