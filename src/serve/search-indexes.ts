import { buildSearchIndexes } from "../build/search-files.ts";
import type { Site } from "../build/site.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";

/** The search indexes of the site as it is being written. */
export interface SearchIndexes {
  /** The file of an index, of the site as it is now. */
  readonly file: (tag: string) => Promise<string | undefined>;
  /** True where they have been asked for, and pages have changed since they were made. */
  readonly isOld: () => boolean;
  /** Something that is searched has changed. */
  readonly expire: () => void;
  readonly refresh: () => Promise<void>;
}

/** @param documentOf compiles a page where that isn't done */
export function createSearchIndexes(
  site: () => Site,
  documentOf: (page: SourcePage) => Promise<Document>,
): SearchIndexes {
  let made: Promise<ReadonlyMap<string, string>> | undefined;
  let wasAsked = false;
  const make = async () => {
    const { plan } = site();
    const documents = new Map<string, Document>();
    for (const page of plan.pages) {
      if (page.format !== "md") continue;
      documents.set(page.path, await documentOf(page));
      // Others are answered in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const indexes = buildSearchIndexes(plan, documents);
    return new Map([...indexes].map(([tag, index]) => [tag, JSON.stringify(index)]));
  };
  const current = (): Promise<ReadonlyMap<string, string>> => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
  return {
    file: async (tag) => {
      wasAsked = true;
      return (await current()).get(tag);
    },
    isOld: () => wasAsked && made === undefined,
    expire: () => {
      made = undefined;
    },
    refresh: async () => {
      await current();
    },
  };
}
