import type { Route } from "../shared/route.ts";

/** A picture or download as pages refer to it. */
export interface MediaFile {
  /** Address below the base URL, encoded, without a slash at its start. */
  readonly file: string;
  /** Pixels, for pictures. */
  readonly width?: number;
  readonly height?: number;
}

/** What links can lead to. */
export interface SiteIndex {
  readonly baseUrl: string;
  /** Base URL of `assets/`, which the languages of a site share. */
  readonly assetsUrl: string;
  /** Origin of the site, for absolute links to itself. */
  readonly origin: string;
  /** Canonical routes by their key. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Where old routes lead, by their key. */
  readonly redirects: ReadonlyMap<string, { readonly to: Route /** With its `#`, or empty. */; readonly hash: string }>;
  /** Routes by source path. */
  readonly paths: ReadonlyMap<string, Route>;
  /** Static files and files beside pages, by `/file` for static ones and by path for the others. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Keys of the routes, and the paths, of pages left out as drafts. */
  readonly drafts: ReadonlySet<string>;
  /** Keys of the routes of pages that no list shows. */
  readonly unlisted: ReadonlySet<string>;
}
