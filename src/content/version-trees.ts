import { WORK_FOLDER } from "../shared/constants.ts";

/** The docs of a version that are in a commit of the site's repository. */
export interface VersionTree {
  /** Id of the docs plugin. */
  readonly plugin: string;
  /** Name of the version. */
  readonly version: string;
  /** The tag, branch or commit as the configuration names it. */
  readonly ref: string;
  readonly commit: string;
  /** Its folders: that of the docs, then those of translations. */
  readonly folders: readonly TreeFolder[];
}

/** A folder of a commit. Both paths are relative to the site's root. */
export interface TreeFolder {
  /** Path in the commit, such as `content/docs`. */
  readonly from: string;
  /** Folder with its files, such as `.docgen/refs/<commit>/content/versioned_docs/version-1.0`. */
  readonly to: string;
}

/** Folder with a folder for each commit, relative to the site's root. */
export const TREES_FOLDER = `${WORK_FOLDER}/refs`;

const TREE = new RegExp(`^${TREES_FOLDER.replace(".", "\\.")}/[^/]+/`);

/** Whether a file is part of a commit. */
export function isInTree(path: string): boolean {
  return TREE.test(path);
}

/** The path that a file would have if its version were a folder in `content/`. Other paths are returned unchanged. */
export function contentPath(path: string): string {
  return path.replace(TREE, "");
}

/** How messages name a file of a commit, also by its `contentPath`: `v1.0:content/docs/guide.md`. */
export function treeName(path: string, trees: readonly VersionTree[]): string {
  const pathOf = isInTree(path) ? (folder: string) => folder : contentPath;
  for (const { ref, folders } of trees) {
    for (const { from, to } of folders) {
      const folder = pathOf(to);
      if (path === folder || path.startsWith(`${folder}/`)) return `${ref}:${from}${path.slice(folder.length)}`;
    }
  }
  return path;
}
