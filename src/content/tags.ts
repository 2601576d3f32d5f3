import { slug as githubSlug } from "github-slugger";
import { compareText, type Problem } from "../shared/problem.ts";
import type { SourcePage } from "./types.ts";

/** A tag and the listed pages that carry it. */
export interface Tag {
  /** As its first page writes it. */
  readonly label: string;
  /** Part of its address. */
  readonly slug: string;
  readonly pages: readonly SourcePage[];
}

/** What a tag is called in an address: the rule of headings, so that case and punctuation do not count. */
export function tagSlug(label: string): string {
  return githubSlug(label.normalize("NFC").trim()).replace(/-{2,}/g, "-").replace(/^-|-$/g, "");
}

/**
 * Gathers the tags of pages, in the order of their labels. Tags of one address are one tag, and that
 * is said; unlisted pages are left out.
 */
export function collectTags(pages: readonly SourcePage[]): { tags: Tag[]; problems: Problem[] } {
  const found = new Map<string, { label: string; slug: string; path: string; pages: Set<SourcePage> }>();
  const told = new Set<string>();
  const problems: Problem[] = [];
  for (const page of pages) {
    for (const label of page.frontMatter.tags ?? []) {
      const slug = tagSlug(label);
      const place = { path: page.path, line: page.keyLines.tags ?? 1, column: 1, code: "tag" };
      if (slug === "") {
        const message = `the tag "${label}" holds no letter or digit to make an address of`;
        problems.push({ ...place, severity: "error", message, hint: "name it in words" });
        continue;
      }
      const tag = found.get(slug);
      if (tag !== undefined && tag.label !== label && !told.has(label)) {
        told.add(label);
        const message = `the tags "${label}" and "${tag.label}" (${tag.path}) have one address, "${slug}", and are one tag`;
        problems.push({ ...place, severity: "warning", message, hint: `write "${tag.label}" in both` });
      }
      if (page.frontMatter.unlisted === true) continue;
      if (tag === undefined) found.set(slug, { label, slug, path: page.path, pages: new Set([page]) });
      else tag.pages.add(page);
    }
  }
  const tags = [...found.values()].map(({ label, slug, pages: own }) => ({ label, slug, pages: [...own] }));
  return {
    tags: tags.sort((a, b) => compareText(a.label.toLowerCase(), b.label.toLowerCase()) || compareText(a.slug, b.slug)),
    problems,
  };
}
