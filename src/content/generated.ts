import type { SiteConfig } from "../config/schema.ts";
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
  return folders
    .filter((folder) => {
      // This includes the root folder of the docs.
      return !own.has(keyOf(folder)) && folder.category.link?.type !== "doc" && folder.linked === undefined;
    })
    .flatMap((folder) => {
      const version = versions.find((one) => isOfVersion(one)(folder));
      return version === undefined ? [] : [generatedIndex(folder, version, config)];
    });
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
