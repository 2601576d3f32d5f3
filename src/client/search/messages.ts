import type { Answer, SearchResult } from "../../search/answer.ts";
import type { Boosts } from "../../search/query.ts";

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
export interface Found extends Pick<Answer, "corrected" | "missing" | "error"> {
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
