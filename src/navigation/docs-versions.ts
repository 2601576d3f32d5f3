import type { SiteConfig } from "../config/schema.ts";
import {
  configuredSidebars,
  folderSidebar,
  type SidebarCategoryConfig,
  type SidebarItemConfig,
  type SidebarsConfig,
} from "../config/sidebars-schema.ts";
import type { Content, DocsFolder, DocsVersion, SourcePage } from "../content/content-types.ts";
import { sidebarFolder } from "../content/docs-folders.ts";
import { isOfVersion } from "../content/versions.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Route, routeKey, toUrl, withBaseUrl } from "../shared/route.ts";
import type { OnConfigProblem, SidebarCategory, SidebarItem, Sidebars } from "./navigation-types.ts";
import { cardTextOf, folderItems, labelOf, pageItem } from "./sidebar.ts";
import { firstRoute, flatItems } from "./sidebar-path.ts";

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

/** Input of the configured sidebars of a docs version. */
interface SidebarSources {
  readonly pages: readonly SourcePage[];
  readonly folders: readonly DocsFolder[];
  /** Ids of excluded drafts; items that lead to one are omitted. */
  readonly draftIds: readonly string[];
  readonly baseUrl: string;
}

/**
 * Creates the configured sidebars of a docs version.
 *
 * @param option where they are in the configuration
 * @param onFault called for each item without a doc or folder of its name, which is omitted
 */
function writtenItems(
  written: SidebarsConfig,
  option: string,
  { pages, folders, draftIds, baseUrl }: SidebarSources,
  onFault: OnConfigProblem,
): Sidebars {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const inFolder = folderItems(pages, folders);
  const names = new Set(folders.map(({ folder }) => folder));

  const fault = (item: string, key: string, value: string, message: string, valid: Iterable<string>) =>
    onFault({ item, key, value, kind: "broken-reference", message: `${message}${didYouMean(value, valid)}` });
  const pageOf = (id: string, item: string): SourcePage | undefined => {
    const page = byId.get(id);
    if (page === undefined && !draftIds.includes(id)) fault(item, "id", id, `no doc "${id}"`, byId.keys());
    return page;
  };
  const itemsOf = (entries: readonly SidebarItemConfig[], list: string): SidebarItem[] =>
    entries.flatMap((entry, index) => makeItem(entry, `${list}[${index}]`));
  const makeItem = (entry: SidebarItemConfig, item: string): SidebarItem[] => {
    switch (entry.type) {
      case "doc": {
        const page = pageOf(entry.id, item);
        return page === undefined ? [] : [pageItem(page, entry)];
      }
      case "ref": {
        const page = pageOf(entry.id, item);
        if (page === undefined) return [];
        const { label = labelOf(page), badge = page.frontMatter.badge } = entry;
        return [{ type: "address", label, url: toUrl(baseUrl, page.route), badge }];
      }
      case "link": {
        const { label, href, description, badge } = entry;
        const url = withBaseUrl(baseUrl, href.replace(/^pathname:\/\//, ""));
        return [{ type: "address", label, url, description, badge }];
      }
      case "html":
        return [{ type: "html", label: entry.value, unlisted: true }];
      case "autogenerated": {
        const folder = sidebarFolder(entry.dirName);
        if (!names.has(folder) && folder !== "")
          fault(item, "dirName", entry.dirName, `no folder "${entry.dirName}" with pages`, names);
        return inFolder(folder);
      }
      case "category":
        return makeCategory(entry, item);
    }
  };
  const makeCategory = (entry: SidebarCategoryConfig, item: string): SidebarItem[] => {
    const { link, label } = entry;
    // The page of a generated index has its slug as its id.
    const id = link?.type === "generated-index" ? link.slug.replace(/^\//, "") : link?.id;
    const page = id === undefined ? undefined : pageOf(id, `${item}.link`);
    const items = itemsOf(entry.items, `${item}.items`);
    const description = entry.description ?? cardTextOf(page);
    // A category without a listed page must be open: without scripts, there is no other way to its entries.
    const hasTarget = page !== undefined || firstRoute(items) !== undefined;
    const category: SidebarCategory = {
      type: "category",
      label,
      route: page?.route,
      description,
      badge: entry.badge ?? page?.frontMatter.badge,
      collapsed: hasTarget && (entry.collapsed ?? true),
      ...(entry.collapsible === false ? { fixed: true } : {}),
      items,
    };
    if (entry.items.length === 0 && link === undefined) {
      fault(item, "label", label, `category "${label}" has neither items nor a link`, []);
    }
    if (items.length === 0 && page === undefined) return [];
    const isListed = [...items, ...(page === undefined ? [] : [page.frontMatter])].some(({ unlisted }) => !unlisted);
    return [isListed ? category : { ...category, unlisted: true }];
  };
  return Object.fromEntries(
    Object.entries(written).map(([name, entries]) => [name, itemsOf(entries, `${option}.${name}`)]),
  );
}
