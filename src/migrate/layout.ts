import { readdirSync } from "node:fs";
import { join } from "node:path";
import { versionsPlace } from "../content/version-names.ts";
import { infoOf } from "../shared/file-info.ts";
import { type ContentSet, type Docusaurus, record, texts } from "./docusaurus.ts";
import type { Mount } from "./locate.ts";

/** A folder of pages, and what they are. */
export interface PageMount extends Mount {
  readonly kind: ContentSet["kind"];
  /** Folder that the links of its pages may begin from, absolute. */
  readonly contentRoot: string;
}

/** Folders of pages in a Docusaurus site, translations and versions among them. */
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
      const plugin = `i18n/${locale}/docusaurus-plugin-content-${set.kind}${set.id === "default" ? "" : `-${set.id}`}`;
      if (set.kind === "docs") {
        add("docs", `${plugin}/current`, `${home}/${set.target}`);
        for (const name of versionNames(join(root, plugin)))
          add("docs", `${plugin}/version-${name}`, `${home}/${versionsPlace(set.id).folder}/version-${name}`);
      } else add(set.kind, plugin, `${home}/${set.target}`);
    }
  }
  return mounts;
}

/** Languages besides the default one. */
export function localesOf(i18n: unknown): string[] {
  const { locales, defaultLocale = "en" } = record(i18n);
  return Array.isArray(locales) ? texts(locales).filter((name) => name !== defaultLocale && /^[\w-]+$/.test(name)) : [];
}

function versionNames(folder: string): string[] {
  if (infoOf(folder)?.isDirectory() !== true) return [];
  return readdirSync(folder).flatMap((name) => (name.startsWith("version-") ? [name.slice("version-".length)] : []));
}
