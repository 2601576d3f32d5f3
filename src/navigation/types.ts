import type { Route } from "../shared/route.ts";

/** A page in a sidebar. */
export interface SidebarLink {
  readonly type: "link";
  readonly label: string;
  readonly route: Route;
  readonly description?: string;
  /** Shown only while it is the current page. */
  readonly unlisted?: true;
}

/** A folder in a sidebar; its label leads to its index page. */
export interface SidebarCategory {
  readonly type: "category";
  readonly label: string;
  readonly route: Route;
  readonly description?: string;
  /** Starts closed, unless it holds the current page. */
  readonly collapsed: boolean;
  readonly items: readonly SidebarItem[];
  /** Holds nothing that is listed: shown only to who is in it. */
  readonly unlisted?: true;
}

export type SidebarItem = SidebarLink | SidebarCategory;

/** A label and where it leads. */
export interface NavLink {
  readonly label: string;
  /** Address as it stands in the page, base URL included. */
  readonly url: string;
  /** The page of this site that it leads to. */
  readonly route?: Route;
  /** Language of the label and of what it leads to. */
  readonly lang?: string;
  /** `plugin:name` of the docs version that following it chooses. */
  readonly version?: string;
  /** What of it follows the version that the reader prefers: known in the browser only. */
  readonly preferred?: PreferredVersion;
}

/** What of an entry follows the version that the reader prefers. */
export interface PreferredVersion {
  /** Id of the docs. */
  readonly plugin: string;
  readonly label: boolean;
  readonly url: boolean;
  /** The version of the page itself, where it is one of these docs: it counts more. */
  readonly own?: string | undefined;
}

/** Finds out where an address written in the configuration leads. */
export type ResolveAddress = (to: string) => { readonly url: string; readonly route?: Route };

/** The page before or after in the sidebar's order. */
export interface Neighbour {
  readonly label: string;
  readonly route: Route;
}
