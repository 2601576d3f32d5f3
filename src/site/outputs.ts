import type { DefineTask } from "../engine/task.ts";
import type { ExtensionThread } from "./extensions/extension-thread.ts";
import type { OutputKind } from "./output-kinds.ts";
import { browserOutputs } from "./outputs/browser-outputs.ts";
import { mediaOutputs } from "./outputs/media-outputs.ts";
import { pageOutputs } from "./outputs/page-outputs.ts";
import { textOutputs } from "./outputs/text-outputs.ts";
import type { SiteTasks } from "./tasks.ts";

/** The outputs of a site. */
export interface SiteOutputs {
  /** All of them, in the order in which they are made. */
  readonly all: readonly OutputKind[];
  readonly pages: OutputKind;
  /** The page that is shown for addresses without one. */
  readonly notFound: OutputKind;
}

/**
 * @param root absolute path of the site's root
 * @param thread that runs the site's React pages and theme
 */
export function createOutputs(
  define: DefineTask,
  root: string,
  tasks: SiteTasks,
  thread: ExtensionThread,
): SiteOutputs {
  const { pages, copies, notFound, redirects } = pageOutputs(define, tasks, thread);
  const { feeds, crawlers, searchIndexes, llms, hostFiles, siteData, webManifest } = textOutputs(define, tasks);
  const { client, pageScripts, liveFrame, diagrams } = browserOutputs(define, root, tasks);
  const { pictures, media } = mediaOutputs(define, root, tasks);
  const all = [
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
  return { all, pages, notFound };
}
