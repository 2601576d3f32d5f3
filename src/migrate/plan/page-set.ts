import { basename, extname } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { splitPrefix } from "../../content/routes.ts";
import { versionsPlace } from "../../content/version-names.ts";
import type { ContentSet, Job } from "../job.ts";
import { PAGE } from "../read/page-limits.ts";

/** The set that a page belongs to; undefined for a partial outside of all sets. @param target new path of the page */
export function setOf(target: string, { docusaurus }: Job): ContentSet | undefined {
  const path = pathInLanguage(target);
  const isIn = (folder: string) => path.startsWith(`${folder}/`);
  return docusaurus.sets.find((set) => isIn(set.target) || (set.kind === "docs" && isIn(versionsPlace(set.id).folder)));
}

/** Path of a page below `content/` or the folder of its language. @param target new path of the page */
export function pathInLanguage(target: string): string {
  return target.replace(/^content\/(?:i18n\/[^/]+\/)?/, "");
}

/**
 * The id of a doc in docgen; undefined for a doc of a version or translation.
 *
 * @param target new path of the doc
 */
export function docIdOf(set: ContentSet, target: string, data: Mapping): string | undefined {
  const prefix = `content/${set.target}/`;
  if (!target.startsWith(prefix)) return undefined;
  const names = target.slice(prefix.length).replace(PAGE, "").split("/");
  const last = names.at(-1) ?? "";
  const name = data.parse_number_prefixes === false ? last : splitPrefix(last).name;
  return [...names.slice(0, -1).map((folder) => splitPrefix(folder).name), data.id ?? name].join("/");
}

/**
 * The default title of a page: for a page in `src/pages` that of the site, for others the file's name.
 *
 * @param target new path of the page
 */
export function titleFor(target: string, job: Job): string {
  const set = setOf(target, job);
  if (set?.kind === "pages") return String(job.docusaurus.config.title ?? "");
  const name = basename(target, extname(target));
  return splitPrefix(name).name;
}
