import type { SourcePage } from "../content/types.ts";
import type { PutPart } from "../output/types.ts";
import { createIndexWriter } from "../search/index-writer.ts";
import type { Documents } from "./documents.ts";
import type { Plan } from "./plan.ts";
import { searchedPages, searchPage } from "./search-files.ts";
import type { SectionTexts } from "./section-texts.ts";

/** Search indexes that grow while pages are made. */
export interface SearchDrafts {
  /** Indexes the pages whose texts have come, as far as all before them have. */
  readonly advance: () => void;
  /** How long `advance` has worked for an index. */
  readonly seconds: (tag: string) => number;
  /** Indexes the pages that are left, each let go when it has been counted. @param put takes the file's parts */
  readonly finish: (tag: string, put: PutPart) => Promise<void>;
}

export interface SearchDraftsInput {
  readonly plan: Plan;
  readonly documents: Documents;
  readonly texts: SectionTexts;
}

/** One index. Its file is held in memory until there is a place for it. */
interface Draft {
  /** The pages that are not in it yet, in their order. */
  readonly left: SourcePage[];
  readonly add: (page: SourcePage, text: ReturnType<SectionTexts["take"]>) => void;
  /** To be called after the last page. */
  readonly end: () => void;
  /** Gives what is held and lets it go; what comes from then on is passed on at once. */
  readonly passOn: (put: PutPart) => void;
  seconds: number;
}

/** Characters of an index that are held as one. */
const HELD_TOGETHER = 1 << 18;

/** While code is highlighted in other threads this one has time: what it counts then isn't waited for in the end. */
export function createSearchDrafts({ plan, documents, texts }: SearchDraftsInput): SearchDrafts {
  const drafts = new Map<string, Draft>();
  const draftOf = (tag: string): Draft => {
    const draft = drafts.get(tag) ?? createDraft(plan, tag);
    drafts.set(tag, draft);
    return draft;
  };
  const advanceOne = (draft: Draft) => {
    const started = performance.now();
    for (let page = draft.left[0]; page !== undefined; page = draft.left[0]) {
      const text = texts.take(page.path);
      if (text === undefined && page.format === "md") break;
      draft.add(page, text);
      draft.left.shift();
    }
    if (draft.left.length === 0) draft.end();
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
      const draft = draftOf(tag);
      draft.passOn(put);
      for (const page of draft.left.splice(0)) {
        const read = async () => (page.format === "md" ? (await documents.get(page)).document : undefined);
        draft.add(page, texts.take(page.path) ?? (await read()));
      }
      draft.end();
      drafts.delete(tag);
    },
  };
}

function createDraft(plan: Plan, tag: string): Draft {
  const { indexDocSidebarParentCategories: levels, synonyms } = plan.config.search;
  const held: Buffer[] = [];
  let waiting: string[] = [];
  let length = 0;
  let pass: PutPart | undefined;
  const hold = () => {
    held.push(Buffer.from(waiting.join("")));
    waiting = [];
    length = 0;
  };
  const writer = createIndexWriter(levels, synonyms, (part) => {
    if (pass !== undefined) return pass(part);
    waiting.push(part);
    length += part.length;
    if (length >= HELD_TOGETHER) hold();
  });
  let isEnded = false;
  return {
    left: searchedPages(plan, tag),
    add: (page, text) => writer.add(searchPage(page, text, plan)),
    end: () => {
      if (!isEnded) writer.end();
      isEnded = true;
    },
    passOn: (put) => {
      hold();
      for (const part of held.splice(0)) put(part);
      pass = put;
    },
    seconds: 0,
  };
}
