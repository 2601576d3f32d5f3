import type { SiteConfig } from "../config/schema.ts";
import { nameOf } from "../shared/route.ts";
import { makeRoute, splitPrefix, stripPrefixes } from "./routes.ts";
import { readableName } from "./title.ts";
import type { DocsFolder, SourcePage } from "./types.ts";

/**
 * Makes an index page for every docs folder that has none of its own, so that each
 * category leads somewhere, with or without JavaScript.
 */
export function generatedIndexes(
  pages: readonly SourcePage[],
  folders: readonly DocsFolder[],
  config: SiteConfig,
): SourcePage[] {
  const own = new Set(pages.filter((page) => page.isIndex).map((page) => `${page.plugin}:${page.folder}`));
  return folders
    .filter(({ plugin, folder, category }) => {
      // The folder of the docs themselves has an index too.
      return !own.has(`${plugin}:${folder}`) && category.link?.type !== "doc";
    })
    .map((folder) => generatedIndex(folder, config));
}

/** The label of a category: given, or its folder's name made readable. */
export function categoryLabel({ folder, category }: DocsFolder, docsFolder = ""): string {
  return category.label ?? readableName(splitPrefix(nameOf(folder === "" ? docsFolder : folder)).name);
}

function generatedIndex(folder: DocsFolder, config: SiteConfig): SourcePage {
  const plugin = config.docs.find(({ id }) => id === folder.plugin);
  const { link, description } = folder.category;
  const index = link?.type === "generated-index" ? link : undefined;
  const text = index?.description ?? description;
  const clean = stripPrefixes(folder.folder);
  return {
    kind: "category",
    path: ["content", plugin?.folder, folder.folder].filter((part) => part !== "").join("/"),
    route: makeRoute({
      base: plugin?.routeBasePath ?? "",
      folder: clean,
      name: "index",
      isIndex: true,
      slug: index?.slug,
      trailingSlash: config.trailingSlash,
    }),
    plugin: folder.plugin,
    id: clean === "" ? "index" : `${clean}/index`,
    folder: folder.folder,
    name: "index",
    isIndex: true,
    format: "generated",
    frontMatter: {
      title: index?.title ?? categoryLabel(folder, plugin?.folder),
      ...(text === undefined ? {} : { description: text }),
    },
    keyLines: {},
    body: "",
    bodyLine: 1,
  };
}
