import { type Route, routeKey } from "../shared/route.ts";
import type { SidebarItem } from "./types.ts";

/** Items from the root of the sidebar down to a route; empty if the route isn't in it. */
export function pathTo(items: readonly SidebarItem[], route: Route): SidebarItem[] {
  const key = routeKey(route);
  // Compared with both forms, as each page looks through the whole tree.
  return pathToEither(items, key, `${key}/`);
}

function pathToEither(items: readonly SidebarItem[], key: Route, folder: Route): SidebarItem[] {
  for (const item of items) {
    if (item.route === key || item.route === folder) return [item];
    const rest = item.type === "category" ? pathToEither(item.items, key, folder) : [];
    if (rest.length > 0) return [item, ...rest];
  }
  return [];
}

/** Whether an item leads to a route. */
export function isAt(item: SidebarItem, route: Route): boolean {
  return item.route !== undefined && routeKey(item.route) === routeKey(route);
}

/** The page that an item leads to: of a category without one, the first listed page in it. */
export function targetOf(item: SidebarItem): Route | undefined {
  return item.route ?? (item.type === "category" ? firstRoute(item.items) : undefined);
}

/** The first listed page in a sidebar. */
export function firstRoute(items: readonly SidebarItem[]): Route | undefined {
  for (const item of items) {
    const target = item.unlisted === true ? undefined : targetOf(item);
    if (target !== undefined) return target;
  }
  return undefined;
}
