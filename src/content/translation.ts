import { isDeepStrictEqual } from "node:util";
import { hasErrors, type Problem, problemOf } from "../shared/problem.ts";
import type { Category, ParsedCategory } from "./category.ts";
import type { SourcePage } from "./content-types.ts";
import type { FrontMatter } from "./front-matter-schema.ts";

/** A page and its problems. */
export interface ReadPage {
  readonly source: SourcePage;
  readonly problems: readonly Problem[];
}

/** Keys that a translation doesn't inherit from its original. */
const NOT_INHERITED: readonly (keyof FrontMatter)[] = [
  "title",
  "title_meta",
  "hide_title",
  "sidebar_label",
  "description",
  "keywords",
  "pagination_label",
  "custom_edit_url",
  "last_update",
  "reviewed",
];

/**
 * Replaces a page by its translation, which keeps the route, so that each page exists in every language. If the
 * translation is a draft or one of the two has errors, the original is kept.
 */
export function translatedPage(original: ReadPage, translation: ReadPage, drafts: boolean): ReadPage {
  const problems = [...original.problems, ...translation.problems];
  if (hasErrors(problems)) return { source: original.source, problems };
  const { source } = translation;
  const meta = source.frontMatter;
  if (meta.draft === true && !drafts) return { source: original.source, problems };
  const kept = Object.entries(original.source.frontMatter).filter(
    ([key]) => !NOT_INHERITED.includes(key as keyof FrontMatter),
  );
  for (const key of ["slug", "id"] as const) {
    if (meta[key] === undefined || meta[key] === original.source.frontMatter[key]) continue;
    const message = `a translation has the same URL as its original, ${original.source.route}`;
    const position = { path: source.path, line: source.keyLines[key] ?? 1 };
    problems.push(problemOf({ ...position, code: "translation", message, hint: `remove "${key}"` }));
  }
  const { route, id, isIndex } = original.source;
  return { source: { ...source, route, id, isIndex, frontMatter: { ...Object.fromEntries(kept), ...meta } }, problems };
}

/** Replaces the texts of a category by a translation. Its label leads to the same page in every language. */
export function translatedCategory(original: Category | undefined, translation: ParsedCategory): ParsedCategory {
  const { link, ...rest } = translation.category;
  const category = { ...original, ...rest };
  const keep = (what: string, key: string): ParsedCategory => {
    const message = `a translation has the same ${what} as its original`;
    const position = { path: translation.path, line: translation.linkLine };
    const problem = problemOf({ ...position, code: "translation", message, hint: `remove "${key}"` });
    return { ...translation, category, problems: [...translation.problems, problem] };
  };
  const kept: Category["link"] = original?.link === undefined ? { type: "generated-index" } : original.link;
  if (link === undefined || isDeepStrictEqual(link, kept)) return { ...translation, category };
  if (link?.type !== "generated-index" || kept?.type !== "generated-index") return keep("link", "link");
  const { slug = kept.slug, ...texts } = link;
  if (slug !== kept.slug) return keep("URL", "slug");
  return { ...translation, category: { ...category, link: { ...kept, ...texts } } };
}
