import type { SourcePage } from "../../content/types.ts";
import { pathTo } from "../../navigation/sidebar-path.ts";
import type { SidebarItem } from "../../navigation/types.ts";
import { routeKey } from "../../shared/route.ts";
import type { Plan } from "./plan.ts";

/** The pages of the category that a page stands for, or stands in; itself left out. */
export function categoryItems(page: SourcePage, plan: Plan): readonly SidebarItem[] {
  const site = plan.versionSites.get(plan.versionSiteOf(page) ?? "") ?? plan.site;
  const items = site.sidebars[plan.sidebarIdOf(page) ?? ""] ?? [];
  const category = pathTo(items, page.route).findLast((item) => item.type === "category");
  const siblings = category?.type === "category" ? category.items : items;
  return siblings.filter((item) => routeKey(item.route) !== routeKey(page.route));
}
