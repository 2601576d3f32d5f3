import type { SourcePage } from "../content/content-types.ts";
import type { LinkFinding } from "../links/use.ts";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { flatItems, isListed } from "../navigation/sidebar-path.ts";
import { type Route, routeKey } from "../shared/route.ts";
import type { Plan } from "../site/model/plan.ts";
import { listedPaths } from "../site/pages/list-data.ts";

/**
 * Finds orphans: pages that no text, list, sidebar or menu links to, so that readers find them only by searching.
 * Generated and unlisted pages are excluded.
 *
 * @param linked keys of the routes with links from texts or the configuration
 */
export function findOrphans(plan: Plan, linked: ReadonlySet<string>): LinkFinding[] {
  const byTheme = new Set(themeRoutes(plan).map(routeKey));
  const isOrphan = ({ route, format, frontMatter }: SourcePage) => {
    const key = routeKey(route);
    return format !== "generated" && frontMatter.unlisted !== true && !linked.has(key) && !byTheme.has(key);
  };
  return plan.pages.filter(isOrphan).map(({ path, route }) => {
    const message = `nothing links to ${route}`;
    return { path, line: 1, column: 1, kind: "orphan", target: route, subject: routeKey(route), message };
  });
}

/** Routes linked by sidebars, version menus and lists. */
function themeRoutes(plan: Plan): Route[] {
  const sites = [plan.site, ...plan.versionSites.values()];
  const listed = plan.pages.flatMap(({ list }) => listedPaths(list));
  return [
    plan.site.homeRoute,
    ...sites.flatMap(({ sidebars }) => Object.values(sidebars).flatMap(routesOf)),
    ...sites.flatMap(({ docs }) => (docs ?? []).flatMap(({ versions }) => versions.map(({ route }) => route))),
    ...sites.flatMap(({ navbar }) => {
      return navbar.flatMap((entry) => (entry.type === "link" ? (entry.link.route ?? []) : []));
    }),
    ...listed.flatMap((path) => plan.pageAt(path)?.route ?? []),
  ];
}

/** Unlisted items are visible only on their own pages. */
function routesOf(items: readonly SidebarItem[]): Route[] {
  return flatItems(items, isListed).flatMap(({ route }) => route ?? []);
}
