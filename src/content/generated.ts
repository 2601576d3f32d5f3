import type { SiteConfig } from "../config/schema.ts";
import { allItems, type SidebarCategoryConfig, writtenSidebars } from "../config/sidebars-schema.ts";
import { nameOf } from "../shared/route.ts";
import { GENERATED } from "./list-pages.ts";
import { makeRoute, splitPrefix, stripPrefixes } from "./routes.ts";
import { readableName } from "./title.ts";
import type { DocsFolder, DocsVersion, SourcePage } from "./types.ts";
import { isOfVersion } from "./versions.ts";

/**
 * Creates an index page for each docs folder without one, so that each category has a link target, with or without
 * JavaScript.
 */
export function generatedIndexes(
  pages: readonly SourcePage[],
  folders: readonly DocsFolder[],
  versions: readonly DocsVersion[],
  config: SiteConfig,
): SourcePage[] {
  const keyOf = ({ plugin, version, folder }: SourcePage | DocsFolder) => `${plugin}:${version}:${folder}`;
  const own = new Set(pages.filter((page) => page.isIndex).map(keyOf));
  const sidebarsOf = (version: DocsVersion) => {
    const plugin = config.docs.find(({ id }) => id === version.plugin);
    const written = plugin && writtenSidebars(plugin, version.name);
    return written && allItems(Object.values(written).flat());
  };
  const categories = versions.flatMap((version) => {
    const items = sidebarsOf(version)?.flatMap((item) => (item.type === "category" ? item : [])) ?? [];
    return items.flatMap((item) => categoryIndex(item, version, config));
  });
  const indexes = folders
    .filter((folder) => {
      // This includes the root folder of the docs.
      const { link } = folder.category;
      return !own.has(keyOf(folder)) && link !== null && link?.type !== "doc" && folder.linked === undefined;
    })
    .flatMap((folder) => {
      const version = versions.find((one) => isOfVersion(one)(folder));
      const items = version && sidebarsOf(version);
      const isShown =
        items === undefined ||
        items.some(({ type, ...item }) => "dirName" in item && isBelow(folder.folder, sidebarFolder(item.dirName)));
      return version === undefined || !isShown ? [] : [generatedIndex(folder, version, config)];
    });
  return [...indexes, ...categories];
}

/** The folder that a sidebar is made from; empty for that of the docs. */
export function sidebarFolder(dirName: string): string {
  return dirName.replace(/^\.?\/|^\.$|\/$/g, "");
}

function isBelow(folder: string, top: string): boolean {
  return folder !== top && (top === "" || folder.startsWith(`${top}/`));
}

/** The index of a category that the configuration has; its id is its slug. */
function categoryIndex(
  { link, label, description }: SidebarCategoryConfig,
  version: DocsVersion,
  config: SiteConfig,
): SourcePage[] {
  if (link?.type !== "generated-index") return [];
  const text = link.description ?? description;
  const id = link.slug.replace(/^\//, "");
  const { plugin, name, folder, path } = version;
  return [
    {
      kind: "category",
      path: `content/${folder}`,
      route: makeRoute({ base: path.slice(1), name: "", slug: `/${id}`, trailingSlash: config.trailingSlash }),
      plugin,
      version: name,
      id,
      folder: "",
      name: "index",
      isIndex: true,
      ...GENERATED,
      frontMatter: { title: link.title ?? label, ...(text === undefined ? {} : { description: text }) },
    },
  ];
}

/** The label of a category; default: from the folder's name. */
export function categoryLabel({ folder, category }: DocsFolder, docsFolder = ""): string {
  return category.label ?? readableName(splitPrefix(nameOf(folder === "" ? docsFolder : folder)).name);
}

function generatedIndex(folder: DocsFolder, version: DocsVersion, config: SiteConfig): SourcePage {
  const plugin = config.docs.find(({ id }) => id === folder.plugin);
  const { link, description } = folder.category;
  const index = link?.type === "generated-index" ? link : undefined;
  const text = index?.description ?? description;
  const clean = stripPrefixes(folder.folder);
  return {
    kind: "category",
    path: ["content", version.folder, folder.folder].filter((part) => part !== "").join("/"),
    route: makeRoute({
      base: version.path.slice(1),
      folder: clean,
      name: "index",
      isIndex: true,
      slug: index?.slug,
      trailingSlash: config.trailingSlash,
    }),
    plugin: folder.plugin,
    version: folder.version,
    id: clean === "" ? "index" : `${clean}/index`,
    folder: folder.folder,
    name: "index",
    isIndex: true,
    ...GENERATED,
    frontMatter: {
      title: index?.title ?? categoryLabel(folder, plugin?.folder),
      ...(text === undefined ? {} : { description: text }),
    },
  };
}
