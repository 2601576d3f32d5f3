import { hasErrors, type Problem, problemOf } from "../shared/problem.ts";
import type { FrontMatter } from "./front-matter-schema.ts";
import type { SourcePage } from "./types.ts";

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
];

/**
 * Replaces a page by its translation, which keeps the route, so that each page exists in every language. A draft
 * translation leaves the original.
 */
export function translatedPage(original: ReadPage, translation: ReadPage, drafts: boolean): ReadPage {
  const problems = [...original.problems, ...translation.problems];
  if (hasErrors(problems)) return { source: original.source, problems };
  const { source } = translation;
  const own = source.frontMatter;
  if (own.draft === true && !drafts) return { source: original.source, problems };
  const kept = Object.entries(original.source.frontMatter).filter(
    ([key]) => !NOT_INHERITED.includes(key as keyof FrontMatter),
  );
  for (const key of ["slug", "id"] as const) {
    if (own[key] === undefined || own[key] === original.source.frontMatter[key]) continue;
    const message = `a translation keeps the address of its original, ${original.source.route}`;
    const place = { path: source.path, line: source.keyLines[key] ?? 1 };
    problems.push(problemOf({ ...place, code: "translation", message, hint: `leave "${key}" out` }));
  }
  const { route, id, isIndex } = original.source;
  return { source: { ...source, route, id, isIndex, frontMatter: { ...Object.fromEntries(kept), ...own } }, problems };
}
