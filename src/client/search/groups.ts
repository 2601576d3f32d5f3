import type { FoundSection } from "./messages.ts";

/** A result and its place in the list. */
export interface Option {
  readonly index: number;
  readonly section: FoundSection;
}

/** Puts the results of one page together, at the place of its best one. @returns a list for each page */
export function groupByPage(results: readonly FoundSection[]): (readonly Option[])[] {
  const pages = new Map<string, FoundSection[]>();
  for (const section of results) {
    const page = section.route.replace(/#.*$/, "");
    pages.set(page, [...(pages.get(page) ?? []), section]);
  }
  let index = 0;
  return [...pages.values()].map((sections) => sections.map((section) => ({ index: index++, section })));
}
