import type { Helper } from "../build/helper.ts";
import type { Plan } from "../build/plan.ts";
import { searchedPages, searchPage } from "../build/search-files.ts";
import { SEGMENT_PAGES } from "../build/search-segments.ts";
import type { Site } from "../build/site.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import type { Segment } from "../search/build-index.ts";

/** The search indexes of the site as it is being written, each made when it is asked for. */
export interface SearchIndexes {
  /** The file of an index, of the site as it is now; undefined where there is no such index. */
  readonly file: (tag: string) => Promise<Uint8Array | undefined>;
}

/** A segment of an index, and what it was made of. */
interface Made {
  readonly plan: Plan;
  readonly documents: readonly (Document | undefined)[];
  readonly segment: Promise<Segment>;
}

/**
 * @param documentOf compiles a page where that isn't done
 * @param helper counts words in its thread, which starts with the first index
 */
export function createSearchIndexes(
  site: () => Site,
  documentOf: (page: SourcePage) => Promise<Document>,
  helper: Helper,
): SearchIndexes {
  /** By tag and the number of the segment. */
  const made = new Map<string, Made>();
  const segmentOf = async (name: string, pages: readonly SourcePage[], plan: Plan): Promise<Segment> => {
    const documents: (Document | undefined)[] = [];
    for (const page of pages) {
      documents.push(page.format === "md" ? await documentOf(page) : undefined);
      // Other requests are answered in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const last = made.get(name);
    if (last?.plan === plan && documents.every((one, at) => one === last.documents[at])) return last.segment;
    const texts = pages.map((page, at) => JSON.stringify(searchPage(page, documents[at], plan)));
    const segment = helper.segment(texts, plan.config.search.indexDocSidebarParentCategories);
    made.set(name, { plan, documents, segment });
    return segment;
  };
  return {
    file: async (tag) => {
      const { plan } = site();
      if (!plan.searchTags.includes(tag)) return undefined;
      helper.startThread();
      const pages = searchedPages(plan, tag);
      const segments: Segment[] = [];
      for (let at = 0; at < pages.length; at += SEGMENT_PAGES) {
        segments.push(await segmentOf(`${tag} ${at}`, pages.slice(at, at + SEGMENT_PAGES), plan));
      }
      return helper.merge(segments, plan.config.search.synonyms);
    },
  };
}
