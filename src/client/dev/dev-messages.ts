import type { Position, Problem } from "../../shared/problem.ts";

/** Addresses of the dev server's socket and script. */
export const DEV_SOCKET = "/@docgen/socket";
export const DEV_SCRIPT = "/@docgen/client.js";

/** A problem with an excerpt of the source. */
export interface ShownProblem extends Problem {
  readonly frame?: string | undefined;
  /** Address that opens the place in VS Code; only for browsers on the same machine. */
  readonly editor?: string;
}

/** Messages from the dev server to a page. */
export type FromServer =
  /** The current page has changed: its new HTML. */
  | { readonly type: "page"; readonly html: string }
  /** Any part of the site has changed. */
  | { readonly type: "changed" }
  /** The client or the configuration has changed. */
  | { readonly type: "reload" }
  /** Static files have changed. */
  | { readonly type: "files"; readonly paths: readonly string[] }
  /** All problems: `errors` in the page's sources, `others` that break it from other files, and harmless `notes`. */
  | {
      readonly type: "problems";
      readonly errors: readonly ShownProblem[];
      readonly others: readonly ShownProblem[];
      readonly notes: readonly ShownProblem[];
    };

/** Message from a page to the dev server: a place to open in the editor. */
export interface OpenPlace {
  readonly open: Position;
}

/** Message from a page to the dev server: what it shows. */
export interface FromPage {
  readonly path: string;
  /** Empty if the page has no version. */
  readonly version: string;
}
