import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLeftBehind } from "../content/version-names.ts";
import { contains } from "../shared/disk-path.ts";
import { infoOf } from "../shared/file-info.ts";

const MAX_DEPTH = 32;
const MAX_FILES = 200_000;
const SKIPPED = new Set(["node_modules", ".git", ".docusaurus", "build", ".docgen"]);

/** Files below a folder, and what cannot be read there. */
export interface Listing {
  /** Relative to the folder, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Lists the files of a folder. Links are followed to files inside the boundary, and to nothing else.
 *
 * @param boundary real path of a folder
 */
export function listTree(folder: string, boundary: string): Listing {
  const files: string[] = [];
  const faults: { path: string; message: string }[] = [];
  const visit = (path: string, depth: number) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const own = path === "" ? entry.name : `${path}/${entry.name}`;
      if (SKIPPED.has(entry.name) || isLeftBehind(entry.name)) continue;
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) visit(own, depth + 1);
        else faults.push({ path: own, message: `is nested deeper than ${MAX_DEPTH} folders and left out` });
      } else if (entry.isFile()) files.push(own);
      else if (!entry.isSymbolicLink()) faults.push({ path: own, message: "is no file and left out" });
      else if (isFileInside(join(folder, own), boundary)) files.push(own);
      else faults.push({ path: own, message: "is a link to a folder, out of the tree or to nothing, and left out" });
      if (files.length > MAX_FILES) return;
    }
  };
  if (infoOf(folder)?.isDirectory() === true) visit("", 0);
  return { files: files.sort(), faults };
}

function isFileInside(path: string, boundary: string): boolean {
  return infoOf(path)?.isFile() === true && contains(boundary, realpathSync(path));
}

/** The folder outside of which nothing is read: that of the repository, or the one above the site. */
export function boundaryOf(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return dirname(root);
  }
}
