import { hasErrors, type Problem, problemOf } from "../shared/problem.ts";
import type { FrontMatter } from "./front-matter-schema.ts";
import type { SourcePage } from "./types.ts";

/** A page that was read, and what is wrong with it. */
export interface ReadPage {
  readonly source: SourcePage;
  readonly problems: readonly Problem[];
}

/** What the words of a page say: a translation has its own or none. Anything else it takes from the original. */
const TEXTS: readonly (keyof FrontMatter)[] = [
  "title",
  "sidebar_label",
  "description",
  "keywords",
  "pagination_label",
  "custom_edit_url",
  "last_update",
];

/**
 * Puts a translation in the place of its original: it keeps the address, so that each page is found
 * in every language. A translation that is a draft leaves the original where it is.
 */
export function translatedPage(original: ReadPage, translation: ReadPage, drafts: boolean): ReadPage {
  const problems = [...original.problems, ...translation.problems];
  if (hasErrors(problems)) return { source: original.source, problems };
  const { source } = translation;
  const own = source.frontMatter;
  if (own.draft === true && !drafts) return { source: original.source, problems };
  const kept = Object.entries(original.source.frontMatter).filter(([key]) => !TEXTS.includes(key as keyof FrontMatter));
  for (const key of ["slug", "id"] as const) {
    if (own[key] === undefined || own[key] === original.source.frontMatter[key]) continue;
    const message = `a translation keeps the address of its original, ${original.source.route}`;
    const place = { path: source.path, line: source.keyLines[key] ?? 1 };
    problems.push(problemOf({ ...place, code: "translation", message, hint: `leave "${key}" out` }));
  }
  const { route, id, isIndex } = original.source;
  return { source: { ...source, route, id, isIndex, frontMatter: { ...Object.fromEntries(kept), ...own } }, problems };
}
