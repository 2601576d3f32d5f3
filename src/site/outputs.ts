import type { OutputKind } from "./output-kinds.ts";
import { browserOutputs, mediaOutputs } from "./outputs/asset-outputs.ts";
import { machineOutputs } from "./outputs/machine-outputs.ts";
import { pageOutputs } from "./outputs/page-outputs.ts";
import type { Setup } from "./setup.ts";

/** The outputs of a site. */
export interface SiteOutputs {
  /** All of them, in the order in which they are made. */
  readonly all: readonly OutputKind[];
  readonly pages: OutputKind;
  /** The page that is shown for addresses without one. */
  readonly notFound: OutputKind;
}

export function createOutputs(setup: Setup): SiteOutputs {
  const { pages, copies, notFound, redirects } = pageOutputs(setup);
  const { feeds, sitemaps, searchIndexes, searchParts, llms, hostFiles, siteData, webManifest } = machineOutputs(setup);
  const { client, pageScripts, liveFrame, diagrams } = browserOutputs(setup);
  const { icons, cards, media } = mediaOutputs(setup);
  const all = [
    pages,
    copies,
    notFound,
    redirects,
    feeds,
    sitemaps,
    searchIndexes,
    searchParts,
    llms,
    hostFiles,
    webManifest,
    icons,
    cards,
    client,
    pageScripts,
    liveFrame,
    siteData,
    media,
    diagrams,
  ];
  return { all, pages, notFound };
}
