import type { ComponentType } from "react";
import type { LogoConfig, SiteConfig } from "../config/schema.ts";
import type { TagLink } from "../content/content-types.ts";
import type { TocEntry } from "../markdown/document.ts";
import type { ResolvedFooter, SiteNavbarEntry } from "../navigation/navbar.ts";
import type { Sidebars } from "../navigation/navigation-types.ts";
import type { Neighbours, RecentPostLinks } from "../navigation/neighbours.ts";
import type { PageBadge } from "../shared/badge.ts";
import type { Route } from "../shared/route.ts";
import type { Texts } from "../shared/translate.ts";

/** Argument of the `load` function of a page written in React. */
export interface LoadInput {
  /** Reads a text file of the site. Changes render the page again. @param path relative to the site's root */
  readonly read: (path: string) => string;
}

/** The component of a page written in React. @see PageData.data */
export type PageComponent = ComponentType<{ readonly data: unknown }>;

/** The versions of one set of docs, newest first. */
export interface DocsVersions {
  readonly plugin: string;
  /** Name of the version at the root of the docs. */
  readonly last: string;
  /** Each with the route of its main doc. */
  readonly versions: readonly { readonly name: string; readonly label: string; readonly route: Route }[];
}

/** Versions for the client script: name, label and address of each. */
export type DocsVersionsData = readonly {
  readonly plugin: string;
  readonly last: string;
  readonly versions: readonly (readonly [name: string, label: string, url: string])[];
}[];

/** The version of a page, and its counterparts in other versions. */
export interface PageVersion {
  readonly plugin: string;
  readonly name: string;
  readonly label: string;
  readonly banner: "none" | "unreleased" | "unmaintained";
  readonly badge: boolean;
  /** By version: the same doc, or the main doc if that version lacks it. */
  readonly routes: readonly { readonly name: string; readonly route: Route }[];
}

/** A language of the site. */
export interface LocaleLink {
  /** Its name in the language itself. */
  readonly label: string;
  /** Value of `lang` and `hreflang`. */
  readonly lang: string;
  /** Base URL of its pages. */
  readonly baseUrl: string;
}

/** The announcement above the navbar. */
interface Announcement extends NonNullable<SiteConfig["announcementBar"]> {
  /** Storage key that remembers its dismissal. */
  readonly dismissedKey: string;
}

/** Data shared by all pages: one file for the browser, one value for the server. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  /** Name of the locale. */
  readonly locale: string;
  readonly baseUrl: string;
  readonly navbarTitle: string;
  readonly logo?: LogoConfig | undefined;
  /** Whether the navbar hides while the page is scrolled down. */
  readonly hideNavbarOnScroll: boolean;
  readonly navbar: readonly SiteNavbarEntry[];
  readonly footer: ResolvedFooter;
  readonly announcement?: Announcement | undefined;
  /** Links to AI assistants that answer questions about a page, and the site's origin, with which they find it. */
  readonly assistants?:
    | { readonly origin: string; readonly links: readonly { label: string; url: string }[] }
    | undefined;
  /** Address that readers' answers are sent to. */
  readonly feedback?: string | undefined;
  readonly colorMode: SiteConfig["colorMode"];
  readonly maxSearchResults: number;
  /** Page of all results of a query; absent if the site has a page of its own there. */
  readonly searchRoute?: Route | undefined;
  /** Address that queries without a result, or without a choice, are sent to. */
  readonly searchReport?: string | undefined;
  /** Names of the existing search indexes. */
  readonly searchTags: readonly string[];
  readonly searchBoosts: Readonly<Record<"title" | "content" | "tags" | "parents", number>>;
  readonly sidebars: Sidebars;
  readonly hasHome: boolean;
  /** Recent posts, for pages of the main blog. */
  readonly recentPosts?: RecentPostLinks | undefined;
  /** Those of other blogs, by id. */
  readonly otherRecentPosts?: Readonly<Record<string, RecentPostLinks>> | undefined;
  /** Target of the brand: the home page, else the first page of the docs. */
  readonly homeRoute: Route;
  /** Present only if docs have several versions, or the navbar names one. */
  readonly docs?: readonly DocsVersions[] | undefined;
  /** Present only if there are several. */
  readonly locales?: readonly LocaleLink[] | undefined;
  /** Translations of the interface by id or message; empty in English. */
  readonly texts: Texts;
}

/** Data of one page, without its article; embedded in the page as JSON. */
export interface PageData extends Neighbours {
  readonly route: Route;
  readonly kind: "doc" | "category" | "page" | "component" | "post" | "blogList" | "docList" | "notFound";
  readonly title: string;
  readonly description: string;
  /** Name of the page's sidebar. */
  readonly sidebar?: string | undefined;
  readonly breadcrumbs: boolean;
  /** The level-1 heading as HTML, if it isn't just the title. */
  readonly headingHtml?: string | undefined;
  /** Language and direction of a page that is not translated. */
  readonly original?: { readonly lang: string; readonly dir: "ltr" | "rtl" } | undefined;
  /** Base URLs of the languages that lack this page: lists, such as those of translated tags, may be missing. */
  readonly missingIn?: readonly string[] | undefined;
  /** Address of its Markdown copy. */
  readonly copy?: string | undefined;
  readonly hideTitle: boolean;
  readonly badge?: PageBadge | undefined;
  readonly toc: readonly TocEntry[];
  readonly editUrl?: string | undefined;
  /** `day` as an ISO date: `2026-11-21`. */
  readonly lastUpdate?: { readonly day: string | undefined; readonly author: string | undefined } | undefined;
  readonly unlisted: boolean;
  readonly tags?: readonly TagLink[] | undefined;
  readonly post?: PostData | undefined;
  /** Id of its blog; absent for the main one. */
  readonly blog?: string | undefined;
  /** Present only if the page's docs have several versions. */
  readonly version?: PageVersion | undefined;
  /** Script of a page written in React, relative to the client's scripts. */
  readonly chunk?: string | undefined;
  /** Result of the `load` function of a page written in React. */
  readonly data?: unknown;
}

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
