import type { TagLink } from "../content/content-types.ts";
import type { PageBadge } from "../shared/badge.ts";
import type { Route } from "../shared/route.ts";

/** An author as shown on pages; addresses are ready for links. */
export interface AuthorData {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly url?: string | undefined;
  readonly email?: string | undefined;
  readonly image?: string | undefined;
  readonly socials: readonly { readonly label: string; readonly url: string }[];
  /** Page with the author's posts; undefined on that page itself. */
  readonly route?: Route | undefined;
}

/** Metadata above a post. */
export interface PostData {
  /** ISO instant, `2026-11-21T00:00:00.000Z`. */
  readonly date: string;
  /** `3 min read`; absent if reading times are off. */
  readonly readingTime?: string | undefined;
  readonly authors: readonly AuthorData[];
}

/** A post in a list. */
export interface PostSummary extends PostData {
  readonly route: Route;
  readonly title: string;
  readonly badge?: PageBadge | undefined;
  readonly tags: readonly TagLink[];
  readonly excerptHtml: string;
}

/** Routes and titles of the pages that the "not found" page may suggest. */
export type KnownPages = readonly (readonly [route: Route, title: string])[];

/** Content of a generated list page. Rendered once, into the page's article. */
export type ListData =
  | {
      readonly kind: "posts";
      readonly posts: readonly PostSummary[];
      readonly newer?: Route | undefined;
      readonly older?: Route | undefined;
      readonly author?: AuthorData | undefined;
      readonly all?: TagLink | undefined;
    }
  | {
      readonly kind: "archive";
      readonly years: readonly {
        readonly year: string;
        readonly posts: readonly { readonly route: Route; readonly title: string; readonly date: string }[];
      }[];
    }
  | {
      readonly kind: "tags";
      readonly letters: readonly {
        readonly letter: string;
        readonly tags: readonly (TagLink & { readonly count: number })[];
      }[];
    }
  | { readonly kind: "authors"; readonly authors: readonly (AuthorData & { readonly posts: string })[] }
  | {
      readonly kind: "docs";
      readonly docs: readonly {
        readonly route: Route;
        readonly title: string;
        readonly badge?: PageBadge | undefined;
        readonly description: string;
      }[];
      readonly all?: TagLink | undefined;
    }
  | { readonly kind: "search" }
  /** `pages`: address of the `KnownPages` file. */
  | { readonly kind: "near"; readonly pages: string };
