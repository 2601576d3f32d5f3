import { feedFiles } from "../content/feed-files.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import { renderRedirect, renderRedirectsFile } from "../render/redirect.ts";
import { renderRobots, renderSitemap } from "../render/sitemap.ts";
import { outputFile } from "../shared/route.ts";
import type { Documents } from "./documents.ts";
import { feedPosts, renderFeeds } from "./feeds.ts";
import type { LastUpdates } from "./last-updates.ts";
import { lastChangedDay } from "./page-last-update.ts";
import { buildSearchIndexes } from "./search-files.ts";
import type { Site } from "./site.ts";
import type { SiteFile } from "./site-file.ts";
import type { Stage } from "./stages.ts";

export interface SiteFilesInput {
  readonly site: Site;
  readonly documents: Documents;
  /** What the search takes of the pages that were read, by path; it grows. */
  readonly texts: Map<string, Pick<Document, "sections">>;
  /** Stands for the texts of all pages and for the plan. */
  readonly textsKey: string;
  readonly lastUpdates: LastUpdates["byPath"];
  readonly stage: Stage;
}

/** What one language of a site has for programs: redirects, feeds, sitemap and the search. */
export function siteFiles(input: SiteFilesInput): SiteFile[] {
  return [...redirectFiles(input), ...blogFeeds(input), ...crawlerFiles(input), ...searchFiles(input)];
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

function searchFiles({ site: { plan }, documents, texts, textsKey, stage }: SiteFilesInput): SiteFile[] {
  let indexes: Promise<Map<string, object>> | undefined;
  const build = () =>
    stage("search index", async () => {
      const unread = plan.pages.filter(({ path, format }) => format === "md" && !texts.has(path));
      for (const [path, document] of await documentsOf(unread, documents)) texts.set(path, document);
      return buildSearchIndexes(plan, texts);
    });
  return plan.searchTags.map((tag) => ({
    file: `search-index-${tag}.json`,
    key: textsKey,
    make: async () => {
      indexes ??= build();
      return JSON.stringify((await indexes).get(tag));
    },
  }));
}

async function documentsOf(pages: readonly SourcePage[], documents: Documents): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for (const page of pages) found.set(page.path, (await documents.get(page)).document);
  return found;
}
