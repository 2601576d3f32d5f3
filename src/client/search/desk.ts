import { searchWorkerFile } from "docgen:search-worker";
import type { Boosts } from "../../search/scores.ts";
import type { SearchAnswer, SearchResult } from "../../search/searcher.ts";
import { DEV_CHANGED_EVENT } from "../../shared/constants.ts";
import type { SiteData } from "../../theme/types.ts";
import { preferredSearchTags } from "../enhance/docs-version.ts";

/** A section that answers a query, as the panel shows it: without its whole text. */
export interface FoundSection extends Pick<SearchResult, "terms" | "teaser" | "titleMarks"> {
  /** Route, with the section's anchor as its hash. */
  readonly route: string;
  readonly title: string;
  readonly pageTitle: string;
  /** Categories above the page, from the top. */
  readonly parents: readonly string[];
}

/** An answer as the panel shows it. */
export interface Found extends Pick<SearchAnswer, "corrected" | "missing" | "error"> {
  readonly results: readonly FoundSection[];
}

/** What the page tells the search's worker. */
export type ToWorker =
  | {
      /** Load what isn't there yet; from now on these indexes are asked. */
      readonly kind: "prepare";
      readonly addresses: readonly string[];
      readonly boosts: Boosts;
    }
  | { readonly kind: "ask"; readonly number: number; readonly query: string; readonly limit: number };

/** What the worker says to a question: its number, and the answer. */
export interface FromWorker {
  readonly number: number;
  readonly found: Found;
}

/** Where questions are put: a worker answers them, so that typing never waits. */
export type SearchDesk = ReturnType<typeof createSearchDesk>;

const NOTHING: Found = { results: [] };

/** Makes the desk of a site; nothing is loaded before it is told to prepare. */
export function createSearchDesk(site: Promise<SiteData>) {
  let worker: Worker | undefined;
  let newest = 0;
  let give: ((found: Found) => void) | undefined;

  const tell = (message: ToWorker) => worker?.postMessage(message);
  const drop = () => {
    worker?.terminate();
    worker = undefined;
  };
  const start = (): Worker => {
    const started = new Worker(new URL(searchWorkerFile, import.meta.url), { type: "module" });
    started.onmessage = ({ data: { number, found } }: MessageEvent<FromWorker>) => {
      if (number === newest) give?.(found);
    };
    // As an index that can't be loaded: no results, and no error (specification section 8).
    started.onerror = () => {
      if (worker !== started) return;
      drop();
      give?.(NOTHING);
    };
    return started;
  };
  // What the worker has loaded is old; whatever is still to be known is asked again.
  document.addEventListener(DEV_CHANGED_EVENT, drop);
  /** Loads the indexes that the page asks, where they aren't there; what has failed is tried again. */
  const prepare = () => {
    worker ??= start();
    site.then(
      ({ baseUrl, searchTags, searchBoosts: { title, content, tags, parents } }) => {
        const addresses = preferredSearchTags(searchTags).map((tag) => {
          return new URL(`${baseUrl}search-index-${tag}.json`, location.href).href;
        });
        tell({ kind: "prepare", addresses, boosts: { title, content, tags, parents } });
      },
      // Without the site's data there is nothing to ask.
      drop,
    );
  };
  /** A question that is overtaken by a newer one is never answered; one that fails finds nothing. */
  const ask = (query: string): Promise<Found> => {
    const number = ++newest;
    return new Promise((resolve) => {
      give = resolve;
      if (worker === undefined) prepare();
      site.then(
        ({ maxSearchResults: limit }) => tell({ kind: "ask", number, query, limit }),
        () => give?.(NOTHING),
      );
    });
  };
  return { prepare, ask };
}
