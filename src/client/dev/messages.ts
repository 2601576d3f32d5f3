import type { Problem } from "../../shared/problem.ts";

/** Names of what connects a page to the watch server. */
export const DEV_SOCKET = "/@docgen/socket";
export const DEV_SCRIPT = "/@docgen/client.js";

/** A problem with the lines around it. */
export interface ShownProblem extends Problem {
  readonly frame?: string;
}

/** What the watch server tells a page. */
export type FromServer =
  /** The page that is looked at has become another: its HTML as it is now. */
  | { readonly type: "page"; readonly html: string }
  /** Something of the site has changed, this page or another. */
  | { readonly type: "changed" }
  /** The client itself, or the configuration, is another. */
  | { readonly type: "reload" }
  /** Static files have changed. */
  | { readonly type: "files"; readonly paths: readonly string[] }
  /** All that is wrong: `errors` with this page, `notes` besides. */
  | { readonly type: "problems"; readonly errors: readonly ShownProblem[]; readonly notes: readonly ShownProblem[] };

/** What a page tells the watch server: what it shows. */
export interface FromPage {
  readonly path: string;
  /** Empty where the page doesn't say. */
  readonly version: string;
}
