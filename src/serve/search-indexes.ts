import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Plan } from "../build/plan.ts";
import { searchedPages, searchPage } from "../build/search-files.ts";
import type { Site } from "../build/site.ts";
import { TOOL_ROOT } from "../build/tool.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import { searchSources } from "../search/documents.ts";
import { updateIndexFile } from "../search/update-index.ts";
import type { IndexTask } from "./index-worker.ts";

const WORKER = join(TOOL_ROOT, "dist/serve/index-worker.js");
/** With more edited pages, indexing all of them is quicker than bringing the index up to date for each. */
const MOST_UPDATED = 5;

/** The search indexes of the site as it is being written, each made when it is asked for. */
export interface SearchIndexes {
  /** The file of an index, of the site as it is now; undefined where there is no such index. */
  readonly file: (tag: string) => Promise<Buffer | undefined>;
}

type Documents = ReadonlyMap<string, Document>;

/** An index, and what it was made of. */
interface Made {
  readonly plan: Plan;
  readonly documents: Documents;
  readonly file: Buffer;
}

/** @param documentOf compiles a page where that isn't done */
export function createSearchIndexes(
  site: () => Site,
  documentOf: (page: SourcePage) => Promise<Document>,
): SearchIndexes {
  const latest = new Map<string, Promise<Made | undefined>>();

  const make = async (tag: string, before: Made | undefined): Promise<Made> => {
    const { plan } = site();
    const pages = searchedPages(plan, tag);
    const documents = new Map<string, Document>();
    for (const page of pages) {
      if (page.format !== "md") continue;
      documents.set(page.path, await documentOf(page));
      // Others are answered in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const file = updated(pages, plan, documents, before) ?? (await indexAll(pages, plan, documents));
    return { plan, documents, file };
  };
  return {
    file: async (tag) => {
      if (!site().plan.searchTags.includes(tag)) return undefined;
      // One after the other: each is made from the one before.
      const before = latest.get(tag)?.catch(() => undefined);
      const made = (async () => make(tag, await before))();
      latest.set(tag, made);
      return (await made)?.file;
    },
  };
}

/** The index from before with the pages that were edited since; undefined where more has changed than texts. */
function updated(
  pages: readonly SourcePage[],
  plan: Plan,
  documents: Documents,
  before: Made | undefined,
): Buffer | undefined {
  if (before?.plan !== plan) return undefined;
  const edited = pages.filter(({ path }) => documents.get(path) !== before.documents.get(path));
  if (edited.length > MOST_UPDATED) return undefined;
  const countOf = (page: SourcePage) => sourcesOf(page, before.documents, plan).length;
  let { file } = before;
  // From the end, so that the places of those before stay what they were.
  for (const page of edited.reverse()) {
    const from = pages.slice(0, pages.indexOf(page)).reduce((sum, one) => sum + countOf(one), 0);
    const change = { from, to: from + countOf(page), sources: sourcesOf(page, documents, plan) };
    file = Buffer.concat(updateIndexFile(file, change, plan.config.search.indexDocSidebarParentCategories));
  }
  return file;
}

function sourcesOf(page: SourcePage, documents: Documents, plan: Plan): ReturnType<typeof searchSources> {
  return searchSources([searchPage(page, documents.get(page.path), plan)]);
}

function indexAll(pages: readonly SourcePage[], plan: Plan, documents: Documents): Promise<Buffer> {
  const { indexDocSidebarParentCategories: levels, synonyms } = plan.config.search;
  const task: IndexTask = {
    pages: pages.map((page) => searchPage(page, documents.get(page.path), plan)),
    levels,
    synonyms,
  };
  const worker = new Worker(WORKER);
  const made = new Promise<Buffer>((resolve, reject) => {
    worker.once("message", (file: ArrayBuffer) => resolve(Buffer.from(file)));
    worker.once("error", reject);
  });
  worker.postMessage(task);
  return made.finally(() => worker.terminate());
}
