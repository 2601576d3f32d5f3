import type { LogoConfig, SiteConfig } from "../config/schema.ts";
import type { TagLink } from "../content/types.ts";
import type { TocEntry } from "../markdown/document.ts";
import type { Footer } from "../navigation/footer.ts";
import type { NavbarEntry } from "../navigation/navbar.ts";
import type { Neighbour, SidebarItem } from "../navigation/types.ts";
import type { Route } from "../shared/route.ts";
import type { Texts } from "../shared/translate.ts";
import type { PostData } from "./lists.ts";

/** What all pages share: one file for the browser, one value for the server. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  readonly baseUrl: string;
  readonly navbarTitle: string;
  readonly logo?: LogoConfig;
  readonly navbar: readonly NavbarEntry[];
  readonly footer: Footer;
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
  readonly recentPosts?: { readonly title: string; readonly posts: readonly Neighbour[]; readonly archive?: Route };
  /** Where the brand leads: the home page, or else the first page of the docs. */
  readonly homeRoute: Route;
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
  readonly unlisted: boolean;
  readonly tags?: readonly TagLink[];
  readonly post?: PostData;
}
