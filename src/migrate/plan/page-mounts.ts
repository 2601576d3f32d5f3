import { join } from "node:path";
import { versionsPlace } from "../../content/versions.ts";
import { infoOf } from "../../shared/file-info.ts";
import type { ContentSet, Job } from "../job.ts";
import { record, texts } from "../read/config-values.ts";
import { versionNames } from "../read/doc-names.ts";
import { listTree } from "../read/list-tree.ts";

/** A folder of pages in the Docusaurus site, and its folder in the new one. */
export interface PageMount {
  /** Absolute path. */
  readonly from: string;
  /** Path relative to the new root. */
  readonly to: string;
  readonly set: ContentSet;
}

/** Folders of pages in a Docusaurus site, including translations and versions. */
export function pageMounts(job: Job): PageMount[] {
  const { root, docusaurus } = job;
  const { sets, config } = docusaurus;
  const mounts: PageMount[] = [];
  const add = (set: ContentSet, from: string, to: string) => {
    const folder = join(root, from);
    if (infoOf(folder)?.isDirectory() === true) mounts.push({ set, from: folder, to });
  };
  for (const set of sets) {
    add(set, set.folder, `content/${set.target}`);
    if (set.kind !== "docs") continue;
    const versions = versionsPlace(set.id).folder;
    for (const name of versionNames(set, job))
      add(set, `${versions}/version-${name}`, `content/${versions}/version-${name}`);
    const folders = new Set(listTree(join(root, versions), job).map((file) => file.replace(/\/.*/, "")));
    const ignored = [...folders].filter((name) => !mounts.some(({ to }) => to === `content/${versions}/${name}`));
    const message = `${ignored.join(", ")}: not migrated, as versions.json doesn't list it`;
    if (ignored.length > 0) job.noteFile(versions, "changed", message);
  }
  for (const locale of localesOf(config.i18n)) {
    for (const set of sets) {
      const home = `content/i18n/${locale}`;
      const plugin = `i18n/${locale}/${translationsOf(set.kind, set.id)}`;
      if (set.kind === "docs") {
        add(set, `${plugin}/current`, `${home}/${set.target}`);
        for (const name of versionNames(set, job))
          add(set, `${plugin}/version-${name}`, `${home}/${versionsPlace(set.id).folder}/version-${name}`);
      } else add(set, plugin, `${home}/${set.target}`);
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
