import { post } from "../post.ts";

/** Time without typing after which a query counts, in milliseconds. */
const PAUSE_MS = 1000;
/** Maximum number of reports until the page is loaded again. */
const MAX_REPORTS = 20;

const reported = new Set<string>();

/** Sends queries without a result, and those left without opening one: the query and its number of results, once. */
export function followQueries(url: string) {
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
    /** To be called when a query was answered. */
    answered: (written: string, results: number) => {
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
    /** To be called when the reader opens a result. */
    chosen: forget,
    /** To be called when the reader closes the search, or leaves the page. */
    left: () => {
      if (hasStood) report();
      forget();
    },
  };
}

/** Maximum length of a query, in characters; longer ones were pasted. */
const MAX_LENGTH = 100;

const PRIVATE = [
  // An email address.
  /[^\s@]@[^\s@]+\.[^\s@]/u,
  // A number of at least eight digits, also in groups, such as that of a phone, a card or an account.
  /\p{Nd}(?:[\s().,/-]{0,2}\p{Nd}){7}/u,
  // A key: letters and digits, or nothing but hexadecimal digits.
  /(?=[\w+/=~-]*\d)(?=[\w+/=~-]*[a-z])[\w+/=~-]{20,}/i,
  /[\da-f]{16,}/i,
  // A JSON Web Token.
  /\beyJ[\w-]{5,}\./,
];

/** Whether a query may hold something that nobody else should see. */
export function isPrivate(query: string): boolean {
  return query.length > MAX_LENGTH || PRIVATE.some((pattern) => pattern.test(query));
}
