import { isInTree, treeName } from "../../content/version-trees.ts";
import { madeName } from "../extensions/made-pages.ts";
import type { Site } from "./site.ts";

/** Names the sources of pages in messages. */
export interface SourceNames {
  /**
   * The path of a file; for a page without a file, its maker as well: `pages "api": content/docs/api/parse.md`; for one
   * of a commit, what the commit is called: `v1.0:content/docs/api/parse.md`.
   */
  readonly nameOf: (path: string) => string;
  /** Whether authors can edit a file: it exists, and is no copy of a commit's. */
  readonly isEditable: (path: string) => boolean;
}

export function sourceNames(sites: readonly Pick<Site, "content" | "trees">[]): SourceNames {
  const makers = new Map<string, string>();
  for (const { content } of sites) {
    for (const { path, maker } of [...content.pages, ...content.drafts]) {
      if (maker !== undefined) makers.set(path, maker);
    }
  }
  const trees = sites.flatMap((site) => site.trees);
  return {
    nameOf: (path) => {
      const maker = makers.get(path);
      return maker === undefined ? treeName(path, trees) : madeName(maker, path);
    },
    isEditable: (path) => !makers.has(path) && !isInTree(path),
  };
}
