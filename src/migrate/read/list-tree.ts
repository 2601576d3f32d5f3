import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CATEGORY_FILE } from "../../content/category.ts";
import { isHiddenOrTemporary } from "../../content/versions.ts";
import { misnamed } from "../../content/walk.ts";
import { readFolder } from "../../engine/entries.ts";
import { attempt } from "../../shared/attempt.ts";
import { contains, foldersUp, followLinks, slashedPath } from "../../shared/disk-path.ts";
import { infoOf } from "../../shared/file-info.ts";
import type { Job } from "../job.ts";
import { CODE } from "./module-paths.ts";
import { PAGE } from "./page-files.ts";

/** Folders of tools, skipped even among static files; other hidden ones, such as `.well-known`, are copied there. */
const SKIPPED = new Set(["node_modules", ".git", ".docusaurus", ".docgen"]);

/** Message about a file or folder outside the boundary. */
export const OUTSIDE = "is outside the site's repository";

/**
 * Lists the files of a folder, and reports those that can't be read. The folder may be a link, but inside it links are
 * followed only to files.
 *
 * @param isSkipped whether files and folders of a name are left out
 * @returns paths relative to the folder, with forward slashes, sorted
 */
export function listTree(
  folder: string,
  { root, boundary, hasFile, noteFile }: Job,
  isSkipped: (name: string) => boolean = isHiddenOrTemporary,
): string[] {
  const files: string[] = [];
  const leaveOut = (path: string, message: string) => noteFile(slashedPath(root, join(folder, path)), "hand", message);
  const visit = (path: string) => {
    for (const { name, kind, link, bytes, unread } of readFolder(folder, path)) {
      const file = path === "" ? name : `${path}/${name}`;
      if (unread !== undefined) leaveOut(path, `can't be read (${unread}) and is not migrated`);
      else if (bytes !== undefined) {
        const { name: escaped, message, hint } = misnamed(bytes);
        leaveOut(join(path, escaped), `${message}; the file is not migrated: ${hint}`);
      } else if (SKIPPED.has(name) || isSkipped(name)) continue;
      else if (kind === "folder" && link === undefined) visit(file);
      else if (kind === "file") files.push(...(link === undefined || hasFile(join(folder, file)) ? [file] : []));
      else
        leaveOut(
          file,
          `is ${link === undefined ? "not a file" : "a link to a folder, or a broken link,"} and is not migrated`,
        );
    }
  };
  if (infoOf(folder)?.isDirectory() !== true) return [];
  const fault = folderFault(folder, root, boundary);
  if (fault === undefined) visit("");
  else leaveOut("", fault);
  return files.sort();
}

/** Lists the files of docs in the site's own folder: its pages, and folders without another purpose, without code. */
export function listOwnDocs(job: Job): string[] {
  const { root, docusaurus } = job;
  const used = [...docusaurus.sets.map(({ folder }) => folder), ...docusaurus.staticFolders].map((path) =>
    slashedPath(root, resolve(root, path)).replace(/\/.*/, ""),
  );
  const isUsed = (name: string) => used.includes(name) || OTHER_USE.test(name) || isHiddenOrTemporary(name);
  return readFolder(root, "").flatMap(({ name, kind }) => {
    if (kind === "file" && PAGE.test(name)) return [name];
    if (kind !== "folder" || SKIPPED.has(name) || isUsed(name)) return [];
    const files = listTree(join(root, name), job).map((file) => `${name}/${file}`);
    return files.filter((file) => !CODE.test(file) || CATEGORY_FILE.test(basename(file)));
  });
}

/** Folders of a site that Docusaurus knows by their names. */
const OTHER_USE = /^(?:src|i18n|build|(?:[\w-]+_)?versioned_(?:docs|sidebars))$/;

/** As `listTree`, without reports: for folders that are listed more than once. */
export function listSilently(folder: string, job: Job): string[] {
  return listTree(folder, { ...job, noteFile: () => {} });
}

/** Why a folder is not migrated: it contains the site, or is really outside the boundary. */
export function folderFault(folder: string, root: string, boundary: string): string | undefined {
  const real = followLinks(folder);
  if (contains(real, root)) return "contains the site and is not migrated; move its files to a folder of their own";
  if (contains(boundary, real)) return undefined;
  const isInRepository = boundary !== root || existsSync(join(root, ".git"));
  if (isInRepository) return `${OUTSIDE} and is not migrated`;
  return "is outside the site's folder and is not migrated; run `git init` in the project's folder and migrate again";
}

/** Files in the root of a project. */
const PROJECT_FILE = /^(?:package\.json|readme|licen[cs]e|copying)(?:\.|$)/i;

/**
 * The folder outside of which nothing is read: that of the repository. Without one, the parent of the site's folder if
 * it is a project, such as an unpacked archive; otherwise that of the site, as the parent may be the home folder.
 */
export function boundaryOf(root: string): string {
  const repository = foldersUp(root).find((folder) => existsSync(join(folder, ".git")));
  const parent = dirname(root);
  const isProject = attempt(() => readdirSync(parent))?.some((name) => PROJECT_FILE.test(name)) === true;
  return repository ?? (isProject ? parent : root);
}
