import { slug as githubSlug } from "github-slugger";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import { makeListPage } from "./list-pages.ts";
import type { PageKind, SourcePage, TagLink } from "./types.ts";

/** A tag with the listed pages that have it. The label is that of its first page. */
export interface Tag extends TagLink {
  /** The last part of its route. */
  readonly slug: string;
  readonly pages: readonly SourcePage[];
}

/** Slug of a tag, by the rule for headings: ignores case and punctuation. */
export function tagSlug(label: string): string {
  return githubSlug(label.normalize("NFC").trim()).replace(/-{2,}/g, "-").replace(/^-|-$/g, "");
}

/**
 * Collects the tags of pages, sorted by label. Labels with the same slug are one tag, with a warning; unlisted pages
 * are left out.
 *
 * @returns `tagged`: the pages that have tags, with links to them
 */
export function collectTags(
  pages: readonly SourcePage[],
  routeOf: (slug: string) => Route,
): { tags: Tag[]; tagged: SourcePage[]; problems: Problem[] } {
  const found = new Map<string, { label: string; slug: string; path: string; pages: Set<SourcePage> }>();
  const reported = new Set<string>();
  const problems: Problem[] = [];
  for (const page of pages) {
    for (const label of page.frontMatter.tags ?? []) {
      const slug = tagSlug(label);
      const report = (severity: Problem["severity"], message: string, hint: string) =>
        problems.push(
          problemOf({ path: page.path, line: page.keyLines.tags ?? 1, severity, code: "tag", message, hint }),
        );
      if (slug === "") {
        report("error", `the tag "${label}" contains no letter or digit to form an address`, "name it in words");
        continue;
      }
      const tag = found.get(slug);
      if (tag !== undefined && tag.label !== label && !reported.has(label)) {
        reported.add(label);
        const names = `"${label}" and "${tag.label}" (${tag.path})`;
        report(
          "warning",
          `the tags ${names} have the same address, "${slug}", and count as one tag`,
          `write "${tag.label}" in both`,
        );
      }
      if (page.frontMatter.unlisted === true) continue;
      if (tag === undefined) found.set(slug, { label, slug, path: page.path, pages: new Set([page]) });
      else tag.pages.add(page);
    }
  }
  const links = new Map([...found].map(([slug, { label }]) => [slug, { label, route: routeOf(slug) }]));
  const tags = [...found.values()].map(({ label, slug, pages: own }): Tag => {
    return { label, slug, route: routeOf(slug), pages: [...own] };
  });
  const tagged = pages.flatMap((page) => {
    const own = [...new Set(page.frontMatter.tags?.map(tagSlug))].flatMap((slug) => links.get(slug) ?? []);
    return own.length === 0 ? [] : [{ ...page, tags: own }];
  });
  tags.sort((a, b) => compareText(a.label.toLowerCase(), b.label.toLowerCase()) || compareText(a.slug, b.slug));
  return { tags, tagged, problems };
}

/** The page that lists all tags; none if there are no tags. */
export function tagIndex(kind: PageKind, path: string, route: Route, tags: readonly Tag[]): SourcePage[] {
  if (tags.length === 0) return [];
  const entries = tags.map((tag) => ({ label: tag.label, route: tag.route, count: tag.pages.length }));
  return [makeListPage(kind, path, route, { kind: "tags", tags: entries })];
}
