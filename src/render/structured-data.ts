import type { SiteConfig } from "../config/schema.ts";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { absoluteUrl, type Route } from "../shared/route.ts";
import { jsonForHtml } from "../shared/text.ts";
import type { PageData } from "../theme/theme-types.ts";

/** Structured data for search engines: the site on its home page, an article in the docs; else nothing. */
export function structuredData(
  page: PageData,
  config: SiteConfig,
  canonical: Route,
  image: string | undefined,
  lang: string,
): string {
  const site = { "@type": "WebSite", name: config.title, url: config.url + config.baseUrl };
  const description = config.description || undefined;
  if (page.route === "/") return jsonLd({ ...site, description, inLanguage: lang });
  if (page.kind !== "doc") return "";
  return jsonLd({
    "@type": "TechArticle",
    headline: page.title,
    description: page.description || description,
    url: absoluteUrl(config, canonical),
    image,
    dateModified: page.lastUpdate?.day,
    inLanguage: lang,
    isPartOf: site,
  });
}

/** Breadcrumbs as structured data; empty if there are none. @param path from the root of the sidebar to the page */
export function breadcrumbList(path: readonly SidebarItem[], config: SiteConfig): string {
  const pages = path.flatMap(({ label, route }) => (route === undefined ? [] : [{ label, route }]));
  if (pages.length === 0) return "";
  return jsonLd({
    "@type": "BreadcrumbList",
    itemListElement: pages.map(({ label, route }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: absoluteUrl(config, route),
    })),
  });
}

/** A value of schema.org's vocabulary as a data block, which content security policies allow. */
export function jsonLd(value: object): string {
  return `<script type="application/ld+json">${jsonForHtml({ "@context": "https://schema.org", ...value })}</script>`;
}
