import { type Route, routeKey } from "../shared/route.ts";
import type { SidebarItem } from "./types.ts";

/** Items from the root of the sidebar down to a route; empty if the route isn't in it. */
export function pathTo(items: readonly SidebarItem[], route: Route): SidebarItem[] {
  const key = routeKey(route);
  for (const item of items) {
    if (routeKey(item.route) === key) return [item];
    const rest = item.type === "category" ? pathTo(item.items, route) : [];
    if (rest.length > 0) return [item, ...rest];
  }
  return [];
}

/** The first listed page in a sidebar. */
export function firstRoute(items: readonly SidebarItem[]): Route | undefined {
  return items.find((item) => item.unlisted !== true)?.route;
}
