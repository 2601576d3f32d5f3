import { feedFiles } from "../../content/blog.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { joinKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { pageKey, planOf } from "../model/page-keys.ts";
import { LLMS, LLMS_FULL } from "../model/reserved-files.ts";
import { listKind, type OutputFile, outputKind, smallFilesKind } from "../output-kinds.ts";
import { knownPagesFile, siteDataFiles } from "../pages/site-data.ts";
import type { Setup } from "../setup.ts";
import type { SiteTasks } from "../tasks.ts";
import { textOf } from "../texts/text-tasks.ts";
import { feedPosts, renderFeed } from "./feeds.ts";
import { crawlerFiles, hostFiles, webManifestFiles } from "./host-and-crawler-files.ts";
import { fullText, llmsList, llmsPages } from "./llms-files.ts";
import { drawnIcons } from "./media-outputs.ts";

/** Outputs that are read by programs: search indexes, feeds, and files for crawlers, language models and hosts. */
export function machineOutputs({ define }: Setup, tasks: SiteTasks) {
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
        const documents = new Map<string, CompiledDocument | undefined>();
        for (const post of feedPosts(file, plan)) documents.set(post.path, await textOf(task, tasks, plan, post));
        return renderFeed(file, plan, (path) => documents.get(path));
      },
    }),
    sitemaps: smallFilesKind(
      define,
      "sitemaps and robots.txt",
      /^(?:sitemap[^/]*\.xml|robots\.txt)$/,
      async ({ task, locale }) => {
        return crawlerFiles(await task.get(site, locale), new Map(await task.get(contexts.lastUpdates, "")));
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
        if (file === LLMS_FULL) return fullText(task, { plan, site, copy: pages.copy, last });
        const leads = new Map<SourcePage, string>();
        for (const page of llmsPages(plan)) leads.set(page, (await task.get(pages.facts, pageKey(locale, page))).lead);
        return llmsList(plan, leads);
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
