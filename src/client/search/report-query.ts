import { post } from "../post.ts";
import { isPrivate } from "./private-query.ts";

/** Time without typing after which a query counts, in milliseconds. */
const PAUSE_MS = 1000;
/** Maximum number of reports until the page is loaded again. */
const MAX_REPORTS = 20;

/** Receives what happens in the search. */
export interface QueryFollower {
  /** A query was answered. */
  readonly answered: (query: string, results: number) => void;
  /** The reader opened a result. */
  readonly chosen: () => void;
  /** The reader closed the search, or left the page. */
  readonly left: () => void;
}

const reported = new Set<string>();

/**
 * Sends queries without a result, and those that the reader leaves without opening one, once they have stood for a
 * while: only the query and the number of its results, each query once.
 */
export function followQueries(url: string): QueryFollower {
  let last: { readonly query: string; readonly results: number } | undefined;
  let hasStood = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    if (last === undefined || reported.has(last.query) || reported.size >= MAX_REPORTS || isPrivate(last.query)) return;
    reported.add(last.query);
    // Nobody waits for it.
    post(url, last).catch(() => undefined);
  };
  const forget = () => {
    clearTimeout(timer);
    last = undefined;
    hasStood = false;
  };
  return {
    answered: (written, results) => {
      const query = written.trim();
      if (query === last?.query) return;
      // Who types on has not left the query.
      const isContinued = last !== undefined && (query.startsWith(last.query) || last.query.startsWith(query));
      if (hasStood && !isContinued) report();
      forget();
      last = { query, results };
      timer = setTimeout(() => {
        hasStood = true;
        if (results === 0) report();
      }, PAUSE_MS);
    },
    chosen: forget,
    left: () => {
      if (hasStood) report();
      forget();
    },
  };
}
