import { type Route, routeKey } from "../shared/route.ts";
import type { SidebarItem, Sidebars } from "./navigation-types.ts";

type Paths = Map<Route, readonly SidebarItem[]>;

/**
 * Cache of the paths to all routes, by sidebar: each page looks itself up several times. Searching the items instead
 * took about 1 of 15 ms per page at 20,000 pages.
 */
const cache = new WeakMap<readonly SidebarItem[], Paths>();

/** The sidebar of a name, which pages and the configuration give; empty if there is none. */
export function sidebarNamed(sidebars: Sidebars, name: string | undefined): readonly SidebarItem[] {
  return name !== undefined && Object.hasOwn(sidebars, name) ? (sidebars[name] ?? []) : [];
}

/** Items from the root of the sidebar down to a route; empty if the route isn't in it. */
export function pathTo(items: readonly SidebarItem[], route: Route): readonly SidebarItem[] {
  let paths = cache.get(items);
  if (paths === undefined) {
    paths = new Map();
    addPaths(paths, items, []);
    cache.set(items, paths);
  }
  return paths.get(routeKey(route)) ?? [];
}

/** Adds the path of each route; if several items lead to a route, that of the first. */
function addPaths(paths: Paths, items: readonly SidebarItem[], above: readonly SidebarItem[]): void {
  for (const item of items) {
    const path = [...above, item];
    if (item.route !== undefined && !paths.has(routeKey(item.route))) paths.set(routeKey(item.route), path);
    if (item.type === "category") addPaths(paths, item.items, path);
  }
}

/** Items and those of all categories among them, in order. @param isIn false leaves an item out, with all in it */
export function flatItems(
  items: readonly SidebarItem[],
  isIn: (item: SidebarItem) => boolean = () => true,
): SidebarItem[] {
  return items.filter(isIn).flatMap((item) => [item, ...(item.type === "category" ? flatItems(item.items, isIn) : [])]);
}

/** Whether an item is in lists, menus and the reading order of all pages. */
export function isListed(item: SidebarItem): boolean {
  return item.unlisted !== true;
}

/** Whether an item leads to a route. */
export function isAt(item: SidebarItem, route: Route): boolean {
  return item.route !== undefined && routeKey(item.route) === routeKey(route);
}

/** The page that an item leads to; for a category without a page of its own, its first listed page. */
export function targetOf(item: SidebarItem): Route | undefined {
  return item.route ?? (item.type === "category" ? firstRoute(item.items) : undefined);
}

/** The first listed page in a sidebar. */
export function firstRoute(items: readonly SidebarItem[]): Route | undefined {
  for (const item of items) {
    const target = isListed(item) ? targetOf(item) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}
