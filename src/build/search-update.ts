import type { SourcePage } from "../content/types.ts";
import { type SearchSource, searchSources } from "../search/documents.ts";
import type { IndexChange } from "../search/update-index.ts";
import type { DocumentRecord, SiteRecord } from "./cache/record.ts";
import type { Documents } from "./documents.ts";
import type { Helper } from "./helper.ts";
import type { Plan } from "./plan.ts";
import { pageName } from "./render-pages.ts";
import type { SearchDrafts } from "./search-drafts.ts";
import { searchedPages, searchPage } from "./search-files.ts";
import type { SiteFile } from "./site-file.ts";
import type { Stage } from "./stages.ts";

/** With more edited pages, indexing all of them is quicker than bringing the index up to date for each. */
const MOST_UPDATED = 5;
/** Bytes of an index that take longer to be brought up to date than a thread to be started. */
const WORTH_A_THREAD = 8_000_000;

export interface IndexUpdatesInput {
  readonly plan: Plan;
  readonly documents: Documents;
  /** True where a record says what compiling a page now would give. */
  readonly isKnown: (page: SourcePage, record: DocumentRecord | undefined) => boolean;
  /** The record of the last build, which was laid out as this one is. */
  readonly last: SiteRecord;
  /** A file of the output as the last build wrote it; undefined where it isn't there any more. */
  readonly readLast: (file: string) => Promise<Buffer | undefined>;
  /** Bytes of a file as the last build wrote it. */
  readonly lastBytes: (file: string) => number | undefined;
  readonly helper: Pick<Helper, "startThread" | "updateIndex">;
}

/** Parts of index files on their way to be up to date, by tag; undefined where the last build's are gone. */
export type IndexUpdates = ReadonlyMap<string, Promise<readonly Uint8Array[] | undefined>>;

/**
 * Begins to bring the last build's indexes up to date with the pages that were edited since: before
 * the pages are looked at one by one, since it takes as long as that.
 *
 * @returns none where too many were edited
 */
export async function beginIndexUpdates(input: IndexUpdatesInput): Promise<IndexUpdates> {
  const { plan, documents, isKnown, last, readLast, lastBytes, helper } = input;
  const edited = plan.pages.filter(
    (page) => page.format === "md" && !isKnown(page, last.pages[pageName(page)]?.document),
  );
  if (edited.length > MOST_UPDATED) return new Map();
  const files = plan.searchTags.map((tag) => [tag, readLast(fileOf(tag))] as const);
  if (plan.searchTags.some((tag) => (lastBytes(fileOf(tag)) ?? 0) > WORTH_A_THREAD)) helper.startThread();
  for (const [, reading] of files) reading.catch(() => undefined);
  const countOf = (page: SourcePage) => last.pages[pageName(page)]?.document.searched ?? 0;
  const sources = new Map<SourcePage, SearchSource[]>();
  for (const page of edited) {
    const { document } = await documents.get(page);
    sources.set(page, searchSources([searchPage(page, document, plan)]));
  }
  /** From the end, so that the places of those before stay what they were. */
  const changesOf = (pages: readonly SourcePage[]): IndexChange[] => {
    let to = 0;
    const changes = pages.flatMap((page) => {
      const from = to;
      to += countOf(page);
      const fresh = sources.get(page);
      return fresh === undefined ? [] : [{ from, to, sources: fresh }];
    });
    return changes.reverse();
  };
  const update = async (tag: string, file: Buffer | undefined) => {
    const changes = changesOf(searchedPages(plan, tag));
    if (file === undefined || changes.length === 0) return file === undefined ? undefined : [file];
    return helper.updateIndex(file, changes, plan.config.search.indexDocSidebarParentCategories);
  };
  const updates = files.map(([tag, reading]) => [tag, reading.then((file) => update(tag, file))] as const);
  // Whoever writes it is told what failed.
  for (const [, updating] of updates) updating.catch(() => undefined);
  return new Map(updates);
}

export interface SearchFilesInput {
  readonly plan: Plan;
  readonly drafts: SearchDrafts;
  readonly updates: IndexUpdates;
  /** Stands for the texts of all pages and for the plan. */
  readonly textsKey: string;
  readonly stage: Stage;
}

const fileOf = (tag: string): string => `search-index-${tag}.json`;

/** The search indexes of a site, brought up to date where little has changed since the last build. */
export function searchFiles({ plan, drafts, updates, textsKey, stage }: SearchFilesInput): SiteFile[] {
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
            const updated = await updates.get(tag);
            if (updated === undefined) await drafts.finish(tag, put);
            else for (const part of updated) put(part);
          },
          drafts.seconds(tag),
        ),
      ),
  }));
}
