import type { LogoConfig, SiteConfig } from "../config/schema.ts";
import type { TagLink } from "../content/types.ts";
import type { TocEntry } from "../markdown/document.ts";
import type { ResolvedFooter } from "../navigation/footer.ts";
import type { SiteNavbarEntry } from "../navigation/navbar.ts";
import type { RecentPostLinks } from "../navigation/posts.ts";
import type { Neighbour, SidebarItem } from "../navigation/types.ts";
import type { Route } from "../shared/route.ts";
import type { Texts } from "../shared/translate.ts";
import type { PostData } from "./lists.ts";

/** The versions of one set of docs, the newest first. */
export interface DocsVersions {
  readonly plugin: string;
  /** Name of the version at the docs' own address. */
  readonly last: string;
  /** Each with its main doc. */
  readonly versions: readonly { readonly name: string; readonly label: string; readonly route: Route }[];
}

/** The same for the browser's script: name, label and address of each version. */
export type DocsVersionsData = readonly {
  readonly plugin: string;
  readonly last: string;
  readonly versions: readonly (readonly [name: string, label: string, url: string])[];
}[];

/** A page's place among the versions of its docs. */
export interface PageVersion {
  readonly plugin: string;
  readonly name: string;
  readonly label: string;
  readonly banner: "none" | "unreleased" | "unmaintained";
  readonly badge: boolean;
  /** By version: the same doc, or the main doc of a version that lacks it. */
  readonly routes: readonly { readonly name: string; readonly route: Route }[];
}

/** A language of the site. */
export interface LocaleLink {
  /** Its name in itself. */
  readonly label: string;
  /** As it stands in `lang` and `hreflang`. */
  readonly lang: string;
  /** Where its pages are. */
  readonly baseUrl: string;
}

/** What all pages share: one file for the browser, one value for the server. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  readonly baseUrl: string;
  readonly navbarTitle: string;
  readonly logo?: LogoConfig;
  /** The navbar hides while the page is scrolled down. */
  readonly hideNavbarOnScroll: boolean;
  readonly navbar: readonly SiteNavbarEntry[];
  readonly footer: ResolvedFooter;
  readonly announcement?: NonNullable<SiteConfig["announcementBar"]>;
  readonly colorMode: SiteConfig["colorMode"];
  readonly maxSearchResults: number;
  /** Names of the search indexes that exist. */
  readonly searchTags: readonly string[];
  readonly searchBoosts: {
    readonly title: number;
    readonly content: number;
    readonly tags: number;
    readonly parents: number;
  };
  readonly sidebars: Readonly<Record<string, readonly SidebarItem[]>>;
  readonly hasHome: boolean;
  /** Links beside the pages of the blog. */
  readonly recentPosts?: RecentPostLinks;
  /** Where the brand leads: the home page, or else the first page of the docs. */
  readonly homeRoute: Route;
  /** Only where docs have several versions, or the navbar names one. */
  readonly docs?: readonly DocsVersions[];
  /** Only where there are several. */
  readonly locales?: readonly LocaleLink[];
  /** Translations of the interface by id or message; empty in English. */
  readonly texts: Texts;
}

/** What one page knows of itself besides its article; it stands in the page as JSON. */
export interface PageData {
  readonly route: Route;
  readonly kind: "doc" | "category" | "page" | "component" | "post" | "blogList" | "docList" | "notFound";
  readonly title: string;
  readonly description: string;
  /** Name of the sidebar that the page belongs to. */
  readonly sidebar?: string;
  readonly breadcrumbs: boolean;
  /** The page's own level-1 heading as HTML, where it isn't just the title. */
  readonly headingHtml?: string;
  readonly hideTitle: boolean;
  readonly toc: readonly TocEntry[];
  readonly previous?: Neighbour;
  readonly next?: Neighbour;
  readonly editUrl?: string;
  /** `day` in ISO form: `2026-11-21`. */
  readonly lastUpdate?: { readonly day?: string; readonly author?: string };
  readonly unlisted: boolean;
  readonly tags?: readonly TagLink[];
  readonly post?: PostData;
  /** Only where the page's docs have several versions. */
  readonly version?: PageVersion;
  /** Of a page written in React: its script, from where the client's are. */
  readonly chunk?: string;
}
