import type { DocsFolder, SourcePage } from "../content/content-types.ts";
import { categoryLabel } from "../content/docs-folders.ts";
import { splitPrefix } from "../content/routes.ts";
import { groupBy } from "../shared/group-by.ts";
import { compareText } from "../shared/problem.ts";
import { folderOf, nameOf } from "../shared/route.ts";
import type { SidebarItem } from "./navigation-types.ts";
import { isListed } from "./sidebar-path.ts";

interface Ordered {
  readonly item: SidebarItem;
  readonly position: number;
  readonly name: string;
}

/**
 * Creates the sidebar items of a docs version from its pages and folders. Items are sorted by position, then by name;
 * the position comes from front matter or `_category_.json`, else from the number prefix.
 *
 * @returns a function that returns the items of a folder, by its path relative to that of the docs
 */
export function folderItems(
  pages: readonly SourcePage[],
  folders: readonly DocsFolder[],
): (top: string) => SidebarItem[] {
  const pagesIn = groupBy(pages, (page) => page.folder);
  const inner = folders.filter(({ folder }) => folder !== "");
  const foldersIn = groupBy(inner, ({ folder }) => folderOf(folder));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const linkedPaths = new Set(folders.flatMap(({ linked }) => linked ?? []));

  const itemsOf = (folder: string, isTop = false): SidebarItem[] => {
    const links = (pagesIn.get(folder) ?? []).filter((page) => {
      return (!page.isIndex || (isTop && page.format === "md")) && !linkedPaths.has(page.path);
    });
    const ordered = [...links.map(linkOf), ...(foldersIn.get(folder) ?? []).map(categoryOf)];
    return ordered.sort((a, b) => a.position - b.position || compareText(a.name, b.name)).map(({ item }) => item);
  };
  const categoryOf = (folder: DocsFolder): Ordered => {
    const index = byPath.get(folder.linked ?? "") ?? (pagesIn.get(folder.folder) ?? []).find((page) => page.isIndex);
    const items = itemsOf(folder.folder);
    const isGenerated = index === undefined || index.format === "generated";
    const isUnlisted = !items.some(isListed) && (isGenerated || index.frontMatter.unlisted === true);
    const raw = nameOf(folder.folder);
    const badge = folder.category.badge ?? index?.frontMatter.badge;
    const description = folder.category.description ?? cardTextOf(index);
    return {
      name: raw,
      position: folder.category.position ?? index?.frontMatter.sidebar_position ?? splitPrefix(raw).order ?? Infinity,
      item: {
        type: "category",
        label: folder.category.label ?? (isGenerated ? categoryLabel(folder) : labelOf(index)),
        route: index?.route,
        description,
        badge,
        collapsed: folder.category.collapsed ?? true,
        items,
        ...(folder.category.collapsible === false ? { fixed: true } : {}),
        ...(isUnlisted ? { unlisted: true } : {}),
      },
    };
  };
  return (top) => itemsOf(top, true);
}

function linkOf(page: SourcePage): Ordered {
  const position = page.frontMatter.sidebar_position ?? splitPrefix(page.name).order ?? Infinity;
  return { name: page.name, position, item: pageItem(page) };
}

/** The sidebar item of a page. @param entry its label and badge replace the page's own */
export function pageItem(
  page: SourcePage,
  entry: Pick<SidebarItem, "badge"> & { readonly label?: string } = {},
): SidebarItem {
  const { unlisted } = page.frontMatter;
  const { label = labelOf(page), badge = page.frontMatter.badge } = entry;
  return {
    type: "link",
    label,
    route: page.route,
    description: cardTextOf(page),
    badge,
    ...(unlisted === true ? { unlisted } : {}),
  };
}

/** Text about a page in lists of its category; undefined if its front matter has none. */
export function cardTextOf(page: SourcePage | undefined): string | undefined {
  const { sidebar_custom_props: props, description } = page?.frontMatter ?? {};
  return props?.summary ?? description;
}

/** Label of a page in the sidebar. */
export function labelOf(page: SourcePage): string {
  return page.frontMatter.sidebar_label ?? page.title;
}
