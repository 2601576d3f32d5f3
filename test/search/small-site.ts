import { contentsOf, createSegment, type SearchIndexFile } from "../../src/search/build-index.ts";
import { ENGLISH } from "../../src/search/english.ts";
import { encodeSegment, mergeSegments } from "../../src/search/merge-segments.ts";
import type { SearchPage } from "../../src/search/search-page.ts";
import { createSearcher, type Searcher } from "../../src/search/searcher.ts";

/** Boosts of the specification: titleBoost 5, contentBoost 1, tagsBoost 3, no parents' boost. */
export const BOOSTS = { title: 5, content: 1, tags: 3, parents: 0 };

/** A page of a small site: its title, its lead, and sections by their headings. */
export interface SmallPage {
  readonly title: string;
  readonly text?: string;
  readonly code?: string;
  readonly labels?: string;
  readonly defined?: readonly string[];
  readonly tags?: readonly string[];
  readonly parents?: readonly string[];
  readonly label?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly sections?: Readonly<Record<string, string>>;
}

/** Indexes pages by their routes. */
export function indexOf(
  pages: Readonly<Record<string, SmallPage>>,
  parentLevels = 0,
  synonyms: readonly (readonly string[])[] = [],
): SearchIndexFile {
  const all = Object.entries(pages).map(([route, page]): SearchPage => {
    const lead = {
      id: "",
      title: "",
      level: 1,
      text: page.text ?? "",
      code: page.code ?? "",
      labels: page.labels ?? "",
      defined: page.defined ?? [],
    };
    const sections = Object.entries(page.sections ?? {}).map(([title, text]) => {
      return { id: title.toLowerCase().replace(/\W+/g, "-"), title, level: 2, text, code: "", labels: "", defined: [] };
    });
    const { title, tags = [], parents = [], label = title, description = "", keywords = [] } = page;
    const about = { title, label, description, keywords, tags, parents };
    return { route, ...about, type: "docs", sections: [lead, ...sections] };
  });
  const merged = mergeSegments([encodeSegment(createSegment(all, parentLevels), 0, contentsOf(all))], { synonyms });
  return JSON.parse(new TextDecoder().decode(merged)) as SearchIndexFile;
}

/** Indexes pages, and asks the file as the browser gets it. */
export function searcherOf(pages: Readonly<Record<string, SmallPage>>): Searcher {
  return createSearcher(JSON.parse(JSON.stringify(indexOf(pages))) as SearchIndexFile, BOOSTS, ENGLISH);
}

/** The routes that answer a query, best first. */
export function routes(searcher: Searcher, query: string, limit = 8): string[] {
  return searcher.search(query, limit).results.map(({ document }) => document.sectionRoute);
}
