import type { Boosts } from "../../search/scores.ts";
import type { SearchDocument } from "../../search/search-page.ts";
import type { SearchAnswer, SearchResult } from "../../search/searcher.ts";
import { DEV_CHANGED_EVENT } from "../../shared/constants.ts";
import type { SiteData } from "../../theme/theme-types.ts";
import { preferredSearchTags } from "../enhance/docs-version.ts";

/** Name of the search worker's file, in the folder of this one; replaced when the client is bundled. */
declare const SEARCH_WORKER_FILE: string;

/** A section in the search results, without its full text. */
export interface FoundSection
  extends Omit<SearchResult, "document" | "score" | "unread">,
    Pick<SearchDocument, "sectionRoute" | "sectionTitle" | "pageTitle" | "sidebarParentCategories" | "type" | "badge"> {
  /** Whether the teaser is made from the beginning of the text only. */
  readonly isCut: boolean;
}

/** Words and tags of a site that are similar to the words of a query. */
export interface NearWords {
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

/** An answer without the full texts. */
export interface DisplayedAnswer extends Pick<SearchAnswer, "understood" | "missing" | "error"> {
  readonly results: readonly FoundSection[];
  /** Suggestions, if nothing was found. */
  readonly near?: NearWords;
}

/** A search request. */
export interface Ask {
  readonly query: string;
  /** Maximum number of results. */
  readonly limit: number;
  /** Number of pages whose results are shown: a large index loads the texts of only these. */
  readonly pages: number;
  /** Routes of further pages that are shown. */
  readonly read?: readonly string[];
  /** Names of the indexes; default: those of the page's language and versions. */
  readonly tags?: readonly string[] | undefined;
  /** Whether to search for the words as typed, without corrections. */
  readonly isVerbatim?: boolean;
}

/** A message from the page to the search worker: the indexes to load, and the query to answer from them. */
export interface ToWorker {
  readonly addresses: readonly string[];
  readonly boosts: Boosts;
  readonly ask?: { readonly number: number } & Required<Omit<Ask, "tags">>;
}

/** The worker's answer to a query, by its number. */
export interface FromWorker {
  readonly number: number;
  readonly answer: DisplayedAnswer;
}

/** Client of the search worker; keeps typing responsive. */
export interface SearchClient {
  /** Loads the missing indexes for the page; failures are retried. */
  readonly preload: () => void;
  /** Resolves only for the latest query; a failed one has no results. */
  readonly query: (ask: Ask) => Promise<DisplayedAnswer>;
}

const NOTHING: DisplayedAnswer = { results: [] };

/** Creates the search client; loads nothing until the first call. */
export function createSearchClient(site: Promise<SiteData>): SearchClient {
  let worker: Worker | undefined;
  let newest = 0;
  let give: ((found: DisplayedAnswer) => void) | undefined;

  const drop = () => {
    worker?.terminate();
    worker = undefined;
  };
  /** Like an index that can't be loaded: no results, and no error. */
  const fail = () => {
    drop();
    give?.(NOTHING);
  };
  const start = (): Worker => {
    const started = new Worker(new URL(SEARCH_WORKER_FILE, import.meta.url), { type: "module" });
    started.onmessage = ({ data: { number, answer } }: MessageEvent<FromWorker>) => {
      if (number === newest) give?.(answer);
    };
    started.onerror = () => {
      if (worker === started) fail();
    };
    return started;
  };
  const send = (messageFor: (data: SiteData) => ToWorker) => {
    worker ??= start();
    // Without the site's data no index is known.
    site.then((data) => worker?.postMessage(messageFor(data)), fail);
  };
  // The worker's indexes are outdated; the next call starts a new one.
  document.addEventListener(DEV_CHANGED_EVENT, drop);
  return {
    preload: () => send((data) => indexesOf(data)),
    query: ({ tags, isVerbatim = false, read = [], ...ask }) =>
      new Promise((resolve) => {
        const number = ++newest;
        give = resolve;
        send((data) => ({ ...indexesOf(data, tags), ask: { ...ask, number, isVerbatim, read } }));
      }),
  };
}

function indexesOf({ baseUrl, searchTags, searchBoosts }: SiteData, asked?: readonly string[]): ToWorker {
  const tags = asked ?? preferredSearchTags(searchTags);
  return {
    addresses: tags.map((tag) => new URL(`${baseUrl}search-index-${tag}.json`, location.href).href),
    boosts: searchBoosts,
  };
}
