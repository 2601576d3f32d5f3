import type { SourcePage } from "../../content/content-types.ts";
import { renderHeadersFile, renderRedirect, renderRedirectsFile } from "../../render/redirects-and-headers.ts";
import { renderRobots, renderSitemap } from "../../render/sitemap.ts";
import { renderWebManifest, WEB_MANIFEST } from "../../render/web-manifest.ts";
import { outputFile } from "../../shared/route.ts";
import { type LastUpdates, lastChangedDay } from "../inputs/last-updates.ts";
import type { Plan } from "../model/plan.ts";
import { FAVICON, MASKABLE_ICON } from "../model/reserved-files.ts";
import type { Site } from "../model/site.ts";
import type { Files } from "../output-kinds.ts";
import type { IconFile } from "../pictures/picture-tasks.ts";

/**
 * Redirects of moved addresses: a page at each, and, for the default language, the file for hosts with those of all
 * languages.
 *
 * @param sites the site in all languages
 */
export function redirectFiles({ plan }: Site, sites: readonly Site[]): Files {
  const { redirects, config, locale } = plan;
  const moved = redirects.map((redirect) => {
    return [
      outputFile(redirect.from, config.trailingSlash),
      renderRedirect(redirect, config, locale.htmlLang),
    ] as const;
  });
  if (!locale.isDefault) return moved;
  const ordered = [...sites].sort((a, b) => Number(b.plan.locale.isDefault) - Number(a.plan.locale.isDefault));
  const all = ordered.filter((site) => site.plan.redirects.length > 0);
  const lines = all.map((site) => renderRedirectsFile(site.plan.redirects, site.plan.config));
  return all.length === 0 ? moved : [...moved, ["_redirects", lines.join("")]];
}

/**
 * Files for search engines, except those that the site has itself. robots.txt only at the root of a host, where they
 * request it.
 */
export function crawlerFiles({ plan, media }: Site, lastUpdates: LastUpdates["byPath"]): Files {
  const { config, locales } = plan;
  const pages = plan.pages.filter((page) => plan.canonicalOf(page) === page.route && !plan.isNoIndex(page));
  const robots = config.baseUrl === "/" ? [["robots.txt", renderRobots(config.url, locales)] as const] : [];
  const dayOf = (page: SourcePage) => lastChangedDay(page, lastUpdates);
  return [...renderSitemap(pages, config, dayOf), ...robots].filter(([file]) => !media.byTarget.has(`/${file}`));
}

/** Files for the host, except those that the site has itself. */
export function hostFiles({ plan, media }: Site): Files {
  const files: Files = [
    ["_headers", renderHeadersFile(plan.config, plan.assetsUrl)],
    // Without it, GitHub Pages would convert the Markdown copies to pages.
    [".nojekyll", ""],
  ];
  return files.filter(([file]) => !media.byTarget.has(`/${file}`));
}

/** The web manifest, with the site's icon and those drawn from it. */
export function webManifestFiles(plan: Plan, icons: readonly IconFile[]): Files {
  const { config } = plan;
  if (config.webManifest === false || plan.index.media.has(`/${WEB_MANIFEST}`)) return [];
  const base = plan.assetsUrl;
  const { favicon = "" } = config;
  const list = [
    ...(/^\/.*\.svg$/.test(favicon) ? [{ src: base + favicon.slice(1), sizes: "any", type: "image/svg+xml" }] : []),
    ...icons
      .filter(({ file }) => file !== FAVICON)
      .map(({ file, width }) => ({
        src: base + file,
        sizes: `${width}x${width}`,
        type: "image/png",
        ...(file === MASKABLE_ICON ? { purpose: "maskable" } : {}),
      })),
  ];
  return [[WEB_MANIFEST, renderWebManifest(config, plan.locale.htmlLang, list)]];
}
