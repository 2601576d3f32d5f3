import type { SiteConfig } from "../config/schema.ts";
import { type Route, toUrl } from "../shared/route.ts";
import { jsonForHtml } from "../shared/text.ts";
import type { PageData } from "../theme/types.ts";

/** Structured data for search engines: the site on its home page, an article in the docs; else nothing. */
export function structuredData(
  page: PageData,
  config: SiteConfig,
  canonical: Route,
  image: string | undefined,
  lang: string,
): string {
  const site = { "@type": "WebSite", name: config.title, url: config.url + config.baseUrl };
  if (page.route === "/") return jsonLd({ ...site, ...described(config.description), inLanguage: lang });
  if (page.kind !== "doc") return "";
  return jsonLd({
    "@type": "TechArticle",
    headline: page.title,
    ...described(page.description || config.description),
    url: config.url + toUrl(config.baseUrl, canonical),
    ...(image === undefined ? {} : { image }),
    ...(page.lastUpdate?.day === undefined ? {} : { dateModified: page.lastUpdate.day }),
    inLanguage: lang,
    isPartOf: site,
  });
}

function described(description: string): { readonly description?: string } {
  return description === "" ? {} : { description };
}

function jsonLd(value: object): string {
  return `<script type="application/ld+json">${jsonForHtml({ "@context": "https://schema.org", ...value })}</script>`;
}
