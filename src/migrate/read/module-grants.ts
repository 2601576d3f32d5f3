import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { readFolder } from "../../engine/entries.ts";
import { contains, foldersUp, slashedPath } from "../../shared/disk-path.ts";
import { infoOf } from "../../shared/file-info.ts";

/** Maximum number of paths that a process may be granted, as command lines are limited. */
const MAX_GRANTS = 4000;

/** The folders that modules of a site may read: the boundary, and `node_modules` above the site. Real paths. */
export function readableFolders(root: string, boundary: string): string[] {
  const packages = foldersUp(root)
    .map((folder) => join(folder, "node_modules"))
    .filter((folder) => infoOf(folder)?.isDirectory() === true)
    .map((folder) => realpathSync(folder))
    // A link of this name may lead anywhere.
    .filter((folder) => basename(folder) === "node_modules" && !contains(boundary, folder));
  return [boundary, ...new Set(packages)];
}

/**
 * The paths to grant to a process so that it reads only what is in some folders. Node compares paths as they are
 * written, so what is granted must hold no link that leads out. A folder with such a link is granted entry by entry.
 *
 * @param folders real paths
 */
export function grantsIn(folders: readonly string[]): string[] {
  const links = folders.flatMap((folder) => linksIn(folder, folders));
  if (!links.some(({ leadsOut }) => leadsOut)) return folders.filter(isLiteral);
  // From any linked folder, `..` leads to where a path as it is written does not, so to a link that leads out, too.
  const refused = new Set(links.filter(({ leadsOut, isFolder }) => leadsOut || isFolder).map(({ path }) => path));
  const inside = new Set([...refused].flatMap(foldersUp));
  const grant = (path: string): string[] => {
    if (refused.has(path)) return [];
    if (!inside.has(path)) return [path].filter(isLiteral);
    if (basename(path) === "node_modules") return [];
    return readFolder(path, "").flatMap(({ name }) => grant(join(path, name)));
  };
  const granted = folders.flatMap(grant);
  return granted.length > MAX_GRANTS ? [] : granted;
}

/** A `*` in a granted path stands for any characters. */
function isLiteral(path: string): boolean {
  return !path.includes("*");
}

interface TreeLink {
  readonly path: string;
  readonly isFolder: boolean;
  readonly leadsOut: boolean;
}

/** The links in a folder. Names that aren't UTF-8 count as links: no path can name what they stand for. */
function linksIn(folder: string, readable: readonly string[]): TreeLink[] {
  const depth = (path: string) => (path === "" ? 0 : path.split("/").length);
  const visit = (path: string): TreeLink[] =>
    readFolder(folder, path).flatMap(({ name, kind, link, bytes }): TreeLink[] => {
      const inner = path === "" ? name : `${path}/${name}`;
      if (kind === "folder" && link === undefined) return visit(inner);
      if (bytes !== undefined) return [{ path: join(folder, inner), isFolder: true, leadsOut: true }];
      // Empty is the target of a broken link, and of one to the folder itself.
      if (link === undefined || (link === "" && kind !== "folder")) return [];
      const target = join(folder, link);
      const home = readable.find((granted) => contains(granted, target));
      // A link to a folder nearer to the top leads out with `..` sooner than a path as it is written.
      const isHigher = home !== undefined && depth(slashedPath(home, target)) < depth(inner);
      const isFolder = kind === "folder";
      return [{ path: join(folder, inner), isFolder, leadsOut: home === undefined || (isFolder && isHigher) }];
    });
  return visit("");
}
