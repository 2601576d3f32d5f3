import { basename, extname, posix } from "node:path";
import type { Mapping } from "../../../content/data-file.ts";
import { isIndexName, splitPrefix, stripPrefixes } from "../../../content/routes.ts";
import { versionsPlace } from "../../../content/versions.ts";
import { slashedPath } from "../../../shared/disk-path.ts";
import type { ContentSet, Job } from "../../job.ts";
import type { PageJob } from "../../plan/plan-pages.ts";
import { oldName } from "../../read/doc-names.ts";
import { PAGE } from "../../read/page-files.ts";
import { type SplitPage, withFrontMatterKey } from "./page-front-matter.ts";

/** Keeps the address of a page whose name or folders have other names in addresses of docgen. */
export function withOldAddress(split: SplitPage, { source, contentRoot, target }: PageJob, set: ContentSet): SplitPage {
  const from = slashedPath(contentRoot, source);
  const moved = { from, to: target.split("/").slice(-from.split("/").length).join("/") };
  if (set.kind === "docs") return withDocAddress(split, moved, set);
  return withPageAddress(split, moved, set.target.replace(/^[^/]*/, ""), set.kind === "blog");
}

/** The path of a page, relative to its version or set, in both sites. */
interface MovedPath {
  readonly from: string;
  readonly to: string;
}

/** Keeps the address and the id of a doc, also if docgen makes others of the names of its file and folders. */
function withDocAddress(split: SplitPage, { from, to }: MovedPath, set: ContentSet): SplitPage {
  const { slug, id, parse_number_prefixes: isParsed } = split.data;
  const read = (name: string) => (isParsed === false ? name : oldName(name, set));
  const { folders, name } = partsOf(from);
  const now = partsOf(to);
  const isSame = read(name) === (isParsed === false ? now.name : splitPrefix(now.name).name);
  const isIndex = isIndexName(name, folders.at(-1) ?? "");
  const named = isSame || id !== undefined ? split : withFrontMatterKey(split, "id", read(name));
  const address = folders.map(read).join("/");
  if (address === stripPrefixes(now.folders.join("/")) || String(slug ?? "").startsWith("/")) return named;
  const last = typeof slug === "string" ? slug : isIndex ? "" : String(id ?? read(name));
  return withFrontMatterKey(named, "slug", `/${posix.join(address, last)}`);
}

function partsOf(path: string) {
  const names = path.replace(PAGE, "").split("/");
  return { folders: names.slice(0, -1), name: names.at(-1) ?? "" };
}

/** Keeps the address of a page or a post whose file is renamed. @param base part of addresses before the path of a page */
function withPageAddress(split: SplitPage, { from, to }: MovedPath, base: string, isPost: boolean): SplitPage {
  if (from === to || split.data.slug !== undefined) return split;
  const path = from.replace(PAGE, "").replace(/(?:^|\/)index$/, "");
  const dated = isPost ? /^(.*)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/.exec(path) : null;
  const [, folder = "", day = "", rest = ""] = dated ?? [];
  return withFrontMatterKey(
    split,
    "slug",
    posix.join("/", base, dated === null ? path : `${day.replaceAll("-", "/")}/${folder}${rest}`),
  );
}

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

/** The id of a doc in docgen; undefined for a doc of a version or translation. @param target new path of the doc */
export function docIdOf(set: ContentSet, target: string, data: Mapping): string | undefined {
  const prefix = `content/${set.target}/`;
  if (!target.startsWith(prefix)) return undefined;
  const { folders, name } = partsOf(target.slice(prefix.length));
  const id = data.id ?? (data.parse_number_prefixes === false ? name : splitPrefix(name).name);
  return [...folders.map((folder) => splitPrefix(folder).name), id].join("/");
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
