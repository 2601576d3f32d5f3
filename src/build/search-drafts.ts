import type { SourcePage } from "../content/types.ts";
import type { PutPart } from "../output/types.ts";
import type { Documents } from "./documents.ts";
import type { IndexDraft, IndexSettings } from "./index-draft.ts";
import type { Plan } from "./plan.ts";
import { searchedPage, searchedPages } from "./search-files.ts";
import { type SectionTexts, sectionsAsJson } from "./section-texts.ts";

/** Search indexes that grow while pages are made. */
export interface SearchDrafts {
  /** Indexes the pages whose texts have come, as far as all before them have. */
  readonly advance: () => void;
  /** How long `advance` has worked for an index in this thread. */
  readonly seconds: (tag: string) => number;
  /** Indexes the pages that are left, each let go when it has been counted. @param put takes the file's parts */
  readonly finish: (tag: string, put: PutPart) => Promise<void>;
}

export interface SearchDraftsInput {
  readonly plan: Plan;
  readonly documents: Documents;
  readonly texts: SectionTexts;
  readonly draftIndex: (settings: IndexSettings) => IndexDraft;
}

interface Draft {
  readonly index: IndexDraft;
  /** The pages that are not in it yet, in their order. */
  readonly left: SourcePage[];
  seconds: number;
}

/** While code is highlighted there is time: what is counted then isn't waited for in the end. */
export function createSearchDrafts({ plan, documents, texts, draftIndex }: SearchDraftsInput): SearchDrafts {
  const { indexDocSidebarParentCategories: levels, synonyms } = plan.config.search;
  const drafts = new Map<string, Draft>();
  const createDraft = (tag: string): Draft => {
    return { index: draftIndex([levels, synonyms]), left: searchedPages(plan, tag), seconds: 0 };
  };
  const draftOf = (tag: string): Draft => {
    const draft = drafts.get(tag) ?? createDraft(tag);
    drafts.set(tag, draft);
    return draft;
  };
  const advanceOne = (draft: Draft) => {
    const started = performance.now();
    for (let page = draft.left[0]; page !== undefined; page = draft.left[0]) {
      const sections = texts.take(page.path);
      if (sections === undefined && page.format === "md") break;
      draft.index.add({ ...searchedPage(page, plan), sections });
      draft.left.shift();
    }
    if (draft.left.length === 0) draft.index.end();
    draft.seconds += (performance.now() - started) / 1000;
  };
  return {
    advance: () => {
      // One after the other: what is counted of one takes memory until it ends.
      const tag = plan.searchTags.find((one) => draftOf(one).left.length > 0);
      if (tag !== undefined) advanceOne(draftOf(tag));
    },
    seconds: (tag) => drafts.get(tag)?.seconds ?? 0,
    finish: async (tag, put) => {
      const { index, left } = draftOf(tag);
      index.passOn(put);
      for (const page of left.splice(0)) {
        const read = async () =>
          page.format === "md" ? sectionsAsJson((await documents.get(page)).document) : undefined;
        index.add({ ...searchedPage(page, plan), sections: texts.take(page.path) ?? (await read()) });
      }
      index.end();
      await index.done();
      drafts.delete(tag);
    },
  };
}
