import { feedFiles } from "../content/feed-files.ts";
import type { SourcePage } from "../content/types.ts";
import { renderRedirect, renderRedirectsFile } from "../render/redirect.ts";
import { renderRobots, renderSitemap } from "../render/sitemap.ts";
import { outputFile } from "../shared/route.ts";
import { type Documents, documentsOf } from "./documents.ts";
import { feedPosts, renderFeeds } from "./feeds.ts";
import type { LastUpdates } from "./last-updates.ts";
import { lastChangedDay } from "./page-last-update.ts";
import type { Site } from "./site.ts";
import type { SiteFile } from "./site-file.ts";

export interface SiteFilesInput {
  readonly site: Site;
  readonly documents: Documents;
  /** Stands for the texts of all pages and for the plan. */
  readonly textsKey: string;
  readonly lastUpdates: LastUpdates["byPath"];
}

/** What one language of a site has for programs: redirects, feeds and sitemap. */
export function siteFiles(input: SiteFilesInput): SiteFile[] {
  return [...redirectFiles(input), ...blogFeeds(input), ...crawlerFiles(input)];
}

function redirectFiles({ site }: SiteFilesInput): SiteFile[] {
  const { redirects, config, locale } = site.plan;
  if (redirects.length === 0) return [];
  return [
    ...redirects.map((redirect) => ({
      file: outputFile(redirect.from, config.trailingSlash),
      data: renderRedirect(redirect, config, locale.htmlLang),
    })),
    { file: "_redirects", data: renderRedirectsFile(redirects, config) },
  ];
}

function blogFeeds({ site: { plan }, documents, textsKey }: SiteFilesInput): SiteFile[] {
  return feedFiles(plan.posts, plan.config).map((file) => ({
    file,
    key: textsKey,
    make: async () => {
      const posts = await documentsOf(feedPosts(plan), documents);
      const feed = renderFeeds(plan, (path) => posts.get(path)).find((one) => one.file === file);
      return feed !== undefined && "data" in feed ? feed.data : "";
    },
  }));
}

/** What search engines look for, but for what the site brings itself; they ask for robots.txt at a host's top only. */
function crawlerFiles({ site: { plan, media }, lastUpdates }: SiteFilesInput): SiteFile[] {
  const { config, locales } = plan;
  const pages = plan.pages.filter((page) => plan.canonicalOf(page) === page.route && !plan.isNoIndex(page));
  const robots = config.baseUrl === "/" ? [["robots.txt", renderRobots(config.url, locales)] as const] : [];
  const dayOf = (page: SourcePage) => lastChangedDay(page, lastUpdates);
  return [...renderSitemap(pages, config, dayOf), ...robots]
    .filter(([file]) => !media.byTarget.has(`/${file}`))
    .map(([file, data]) => ({ file, data }));
}
