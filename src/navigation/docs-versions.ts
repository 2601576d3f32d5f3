import type { SiteConfig } from "../config/schema.ts";
import { configuredSidebars, folderSidebar } from "../config/sidebars-schema.ts";
import type { Content, DocsVersion, SourcePage } from "../content/content-types.ts";
import { isOfVersion } from "../content/versions.ts";
import { type Route, routeKey } from "../shared/route.ts";
import type { OnConfigProblem, Sidebars } from "./navigation-types.ts";
import { folderItems } from "./sidebar.ts";
import { firstRoute, flatItems } from "./sidebar-path.ts";
import { writtenItems } from "./written-sidebars.ts";

/** A docs version with its pages. */
export interface VersionedDocs extends DocsVersion {
  /** The index page, else the first page; undefined if there are no pages. */
  readonly mainDocId: string | undefined;
  readonly docs: readonly { readonly id: string; readonly path: Route }[];
  readonly draftIds: readonly string[];
  readonly sidebars: Sidebars;
  /** Name of the sidebar of a page: that in its front matter, else the last one with the page, as in Docusaurus. */
  readonly sidebarOf: (page: SourcePage) => string | undefined;
}

/** Lays out a docs version with its pages. @param onFault called for sidebar items with dangling references */
export function fillVersion(
  version: DocsVersion,
  { docs, baseUrl }: SiteConfig,
  content: Pick<Content, "pages" | "folders" | "drafts">,
  onFault: OnConfigProblem,
): VersionedDocs {
  const isOwn = isOfVersion(version);
  const pages = content.pages.filter(isOwn);
  const folders = content.folders.filter(isOwn);
  const draftIds = content.drafts.filter(isOwn).map(({ id }) => id);
  const index = docs.findIndex(({ id }) => id === version.plugin);
  const plugin = docs[index];
  const written = plugin && configuredSidebars(plugin, version.name);
  const all = plugin === undefined ? "" : folderSidebar(plugin);
  const option = `docs[${index}]${written === plugin?.sidebars ? "" : `.versions["${version.name}"]`}.sidebars`;
  const sidebars: Sidebars =
    written === undefined
      ? { [all]: folderItems(pages, folders)("") }
      : writtenItems(written, option, { pages, folders, draftIds, baseUrl }, onFault);
  const names = new Map<string, string>();
  for (const [name, items] of Object.entries(sidebars))
    for (const { route } of flatItems(items)) if (route !== undefined) names.set(routeKey(route), name);
  const pageAt = (wanted: Route) => pages.find(({ route }) => routeKey(route) === routeKey(wanted));
  const first = Object.values(sidebars).map(firstRoute).find(Boolean);
  return {
    ...version,
    mainDocId: (pageAt(version.path) ?? pageAt(first ?? version.path))?.id,
    docs: pages.map(({ id, route }) => ({ id, path: route })),
    draftIds,
    sidebars,
    sidebarOf: ({ route, frontMatter }) => {
      const name = written === undefined ? all : names.get(routeKey(route));
      return frontMatter.displayed_sidebar === undefined ? name : (frontMatter.displayed_sidebar ?? undefined);
    },
  };
}
