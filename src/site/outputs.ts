import type { DefineTask } from "../engine/task.ts";
import type { OutputKind } from "./output-kinds.ts";
import { browserOutputs } from "./outputs/browser-outputs.ts";
import { mediaOutputs } from "./outputs/media-outputs.ts";
import { pageOutputs } from "./outputs/page-outputs.ts";
import { textOutputs } from "./outputs/text-outputs.ts";
import type { ModuleThreads } from "./pages/module-threads.ts";
import type { SiteTasks } from "./tasks.ts";

/**
 * All outputs of a site, in the order in which they are made.
 *
 * @param root absolute path of the site's root
 * @param threads that run the site's React pages and components
 */
export function createOutputs(
  define: DefineTask,
  root: string,
  tasks: SiteTasks,
  threads: ModuleThreads,
): readonly OutputKind[] {
  const { pages, copies, notFound, redirects } = pageOutputs(define, tasks, threads);
  const { feeds, crawlers, searchIndexes, llms, hostFiles, siteData, webManifest } = textOutputs(define, tasks);
  const { client, pageScripts, liveFrame, diagrams } = browserOutputs(define, root, tasks);
  const { pictures, media } = mediaOutputs(define, root, tasks);
  return [
    pages,
    copies,
    notFound,
    redirects,
    feeds,
    crawlers,
    searchIndexes,
    llms,
    hostFiles,
    webManifest,
    pictures,
    client,
    pageScripts,
    liveFrame,
    siteData,
    media,
    diagrams,
  ];
}
