import type { SidebarItem } from "../navigation/types.ts";
import { toUrl } from "../shared/route.ts";
import { jsonForHtml } from "../shared/text.ts";

/**
 * Breadcrumbs as structured data (schema.org's BreadcrumbList); empty where there are none.
 *
 * @param path items from the root of the sidebar down to the page
 * @param site origin and base URL of the site
 */
export function breadcrumbList(
  path: readonly SidebarItem[],
  site: { readonly url: string; readonly baseUrl: string },
): string {
  const pages = path.flatMap(({ label, route }) => (route === undefined ? [] : [{ label, route }]));
  if (pages.length === 0) return "";
  const data = {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: pages.map(({ label, route }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: site.url + toUrl(site.baseUrl, route),
    })),
  };
  return `<script type="application/ld+json">${jsonForHtml(data)}</script>`;
}
