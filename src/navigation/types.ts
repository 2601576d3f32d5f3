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
}

/** Finds out where an address written in the configuration leads. */
export type ResolveAddress = (to: string) => { readonly url: string; readonly route?: Route };

/** The page before or after in the sidebar's order. */
export interface Neighbour {
  readonly label: string;
  readonly route: Route;
}
