import { feedFiles } from "../../content/blog.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { joinKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import { renderHeadersFile } from "../../render/redirects-and-headers.ts";
import { renderRobots, renderSitemap } from "../../render/sitemap.ts";
import { renderWebManifest, WEB_MANIFEST } from "../../render/web-manifest.ts";
import { type LastUpdates, lastChangedDay } from "../inputs/last-updates.ts";
import { knownPagesFile, type Plan, siteDataFiles } from "../model/plan.ts";
import { FAVICON, LLMS, LLMS_FULL, MASKABLE_ICON } from "../model/reserved-files.ts";
import type { Site } from "../model/site.ts";
import { pageKey, planOf } from "../model/site-task.ts";
import { type Files, listKind, type OutputFile, outputKind, smallFilesKind } from "../output-kinds.ts";
import type { IconFile, Setup } from "../tasks.ts";
import { textOf } from "../texts/text-tasks.ts";
import { drawnIcons } from "./asset-outputs.ts";
import { renderFeed } from "./feeds.ts";
import { fullText, llmsList } from "./llms-files.ts";

/** Outputs that are read by programs: search indexes, feeds, and files for crawlers, language models and hosts. */
export function machineOutputs({ define, tasks }: Setup) {
  const { contexts, site, pages, search } = tasks;
  const layout = (task: Task, locale: string) => planOf(task, tasks, locale);
  return {
    feeds: outputKind(define, {
      name: "feeds",
      matches: /\.(?:xml|json)$/,
      files: async ({ task, locale }) => {
        const { blogs, config } = await layout(task, locale);
        return feedFiles(blogs, config.trailingSlash);
      },
      make: async ({ task, locale }, file) => {
        const plan = await layout(task, locale);
        return renderFeed(file, plan, (post) => textOf(task, tasks, plan, post));
      },
    }),
    sitemaps: smallFilesKind(
      define,
      "sitemaps and robots.txt",
      /^(?:sitemap[^/]*\.xml|robots\.txt)$/,
      async ({ task, locale }) => {
        return crawlerFiles(await task.get(site, locale), await task.get(contexts.lastUpdates, ""));
      },
    ),
    searchIndexes: listKind(
      define,
      { name: "search index", matches: /^search-index-.*\.json$/, task: search.index },
      async ({ task, locale }) => {
        return (await layout(task, locale)).searchTags.map((tag) => {
          return { file: `search-index-${tag}.json`, key: joinKey(locale, tag) };
        });
      },
    ),
    searchParts: listKind(
      define,
      { name: "search parts", matches: /^assets\/search-[0-9a-f]{16}\.json$/, task: search.part },
      async ({ task, locale }) => {
        const files: OutputFile[] = [];
        for (const tag of (await layout(task, locale)).searchTags) {
          const { parts = [] } = await task.get(search.layout, joinKey(locale, tag));
          for (const [segment, list] of parts.entries()) {
            for (const [place, [, file]] of list.entries())
              files.push({ file, key: joinKey(locale, tag, segment, place) });
          }
        }
        return files;
      },
    ),
    llms: outputKind(define, {
      name: "texts",
      isLarge: true,
      matches: /^llms(?:-full)?\.txt$/,
      files: async ({ task, locale }) => {
        const { media } = (await layout(task, locale)).index;
        return [LLMS, LLMS_FULL].filter((file) => !media.has(`/${file}`));
      },
      make: async ({ task, locale }, file, last) => {
        const plan = await layout(task, locale);
        if (file === LLMS_FULL) return fullText(task, tasks, plan, last);
        return llmsList(plan, async (page) => (await task.get(pages.facts, pageKey(locale, page))).lead);
      },
    }),
    hostFiles: smallFilesKind(define, "host files", /^(?:_headers|\.nojekyll)$/, async ({ task, locale }) =>
      hostFiles(await task.get(site, locale)),
    ),
    siteData: smallFilesKind(define, "site data", /^assets\/(?:site|pages)/, async ({ task, locale }) => {
      const plan = await layout(task, locale);
      return [...siteDataFiles(plan), knownPagesFile(plan)].map(({ file, data }) => [file, data] as const);
    }),
    webManifest: smallFilesKind(define, "web manifest", /\.webmanifest$/, async ({ task, locale }) => {
      return webManifestFiles(await layout(task, locale), await drawnIcons(task, tasks, locale));
    }),
  };
}

/** Files for search engines that the site lacks. They request robots.txt only at the root of a host. */
function crawlerFiles({ plan, media }: Site, lastUpdates: LastUpdates["byPath"]): Files {
  const { config, locales } = plan;
  const pages = plan.pages.filter((page) => plan.canonicalOf(page) === page.route && !plan.isNoIndex(page));
  const robots = config.baseUrl === "/" ? [["robots.txt", renderRobots(config.url, locales)] as const] : [];
  const dayOf = (page: SourcePage) => lastChangedDay(page, lastUpdates[page.path]);
  return [...renderSitemap(pages, config, dayOf), ...robots].filter(([file]) => !media.byTarget.has(`/${file}`));
}

/** Files for the host, except those that the site has itself. */
function hostFiles({ plan, media }: Site): Files {
  const files: Files = [
    ["_headers", renderHeadersFile(plan.config, plan.assetsUrl)],
    // Without it, GitHub Pages would convert the Markdown copies to pages.
    [".nojekyll", ""],
  ];
  return files.filter(([file]) => !media.byTarget.has(`/${file}`));
}

/** The web manifest, with the site's icon and those drawn from it. */
function webManifestFiles(plan: Plan, icons: readonly IconFile[]): Files {
  const { config } = plan;
  if (config.webManifest === false || plan.index.media.has(`/${WEB_MANIFEST}`)) return [];
  const base = plan.assetsUrl;
  const { favicon = "" } = config;
  const list = [
    ...(/^\/.*\.svg$/.test(favicon) ? [{ src: base + favicon.slice(1), sizes: "any", type: "image/svg+xml" }] : []),
    ...icons.flatMap(({ file, width }) => {
      const icon = { src: base + file, sizes: `${width}x${width}`, type: "image/png" };
      return file === FAVICON ? [] : { ...icon, ...(file === MASKABLE_ICON && { purpose: "maskable" }) };
    }),
  ];
  return [[WEB_MANIFEST, renderWebManifest(config, plan.locale.htmlLang, list)]];
}
