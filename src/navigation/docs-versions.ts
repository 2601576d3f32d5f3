import type { Content, DocsVersion } from "../content/types.ts";
import { isOfVersion } from "../content/versions.ts";
import { type Route, routeKey } from "../shared/route.ts";
import { buildSidebar } from "./sidebar.ts";
import { firstRoute } from "./sidebar-path.ts";
import type { SidebarItem } from "./types.ts";

/** A page of a docs version. */
export interface DocEntry {
  readonly id: string;
  readonly path: Route;
  readonly sidebar: string;
}

/** A docs version with its pages. */
export interface VersionedDocs extends DocsVersion {
  /** The index page, else the first page; undefined if there are no pages. */
  readonly mainDocId: string | undefined;
  readonly docs: readonly DocEntry[];
  readonly draftIds: readonly string[];
  readonly sidebars: Readonly<Record<string, readonly SidebarItem[]>>;
}

/** Adds the pages to a version. @param sidebar id of the only sidebar of these docs */
export function fillVersion(
  version: DocsVersion,
  sidebar: string,
  content: Pick<Content, "pages" | "folders" | "drafts">,
): VersionedDocs {
  const isOwn = isOfVersion(version);
  const pages = content.pages.filter(isOwn);
  const items = buildSidebar(pages, content.folders.filter(isOwn));
  const pageAt = (wanted: Route) => pages.find(({ route }) => routeKey(route) === routeKey(wanted));
  return {
    ...version,
    mainDocId: (pageAt(version.path) ?? pageAt(firstRoute(items) ?? version.path))?.id,
    docs: pages.map(({ id, route }) => ({ id, path: route, sidebar })),
    draftIds: content.drafts.filter(isOwn).map(({ id }) => id),
    sidebars: { [sidebar]: items },
  };
}
