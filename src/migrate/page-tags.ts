import { basename, join } from "node:path";
import { isMapping, parseYaml } from "../content/data-file.ts";
import { tagSlug } from "../content/tags.ts";
import { versionsPlace } from "../content/version-names.ts";
import { infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import { type Docusaurus, record, type Value } from "./docusaurus.ts";

/** A tag as Docusaurus shows it. */
export interface PageTag {
  readonly label: string;
  /** Last part of the address of its page. */
  readonly slug: string;
}

/** Tags from all `tags.yml` files, by key. @param hasFile whether there is a file that may be read */
export function readTags(folders: readonly string[], hasFile: (path: string) => boolean): Map<string, PageTag> {
  const tags = new Map<string, PageTag>();
  for (const folder of folders) {
    const path = ["tags.yml", "tags.yaml"].map((name) => join(folder, name)).find(hasFile);
    const parsed = path === undefined ? undefined : parseYaml(readRegular(path).toString("utf8"));
    if (parsed === undefined || "fault" in parsed || !isMapping(parsed.value)) continue;
    for (const [key, tag] of Object.entries(parsed.value)) tags.set(key, tagFrom({ label: key, ...record(tag) }, key));
  }
  return tags;
}

/** The tags in a page's front matter, which has keys, labels or tags with addresses. */
export function namedTags(data: Value, known: ReadonlyMap<string, PageTag>): PageTag[] {
  const named: unknown[] = Array.isArray(data.tags) ? data.tags : [];
  return named.map((tag) => {
    if (isMapping(tag)) return tagFrom(tag, String(tag.label));
    return known.get(String(tag)) ?? tagFrom({ label: tag }, String(tag));
  });
}

function tagFrom({ label, permalink }: Value, name: string): PageTag {
  return { label: String(label), slug: String(permalink ?? joinedWords(name)).replace(/^\/|\/$/g, "") };
}

/**
 * Slug of a text as Docusaurus makes it: without accents, with hyphens between words and before capitals and digits.
 */
function joinedWords(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}|['’]/gu, "");
  return (plain.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\d+/gu) ?? []).join("-").toLowerCase();
}

/** The tags whose pages have another address in docgen: the last part of their old address, and of the new one. */
export function movedTags(tags: readonly PageTag[]): [from: string, to: string][] {
  return tags.flatMap(({ label, slug }): [string, string][] => {
    const own = tagSlug(label);
    return own === slug || own === "" || slug === "" ? [] : [[slug, own]];
  });
}

/**
 * Base address of the pages of a page's tags; undefined for pages of a version or translation, which have several.
 *
 * @param target new path of the page
 */
export function tagsBase(target: string, root: string, { sets }: Docusaurus): string | undefined {
  const set = sets.find((one) => one.kind !== "pages" && target.startsWith(`content/${one.target}/`));
  if (set === undefined || infoOf(join(root, basename(versionsPlace(set.id).path))) !== undefined) return undefined;
  const { routeBasePath = set.kind, tagsBasePath = "tags" } = set.options;
  return `/${String(routeBasePath)}/${String(tagsBasePath)}/`.replace(/\/{2,}/g, "/");
}
