import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/content-types.ts";
import { absoluteUrl } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";

/** Limit of addresses per file (sitemaps.org). */
const MAX_URLS = 50_000;
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const NAME = "sitemap";

/** An address in a sitemap, with the date of its last change if known. */
interface Entry {
  readonly address: string;
  readonly date: string | undefined;
}

/**
 * Renders `sitemap.xml`, which for a large site is an index of further files. Drafts and unlisted pages are omitted.
 *
 * @param dayOf day of a page's last change, if known
 * @returns files by name
 */
export function renderSitemap(
  pages: readonly SourcePage[],
  config: SiteConfig,
  dayOf: (page: SourcePage) => string | undefined,
): ReadonlyMap<string, string> {
  const entries = pages
    .filter(({ frontMatter }) => frontMatter.draft !== true && frontMatter.unlisted !== true)
    .map((page): Entry => ({ address: absoluteUrl(config, page.route), date: dayOf(page) }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
  if (entries.length <= MAX_URLS) return new Map([[`${NAME}.xml`, document("urlset", "url", entries)]]);
  const parts = Array.from({ length: Math.ceil(entries.length / MAX_URLS) }, (_, index) => {
    const part = entries.slice(index * MAX_URLS, (index + 1) * MAX_URLS);
    return [`${NAME}-${index + 1}.xml`, document("urlset", "url", part)] as const;
  });
  const index = parts.map(([name]): Entry => ({ address: absoluteUrl(config, `/${name}`), date: undefined }));
  return new Map([[`${NAME}.xml`, document("sitemapindex", "sitemap", index)], ...parts]);
}

/** Allows everything, and lists the sitemaps, one per language. */
export function renderRobots(url: string, sites: readonly { readonly baseUrl: string }[]): string {
  const sitemaps = sites.map(({ baseUrl }) => `Sitemap: ${absoluteUrl({ url, baseUrl }, `/${NAME}.xml`)}\n`);
  return `User-agent: *\nAllow: /\n\n${sitemaps.join("")}`;
}

function document(root: string, element: string, entries: readonly Entry[]): string {
  const lines = entries.map(({ address, date }) => {
    const changed = date === undefined ? "" : `<lastmod>${escapeHtml(date)}</lastmod>`;
    return `<${element}><loc>${escapeHtml(address)}</loc>${changed}</${element}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join("")}</${root}>\n`;
}
