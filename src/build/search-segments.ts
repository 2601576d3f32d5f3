import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import type { Segment } from "../search/build-index.ts";
import { type DocumentRecord, keyOf } from "./cache/record.ts";
import type { Store } from "./cache/store.ts";
import type { Documents } from "./documents.ts";
import type { Helper } from "./helper.ts";
import type { Plan } from "./plan.ts";
import { searchedPage, searchedPages, searchPage } from "./search-files.ts";

const KIND = "segment";
/** Pages of a segment: few enough that an edit counts little anew, enough that an index has few. */
export const SEGMENT_PAGES = 64;

/** What a page's text is compiled from, as records and the store name it. */
type TextKey = Pick<DocumentRecord, "source" | "includes">;

/** Search indexes in the making: segments are kept in the store by what their pages are made of. */
export interface SearchSegments {
  /** Takes a compiled page: a segment whose pages have all come is made while others are compiled. */
  readonly add: (page: SourcePage, document: Document) => void;
  /**
   * Makes the file of an index.
   *
   * @param keyOfText of a page that is compiled from Markdown
   */
  readonly file: (tag: string, keyOfText: (page: SourcePage) => TextKey | undefined) => Promise<Uint8Array>;
}

export interface SearchSegmentsInput {
  readonly plan: Plan;
  readonly documents: Pick<Documents, "get">;
  readonly store: Store;
  readonly helper: Pick<Helper, "segment" | "merge">;
}

interface Part {
  readonly pages: readonly SourcePage[];
  /** JSON of what each page brings, as far as it has come. */
  readonly texts: Map<SourcePage, string>;
  made?: Promise<Segment>;
}

export function createSearchSegments({ plan, documents, store, helper }: SearchSegmentsInput): SearchSegments {
  const { indexDocSidebarParentCategories: levels, synonyms } = plan.config.search;
  const parts = new Map(plan.searchTags.map((tag) => [tag, partsOf(searchedPages(plan, tag))]));
  const partOf = new Map([...parts.values()].flat().flatMap((part) => part.pages.map((page) => [page, part] as const)));

  const add = (page: SourcePage, document: Document | undefined) => {
    const part = partOf.get(page);
    if (part === undefined || part.made !== undefined) return;
    part.texts.set(page, JSON.stringify(searchPage(page, document, plan)));
    if (part.texts.size < part.pages.length) return;
    part.made = helper.segment(
      part.pages.map((one) => part.texts.get(one) ?? ""),
      levels,
    );
    // It may fail before it is awaited.
    part.made.catch(() => undefined);
    part.texts.clear();
  };
  const segmentOf = async (part: Part, key: string): Promise<Segment> => {
    const kept = part.made === undefined ? (store.get(KIND, key) as Segment | undefined) : undefined;
    if (kept !== undefined) return kept;
    for (const page of part.pages) {
      if (part.made !== undefined) break;
      if (!part.texts.has(page)) add(page, page.format === "md" ? (await documents.get(page)).document : undefined);
    }
    const segment = await (part.made ?? helper.segment([], levels));
    store.put(KIND, key, segment);
    return segment;
  };
  // Of pages that have no text nothing is to come.
  for (const page of partOf.keys()) if (page.format !== "md") add(page, undefined);
  return {
    add,
    file: async (tag, keyOfText) => {
      const segments: Segment[] = [];
      for (const part of parts.get(tag) ?? []) {
        const texts = part.pages.map((page) => [searchedPage(page, plan), keyOfText(page)]);
        segments.push(await segmentOf(part, keyOf(levels, texts)));
      }
      return helper.merge(segments, synonyms);
    },
  };
}

function partsOf(pages: readonly SourcePage[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pages.length; at += SEGMENT_PAGES) {
    parts.push({ pages: pages.slice(at, at + SEGMENT_PAGES), texts: new Map() });
  }
  return parts;
}
