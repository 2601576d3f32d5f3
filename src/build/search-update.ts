import type { SourcePage } from "../content/types.ts";
import { searchSources } from "../search/documents.ts";
import { updateIndexFile } from "../search/update-index.ts";
import type { SiteRecord } from "./cache/record.ts";
import type { Documents } from "./documents.ts";
import type { Plan } from "./plan.ts";
import { pageName } from "./render-pages.ts";
import type { SearchDrafts } from "./search-drafts.ts";
import { searchedPages, searchPage } from "./search-files.ts";
import type { SectionTexts } from "./section-texts.ts";
import type { SiteFile } from "./site-file.ts";
import type { Stage } from "./stages.ts";

/** With more edited pages, indexing all of them is quicker than bringing the index up to date for each. */
const MOST_UPDATED = 5;

export interface SearchFilesInput {
  readonly plan: Plan;
  readonly documents: Documents;
  /** What the search takes of the pages that were read. */
  readonly texts: SectionTexts;
  readonly drafts: SearchDrafts;
  /** Stands for the texts of all pages and for the plan. */
  readonly textsKey: string;
  readonly record: SiteRecord;
  /** The record of the last build. */
  readonly last: SiteRecord | undefined;
  /** A file of the output as the last build wrote it; undefined where it isn't there any more. */
  readonly readLast: (file: string) => Promise<Buffer | undefined>;
  readonly stage: Stage;
}

const fileOf = (tag: string): string => `search-index-${tag}.json`;

/** The files of a site's search indexes. */
export function searchFileNames({ searchTags }: Plan): string[] {
  return searchTags.map(fileOf);
}

/** The search indexes of a site, brought up to date where little has changed since the last build. */
export function searchFiles(input: SearchFilesInput): SiteFile[] {
  const { plan, drafts, textsKey, stage } = input;
  let last = Promise.resolve();
  /** One after the other: what is counted of one is out of memory before the next is begun. */
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const own = last.then(run);
    last = own.catch(() => {});
    return own;
  };
  return plan.searchTags.map((tag) => ({
    file: fileOf(tag),
    key: textsKey,
    write: (put) =>
      inTurn(() =>
        stage(
          "search index",
          async () => {
            const updated = await updateLast(tag, input);
            if (updated === undefined) await drafts.finish(tag, put);
            else for (const part of updated) put(part);
          },
          drafts.seconds(tag),
        ),
      ),
  }));
}

/** The last build's index with the pages that were edited since; undefined where more has changed than texts. */
async function updateLast(
  tag: string,
  { plan, documents, texts, record, last, readLast }: SearchFilesInput,
): Promise<Buffer[] | undefined> {
  if (last?.planKey !== record.planKey) return undefined;
  const pages = searchedPages(plan, tag);
  const edited = pages.filter((page) => textKey(page, record) !== textKey(page, last));
  if (edited.length > MOST_UPDATED) return undefined;
  const file = await readLast(fileOf(tag));
  if (file === undefined) return undefined;
  let parts = [file];
  // From the end, so that the places of those before stay what they were.
  for (const page of edited.reverse()) {
    const text = texts.get(page.path) ?? (await documents.get(page)).document;
    const before = pages.slice(0, pages.indexOf(page));
    const from = before.reduce((sum, one) => sum + countOf(one, last), 0);
    const sources = searchSources([searchPage(page, text, plan)]);
    const levels = plan.config.search.indexDocSidebarParentCategories;
    const [only] = parts;
    const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    parts = updateIndexFile(whole, { from, to: from + countOf(page, last), sources }, levels);
  }
  return parts;
}

function textKey(page: SourcePage, { pages }: SiteRecord): string {
  const { source, includes } = pages[pageName(page)]?.document ?? {};
  return JSON.stringify([source, includes]);
}

function countOf(page: SourcePage, { pages }: SiteRecord): number {
  return pages[pageName(page)]?.document.searched ?? 0;
}
