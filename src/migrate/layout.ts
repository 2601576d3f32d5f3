import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isHiddenOrTemporary, versionsPlace } from "../content/version-names.ts";
import { isFileInside } from "../scaffold/copy-files.ts";
import { foldersUp } from "../shared/disk-path.ts";
import { infoOf, namesIn } from "../shared/file-info.ts";
import { type ContentSet, type Docusaurus, record, texts } from "./docusaurus.ts";
import type { Mount } from "./locate.ts";

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

/**
 * Lists the files of a folder. Links are followed only to files inside the boundary.
 *
 * @param boundary real path of a folder
 * @param isSkipped whether files and folders of a name are left out
 * @returns paths relative to the folder, with forward slashes, sorted; and those that can't be read
 */
export function listTree(folder: string, boundary: string, isSkipped: (name: string) => boolean = isHiddenOrTemporary) {
  const files: string[] = [];
  const faults: { path: string; message: string }[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const own = path === "" ? entry.name : `${path}/${entry.name}`;
      if (SKIPPED.has(entry.name) || isSkipped(entry.name)) continue;
      if (entry.isDirectory()) visit(own);
      else if (entry.isFile()) files.push(own);
      else if (!entry.isSymbolicLink()) faults.push({ path: own, message: "is no file and left out" });
      else if (isFileInside(join(folder, own), boundary)) files.push(own);
      else faults.push({ path: own, message: "is a link to a folder, out of the tree or to nothing, and left out" });
    }
  };
  if (infoOf(folder)?.isDirectory() === true) visit("");
  return { files: files.sort(), faults };
}

/** The folder outside of which nothing is read: that of the repository, or the parent of the site's. */
export function boundaryOf(root: string): string {
  return foldersUp(root).find((folder) => existsSync(join(folder, ".git"))) ?? dirname(root);
}
