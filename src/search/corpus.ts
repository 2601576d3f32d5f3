import type { SearchIndexFile } from "./build-index.ts";
import { type IndexedField, type InvertedIndex, recordOf, unpackIndex } from "./index-format.ts";
import type { SearchDocument } from "./sections.ts";
import { stem } from "./stem.ts";
import { normalize } from "./tokens.ts";

/** An index file that was loaded, with what every query asks of its documents. */
export interface Corpus extends InvertedIndex {
  readonly documents: readonly SearchDocument[];
  readonly averageLength: Readonly<Record<IndexedField, number>>;
  /** For the stem of a word those that stand for it as well. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** For each document the ref of its page's lead. */
  readonly leadSectionOf: Int32Array;
  /** For each document how much it counts: less under a heading that many pages have, such as "See also". */
  readonly headingWeight: Float64Array;
  /** A document's title as `plainWords` gives it. */
  readonly titleOf: (ref: number) => string;
}

/** A heading on so many pages tells nothing of what stands under it. */
const COMMON_HEADING = 8;
const COMMON_HEADING_WEIGHT = 0.7;
/** Two slashes lead to another site, and browsers read a backslash as a slash and pass over tabs and line ends. */
const ROUTE = /^\/(?![\t\n\r]*[/\\])/;

/** Loads an index file. @throws where it isn't one */
export function loadCorpus({ documents, index }: SearchIndexFile): Corpus {
  if (!Array.isArray(documents) || documents.length !== index?.length || !documents.every(isDocument)) {
    throw new Error("the search index is damaged");
  }
  const inverted = unpackIndex(index);
  const leads = new Map(documents.map(({ sectionRoute, id }) => [sectionRoute, id]));
  const headings = new Map<string, number>();
  for (const { title } of documents) headings.set(title, (headings.get(title) ?? 0) + 1);
  const isCommon = (title: string) => (headings.get(title) ?? 0) >= COMMON_HEADING;
  const titles: (string | undefined)[] = [];
  return {
    ...inverted,
    documents,
    averageLength: recordOf((name) => {
      let sum = 0;
      const { lengths } = inverted.fields[name];
      for (let ref = 0; ref < lengths.length; ref++) sum += lengths[ref] ?? 0;
      return sum / (lengths.length || 1);
    }),
    synonyms: synonymsOf(index.synonyms ?? []),
    leadSectionOf: Int32Array.from(documents, ({ sectionRoute, id }) => {
      return leads.get(sectionRoute.split("#")[0] ?? "") ?? id;
    }),
    headingWeight: Float64Array.from(documents, ({ title }) => (isCommon(title) ? COMMON_HEADING_WEIGHT : 1)),
    titleOf: (ref) => (titles[ref] ??= plainWords(documents[ref]?.title ?? "")),
  };
}

/** True for what has the texts that are shown; others are looked at where they are used. */
function isDocument(value: unknown, index: number): boolean {
  const { id, title, content, sectionRoute } = (value ?? {}) as Partial<SearchDocument>;
  const isText = [title, content].every((text) => typeof text === "string");
  return id === index && isText && typeof sectionRoute === "string" && ROUTE.test(sectionRoute);
}

function synonymsOf(groups: readonly (readonly string[])[]): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const group of groups) {
    const terms = group.map(normalize);
    for (const term of terms) {
      const known = others.get(stem(term)) ?? [];
      others.set(stem(term), [...known, ...terms.filter((other) => other !== term && !known.includes(other))]);
    }
  }
  return others;
}

/** A text as its words with single spaces between them, for comparing titles. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
