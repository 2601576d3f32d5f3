import type { Route } from "../shared/route.ts";

/** An image or download, as pages refer to it. */
export interface MediaFile {
  /** Encoded path below the base URL, without a leading slash. */
  readonly file: string;
  /** Size in pixels, for images. */
  readonly width?: number;
  readonly height?: number;
  /** Its pixels per CSS pixel, such as 2 for `name@2x.png`; 1 if it is missing. */
  readonly density?: number;
}

/** All targets of links. */
export interface SiteIndex {
  readonly baseUrl: string;
  /** Base URL of `assets/`, shared by all languages of a site. */
  readonly assetsUrl: string;
  /** Origin of the site, for absolute links to itself. */
  readonly origin: string;
  readonly routes: ReadonlyMap<string, Route>;
  /** Targets of redirects, by the key of the old route. */
  readonly redirects: ReadonlyMap<string, { readonly to: Route /** With `#`, or empty. */; readonly hash: string }>;
  readonly paths: ReadonlyMap<string, Route>;
  /** Static files and files beside pages, by `/file` for static ones and by path for the others. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Why a page is left out, such as "is a draft", by route key and path. */
  readonly drafts: ReadonlyMap<string, string>;
  /** Keys of the routes of unlisted pages. */
  readonly unlisted: ReadonlySet<string>;
}
