import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import { searchSources } from "../search/documents.ts";
import { updateIndexFile } from "../search/update-index.ts";
import type { SiteRecord } from "./cache/record.ts";
import { type Documents, documentsOf } from "./documents.ts";
import type { Plan } from "./plan.ts";
import { pageName } from "./render-pages.ts";
import { buildSearchIndexes, searchedPages, searchPage } from "./search-files.ts";
import type { SiteFile } from "./site-file.ts";
import type { Stage } from "./stages.ts";

/** With more edited pages, indexing all of them is quicker than bringing the index up to date for each. */
const MOST_UPDATED = 5;

export interface SearchFilesInput {
  readonly plan: Plan;
  readonly documents: Documents;
  /** What the search takes of the pages that were read, by path; it grows. */
  readonly texts: Map<string, Pick<Document, "sections">>;
  /** Stands for the texts of all pages and for the plan. */
  readonly textsKey: string;
  readonly record: SiteRecord;
  /** The record of the last build. */
  readonly last: SiteRecord | undefined;
  /** A file of the output as the last build wrote it; undefined where it isn't there any more. */
  readonly readLast: (file: string) => Buffer | undefined;
  readonly stage: Stage;
}

/** The search indexes of a site, brought up to date where little has changed since the last build. */
export function searchFiles(input: SearchFilesInput): SiteFile[] {
  const { plan, documents, texts, textsKey, stage } = input;
  let indexes: Promise<Map<string, object>> | undefined;
  const build = async () => {
    const unread = plan.pages.filter(({ path, format }) => format === "md" && !texts.has(path));
    for (const [path, document] of await documentsOf(unread, documents)) texts.set(path, document);
    return buildSearchIndexes(plan, texts);
  };
  return plan.searchTags.map((tag) => ({
    file: `search-index-${tag}.json`,
    key: textsKey,
    make: () =>
      stage("search index", async () => {
        const updated = await updateLast(tag, input);
        if (updated !== undefined) return updated;
        indexes ??= build();
        return JSON.stringify((await indexes).get(tag));
      }),
  }));
}

/** The last build's index with the pages that were edited since; undefined where more has changed than texts. */
async function updateLast(
  tag: string,
  { plan, documents, texts, record, last, readLast }: SearchFilesInput,
): Promise<Buffer | undefined> {
  if (last?.planKey !== record.planKey) return undefined;
  const pages = searchedPages(plan, tag);
  const edited = pages.filter((page) => textKey(page, record) !== textKey(page, last));
  if (edited.length > MOST_UPDATED) return undefined;
  let file = readLast(`search-index-${tag}.json`);
  // From the end, so that the places of those before stay what they were.
  for (const page of edited.reverse()) {
    if (file === undefined) return undefined;
    if (!texts.has(page.path)) texts.set(page.path, (await documents.get(page)).document);
    const before = pages.slice(0, pages.indexOf(page));
    const from = before.reduce((sum, one) => sum + countOf(one, last), 0);
    const sources = searchSources([searchPage(page, texts.get(page.path), plan)]);
    const levels = plan.config.search.indexDocSidebarParentCategories;
    file = updateIndexFile(file, { from, to: from + countOf(page, last), sources }, levels);
  }
  return file;
}

function textKey(page: SourcePage, { pages }: SiteRecord): string {
  const { source, includes } = pages[pageName(page)]?.document ?? {};
  return JSON.stringify([source, includes]);
}

function countOf(page: SourcePage, { pages }: SiteRecord): number {
  return pages[pageName(page)]?.document.searched ?? 0;
}
