import { searchWorkerFile } from "docgen:search-worker";
import { DEV_CHANGED_EVENT } from "../../shared/constants.ts";
import type { SiteData } from "../../theme/types.ts";
import { preferredSearchTags } from "../enhance/docs-version.ts";
import type { Found, FromWorker, ToWorker } from "./messages.ts";

/** Where questions are put: a worker answers them, so that typing never waits. */
export interface SearchDesk {
  /** Loads the indexes that the page asks, where they aren't there; what has failed is tried again. */
  readonly prepare: () => void;
  /**
   * Asks, and prepares where that isn't done. A question that is overtaken by a newer one is never answered;
   * one that fails finds nothing.
   */
  readonly ask: (query: string) => Promise<Found>;
}

const NOTHING: Found = { results: [] };

/** Makes the desk of a site; nothing is loaded before it is told to prepare. */
export function createSearchDesk(site: Promise<SiteData>): SearchDesk {
  let worker: Worker | undefined;
  let newest = 0;
  let give: ((found: Found) => void) | undefined;
  /** Number of the question that the worker is at; newer ones wait, and only the last of them is put. */
  let asked = 0;
  let query = "";

  const tell = (message: ToWorker) => worker?.postMessage(message);
  const put = () => {
    const question = { kind: "ask", number: newest, query } as const;
    asked = newest;
    site.then(
      ({ maxSearchResults: limit }) => tell({ ...question, limit }),
      () => give?.(NOTHING),
    );
  };
  const onAnswer = ({ number, found }: FromWorker) => {
    asked = 0;
    if (number === newest) give?.(found);
    else put();
  };
  const drop = () => {
    worker?.terminate();
    worker = undefined;
    asked = 0;
  };
  const fail = (broken: Worker) => {
    if (worker !== broken) return;
    drop();
    give?.(NOTHING);
  };
  const start = (): Worker => {
    const started = new Worker(new URL(searchWorkerFile, import.meta.url), { type: "module" });
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => onAnswer(data);
    // As an index that can't be loaded: no results, and no error (specification section 8).
    started.onerror = () => fail(started);
    return started;
  };
  if (process.env.NODE_ENV === "development") {
    // What the worker has loaded is old; whoever still wants to know asks again.
    document.addEventListener(DEV_CHANGED_EVENT, drop);
  }
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
  return {
    prepare,
    ask: (text) => {
      newest++;
      query = text;
      return new Promise((resolve) => {
        give = resolve;
        if (worker === undefined) prepare();
        if (asked === 0) put();
      });
    },
  };
}
