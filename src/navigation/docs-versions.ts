import type { DocsFolder, DocsVersion, SourcePage } from "../content/types.ts";
import { isOfVersion } from "../content/versions.ts";
import { type Route, routeKey } from "../shared/route.ts";
import { buildSidebar } from "./sidebar.ts";
import { firstRoute } from "./sidebar-path.ts";
import type { SidebarItem } from "./types.ts";

/** A page of a docs version (specification section 3). */
export interface DocEntry {
  readonly id: string;
  readonly path: Route;
  readonly sidebar: string;
}

/** A docs version with its pages (specification section 3). */
export interface VersionedDocs extends DocsVersion {
  /** The index, else the first page; undefined where there is no page. */
  readonly mainDocId: string | undefined;
  readonly docs: readonly DocEntry[];
  readonly draftIds: readonly string[];
  readonly sidebars: Readonly<Record<string, readonly SidebarItem[]>>;
}

/** Fills a version with its pages. @param sidebar id of the one sidebar of these docs */
export function fillVersion(
  version: DocsVersion,
  sidebar: string,
  content: {
    readonly pages: readonly SourcePage[];
    readonly folders: readonly DocsFolder[];
    readonly drafts: readonly SourcePage[];
  },
): VersionedDocs {
  const isOwn = isOfVersion(version);
  const pages = content.pages.filter(isOwn);
  const items = buildSidebar(version.plugin, pages, content.folders.filter(isOwn));
  const mainKeys = [version.path, firstRoute(items)].map((route) =>
    route === undefined ? undefined : routeKey(route),
  );
  const main = mainKeys
    .map((key) => pages.find(({ route }) => routeKey(route) === key))
    .find((page) => page !== undefined);
  return {
    ...version,
    mainDocId: main?.id,
    docs: pages.map(({ id, route }) => ({ id, path: route, sidebar })),
    draftIds: content.drafts.filter(isOwn).map(({ id }) => id),
    sidebars: { [sidebar]: items },
  };
}
