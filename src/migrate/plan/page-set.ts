import { basename, extname } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { splitPrefix } from "../../content/routes.ts";
import { versionsPlace } from "../../content/version-names.ts";
import type { ContentSet, Job } from "../job.ts";
import { PAGE } from "../read/page-limits.ts";

/** The set of docs that a page belongs to. @param target new path of the page */
export function docsOf(target: string, { docusaurus }: Job): ContentSet | undefined {
  const [folder] = target.replace(/^content\/(?:i18n\/[^/]+\/)?/, "").split("/");
  return docusaurus.sets.find(
    (set) => set.kind === "docs" && (folder === set.target || folder === versionsPlace(set.id).folder),
  );
}

/**
 * The id of a doc, without number prefixes; undefined for a doc of a version or translation.
 *
 * @param target new path of the doc
 */
export function docIdOf(set: ContentSet, target: string, { id }: Mapping): string | undefined {
  const prefix = `content/${set.target}/`;
  if (!target.startsWith(prefix)) return undefined;
  const names = target.slice(prefix.length).replace(PAGE, "").split("/");
  const bare = names.map((name) => splitPrefix(name).name);
  return [...bare.slice(0, -1), id ?? bare.at(-1)].join("/");
}

/**
 * The default title of a page: for a page in `src/pages` that of the site, for others the file's name.
 *
 * @param target new path of the page
 */
export function titleFor(target: string, { docusaurus }: Job): string {
  if (pageKindAt(target) === "pages") return String(docusaurus.config.title ?? "");
  return basename(target, extname(target));
}

/** The kind of a page. @param target new path of the page */
export function pageKindAt(target: string): "blog" | "pages" | "docs" {
  const name = /^content\/(?:i18n\/[^/]+\/)?(blog|pages)\//.exec(target)?.[1];
  return name === "blog" || name === "pages" ? name : "docs";
}
