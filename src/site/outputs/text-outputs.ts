import { feedFiles } from "../../content/feed-files.ts";
import type { SourcePage } from "../../content/types.ts";
import { joinKey } from "../../engine/key.ts";
import type { DefineTask, Task } from "../../engine/task.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { LLMS, LLMS_FULL } from "../model/own-files.ts";
import { listKind, outputKind, smallFilesKind } from "../output-kinds.ts";
import { pageKey } from "../pages/text-tasks.ts";
import { planOf, type SiteTasks, textOf } from "../tasks.ts";
import { feedPosts, renderFeed } from "./feeds.ts";
import { copyFile } from "./markdown-copies.ts";
import { drawnIcons } from "./media-outputs.ts";
import { knownPagesFile, siteDataFiles } from "./site-data.ts";
import { crawlerFiles, hostFiles, webManifestFiles } from "./site-files.ts";
import { fullText, llmsList, llmsPages } from "./text-files.ts";

/** What programs read of the site: search, readers of feeds, crawlers, language models, hosts. */
export function textOutputs(define: DefineTask, tasks: SiteTasks) {
  const { contexts, site, pages, search } = tasks;
  const plan = (task: Task, locale: string) => planOf(task, tasks, locale);
  return {
    feeds: outputKind(define, {
      name: "feeds",
      matches: /\.(?:xml|json)$/,
      files: async ({ task, locale }) => {
        const { posts, config } = await plan(task, locale);
        return feedFiles(posts, config);
      },
      make: async ({ task, locale }, file) => {
        const own = await plan(task, locale);
        const found = new Map<string, CompiledDocument | undefined>();
        for (const post of feedPosts(own)) found.set(post.path, await textOf(task, tasks, locale, post));
        return renderFeed(file, own, (path) => found.get(path));
      },
    }),
    crawlers: smallFilesKind(define, "crawlers", /^(?:sitemap[^/]*\.xml|robots\.txt)$/, async ({ task, locale }) => {
      return crawlerFiles(await task.get(site, locale), new Map(await task.get(contexts.lastUpdates, "")));
    }),
    searchIndexes: listKind(
      define,
      { name: "search index", matches: /^search-index-.*\.json$/, task: search.index },
      async ({ task, locale }) => {
        return (await plan(task, locale)).searchTags.map((tag) => {
          return { file: `search-index-${tag}.json`, key: joinKey(locale, tag) };
        });
      },
    ),
    llms: outputKind(define, {
      name: "texts",
      matches: /^llms(?:-full)?\.txt$/,
      files: async ({ task, locale }) => {
        const { media } = (await plan(task, locale)).index;
        return [LLMS, LLMS_FULL].filter((file) => !media.has(`/${file}`));
      },
      make: async ({ task, locale }, file) => {
        const own = await plan(task, locale);
        const found = new Map<SourcePage, string>();
        for (const page of llmsPages(own)) {
          const key = pageKey(locale, page);
          if (file === LLMS) found.set(page, (await task.get(pages.facts, key)).lead);
          else if (copyFile(page, own) !== undefined) found.set(page, await task.get(pages.copy, key));
        }
        return file === LLMS ? llmsList(own, found) : fullText(own, found);
      },
    }),
    hostFiles: smallFilesKind(define, "host files", /^(?:_headers|\.nojekyll)$/, async ({ task, locale }) =>
      hostFiles(await task.get(site, locale)),
    ),
    siteData: smallFilesKind(define, "site data", /^assets\/(?:site|pages)/, async ({ task, locale }) => {
      const own = await plan(task, locale);
      return [...siteDataFiles(own), knownPagesFile(own)].map(({ file, data }) => [file, data] as const);
    }),
    webManifest: smallFilesKind(define, "web manifest", /\.webmanifest$/, async ({ task, locale }) => {
      return webManifestFiles(await plan(task, locale), await drawnIcons(task, tasks, locale));
    }),
  };
}
