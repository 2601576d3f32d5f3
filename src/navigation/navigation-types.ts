import type { PageBadge } from "../shared/badge.ts";
import type { LinkKind } from "../shared/link-kinds.ts";
import type { Route } from "../shared/route.ts";

/** What all entries of a sidebar may have. */
interface SidebarEntry {
  readonly label: string;
  readonly route?: Route | undefined;
  readonly description?: string | undefined;
  readonly badge?: PageBadge | undefined;
  /** Shown only on its own pages, and left out of lists of pages. */
  readonly unlisted?: true;
}

/** A page in a sidebar. */
interface SidebarLink extends SidebarEntry {
  readonly type: "link";
  readonly route: Route;
}

/** An address in a sidebar; not part of the reading order. */
interface SidebarAddress extends SidebarEntry {
  readonly type: "address";
  /** As used in the page, including the base URL. */
  readonly url: string;
}

/** HTML between the entries of a sidebar; its label is the HTML. */
interface SidebarHtml extends SidebarEntry {
  readonly type: "html";
  readonly unlisted: true;
}

/** A folder or category in a sidebar. Without a route, its label leads to the first page in it. */
export interface SidebarCategory extends SidebarEntry {
  readonly type: "category";
  /** Whether it is collapsed at first, unless it contains the current page. */
  readonly collapsed: boolean;
  /** Whether it is always open. */
  readonly fixed?: true;
  readonly items: readonly SidebarItem[];
}

export type SidebarItem = SidebarLink | SidebarAddress | SidebarHtml | SidebarCategory;

/** Sidebars by name. */
export type Sidebars = Readonly<Record<string, readonly SidebarItem[]>>;

/** A label and its target. */
export interface NavLink {
  readonly label: string;
  /** Address as used in the page, including the base URL. */
  readonly url: string;
  /** Route of the target, if it is a page of this site. */
  readonly route?: Route;
  /** Language of the label and of the target. */
  readonly lang?: string;
  /** `plugin:name` of the docs version that the link selects. */
  readonly version?: string;
  /** The parts that depend on the reader's preferred version, which only the browser knows. */
  readonly preferred?: PreferredVersion;
}

/** Parts of an entry that depend on the reader's preferred version. */
export interface PreferredVersion {
  /** Id of the docs. */
  readonly plugin: string;
  readonly label: boolean;
  readonly url: boolean;
  /** The page's own version, if the page belongs to these docs; takes precedence. */
  readonly own?: string | undefined;
}

/** Resolves an address of the configuration. */
export type ResolveAddress = (to: string) => { readonly url: string; readonly route?: Route };

/** The previous or next page in the order of the sidebar. */
export interface Neighbour {
  readonly label: string;
  readonly route: Route;
}

/** A problem with an item of the configuration: a dangling reference, or an item in the wrong position. */
export interface ConfigProblem {
  /** The item, such as `navbar.items[2]`. */
  readonly item: string;
  readonly message: string;
  /** Absent for problems that prevent the site from being built. */
  readonly kind?: Extract<LinkKind, "broken-reference" | "redirect-loop" | "redirect-chain">;
  /** The value that refers to the missing target, and its key. */
  readonly key: string;
  readonly value: string;
  readonly hint?: string;
  /** Common subject of several items, which are reported together. */
  readonly subject?: string;
}

/** Called for each problem as it is found. */
export type OnConfigProblem = (fault: ConfigProblem) => void;
