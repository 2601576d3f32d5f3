import type { SourcePage } from "../../content/content-types.ts";
import type { SidebarItem } from "../../navigation/navigation-types.ts";
import { isAt, pathTo, sidebarNamed } from "../../navigation/sidebar-path.ts";
import type { Plan } from "./plan.ts";

/** The other pages of the category that a page is the index of, or belongs to. */
export function categoryItems(page: SourcePage, plan: Plan): readonly SidebarItem[] {
  const site = plan.versionSites.get(plan.versionSiteOf(page) ?? "") ?? plan.site;
  const items = sidebarNamed(site.sidebars, plan.sidebarIdOf(page));
  const category = pathTo(items, page.route).findLast((item) => item.type === "category");
  const siblings = category?.type === "category" ? category.items : items;
  return siblings.filter((item) => !isAt(item, page.route));
}
