import type { SearchDocument } from "./documents.ts";
import { type LoadedIndex, loadIndex } from "./load-index.ts";
import type { SearchIndexFile } from "./search-index.ts";

/** An index file that was loaded, with what every query wants to know of its documents. */
export interface Library {
  readonly index: LoadedIndex;
  readonly documents: readonly SearchDocument[];
  /** For each document the number of its page's lead. */
  readonly leads: Int32Array;
  /** For each document how much it counts: less under a heading that many pages have, such as "See also". */
  readonly shares: Float64Array;
  /** A document's title as `plainWords` gives it. */
  readonly titleOf: (id: number) => string;
}

/** A heading on so many pages tells nothing of what stands under it. */
const COMMON_HEADING = 8;
const COMMON_HEADING_SHARE = 0.7;

/** Loads an index file. @throws where it isn't one */
export function openLibrary({ documents, index }: SearchIndexFile): Library {
  const titles: (string | undefined)[] = [];
  if (!Array.isArray(documents) || documents.length !== index?.length || !documents.every(isDocument)) {
    throw new Error("the search index is damaged");
  }
  return {
    index: loadIndex(index),
    documents,
    leads: leadsOf(documents),
    shares: sharesOf(documents),
    titleOf: (id) => (titles[id] ??= plainWords(documents[id]?.title ?? "")),
  };
}

/** Two slashes lead to another site, and browsers read a backslash as a slash and pass over tabs and line ends. */
const ROUTE = /^\/(?![\t\n\r]*[/\\])/;

/** True for what has the texts that are shown; others are looked at where they are used. */
function isDocument(value: unknown, index: number): boolean {
  const { id, title, content, sectionRoute } = (value ?? {}) as Partial<SearchDocument>;
  const isText = [title, content].every((text) => typeof text === "string");
  return id === index && isText && typeof sectionRoute === "string" && ROUTE.test(sectionRoute);
}

function leadsOf(documents: readonly SearchDocument[]): Int32Array {
  const byRoute = new Map(documents.map(({ sectionRoute, id }) => [sectionRoute, id]));
  return Int32Array.from(documents, ({ sectionRoute, id }) => byRoute.get(sectionRoute.split("#")[0] ?? "") ?? id);
}

function sharesOf(documents: readonly SearchDocument[]): Float64Array {
  const counts = new Map<string, number>();
  for (const { title } of documents) counts.set(title, (counts.get(title) ?? 0) + 1);
  return Float64Array.from(documents, ({ title }) => {
    return (counts.get(title) ?? 0) >= COMMON_HEADING ? COMMON_HEADING_SHARE : 1;
  });
}

/** A text as its words with single spaces between them, for comparing titles. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
