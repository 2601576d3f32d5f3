import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isHiddenOrTemporary, versionsPlace } from "../content/version-names.ts";
import { misnamed } from "../content/walk.ts";
import { readFolder } from "../engine/entries.ts";
import { contains, foldersUp, slashedPath } from "../shared/disk-path.ts";
import { infoOf, namesIn } from "../shared/file-info.ts";
import { type ContentSet, type Docusaurus, record, texts } from "./docusaurus.ts";
import type { Mount } from "./locate.ts";
import type { Job } from "./plan.ts";

/** A folder of pages, with their kind. */
export interface PageMount extends Mount {
  readonly kind: ContentSet["kind"];
  /** Absolute path of the folder that links in its pages may be relative to. */
  readonly contentRoot: string;
}

/** Folders of pages in a Docusaurus site, including translations and versions. */
export function pageMounts(root: string, { sets, config }: Docusaurus): PageMount[] {
  const mounts: PageMount[] = [];
  const add = (kind: ContentSet["kind"], from: string, to: string) => {
    const folder = join(root, from);
    if (infoOf(folder)?.isDirectory() === true) mounts.push({ kind, from: folder, to, contentRoot: folder });
  };
  for (const set of sets) {
    add(set.kind, set.folder, `content/${set.target}`);
    if (set.kind !== "docs") continue;
    const versions = versionsPlace(set.id).folder;
    add("docs", versions, `content/${versions}`);
  }
  for (const locale of localesOf(config.i18n)) {
    for (const set of sets) {
      const home = `content/i18n/${locale}`;
      const plugin = `i18n/${locale}/${translationsOf(set.kind, set.id)}`;
      if (set.kind === "docs") {
        add("docs", `${plugin}/current`, `${home}/${set.target}`);
        for (const name of namesIn(join(root, plugin)).filter((one) => one.startsWith("version-")))
          add("docs", `${plugin}/${name}`, `${home}/${versionsPlace(set.id).folder}/${name}`);
      } else add(set.kind, plugin, `${home}/${set.target}`);
    }
  }
  return mounts;
}

/** Folder with the translations of a set of pages, relative to that of a language. */
export function translationsOf(kind: ContentSet["kind"], id: string): string {
  return `docusaurus-plugin-content-${kind}${id === "default" ? "" : `-${id}`}`;
}

/** Languages besides the default one. */
export function localesOf(i18n: unknown): string[] {
  const { locales, defaultLocale = "en" } = record(i18n);
  return Array.isArray(locales) ? texts(locales).filter((name) => name !== defaultLocale && /^[\w-]+$/.test(name)) : [];
}

/** Folders of tools, skipped even among static files; other hidden ones, such as `.well-known`, are copied there. */
const SKIPPED = new Set(["node_modules", ".git", ".docusaurus", ".docgen"]);

/** What is said of a file or folder whose real path is outside the boundary. */
export const OUTSIDE = "lies outside of the site's repository";

/**
 * Lists the files of a folder, and reports those that can't be read. The folder may be a link, but inside it links are
 * followed only to files.
 *
 * @param isSkipped whether files and folders of a name are left out
 * @returns paths relative to the folder, with forward slashes, sorted
 */
export function listTree(
  folder: string,
  { root, boundary, hasFile, tell }: Job,
  isSkipped: (name: string) => boolean = isHiddenOrTemporary,
): string[] {
  const files: string[] = [];
  const leaveOut = (path: string, message: string) => tell(slashedPath(root, join(folder, path)), "hand", message);
  const visit = (path: string) => {
    for (const { name, kind, link, bytes, unread } of readFolder(folder, path)) {
      const own = path === "" ? name : `${path}/${name}`;
      if (unread !== undefined) leaveOut(path, `can't be read (${unread}), and is left out`);
      else if (bytes !== undefined) {
        const { name: escaped, message, hint } = misnamed(bytes);
        leaveOut(join(path, escaped), `${message}, and the file is left out: ${hint}`);
      } else if (SKIPPED.has(name) || isSkipped(name)) continue;
      else if (kind === "folder" && link === undefined) visit(own);
      else if (kind === "file") files.push(...(link === undefined || hasFile(join(folder, own)) ? [own] : []));
      else
        leaveOut(
          own,
          link === undefined ? "is no file and left out" : "is a link to a folder or to nothing, and left out",
        );
    }
  };
  if (infoOf(folder)?.isDirectory() !== true) return [];
  if (isReadable(folder, root, boundary)) visit("");
  else leaveOut("", `${OUTSIDE} or holds the site, and is left out`);
  return files.sort();
}

/** Whether a folder is really inside the boundary, and doesn't hold the site. */
export function isReadable(folder: string, root: string, boundary: string): boolean {
  const real = infoOf(folder) === undefined ? folder : realpathSync(folder);
  return contains(boundary, real) && !contains(real, root);
}

/** The folder outside of which nothing is read: that of the repository, or the parent of the site's. */
export function boundaryOf(root: string): string {
  return foldersUp(root).find((folder) => existsSync(join(folder, ".git"))) ?? dirname(root);
}
