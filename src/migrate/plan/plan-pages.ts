import { basename, dirname, extname, join, posix } from "node:path";
import { slug as githubSlug } from "github-slugger";
import { CATEGORY_FIELDS, CATEGORY_FILE } from "../../content/category.ts";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import { isIndexName, splitPrefix } from "../../content/routes.ts";
import { versionsPlace } from "../../content/versions.ts";
import { relativePath } from "../../links/rewrite.ts";
import { digestJson } from "../../shared/digest.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { infoOf } from "../../shared/file-info.ts";
import type { ContentSet, Job, Note } from "../job.ts";
import { record, routeBaseOf, texts } from "../read/config-values.ts";
import { newDocId, oldName, publicPath, versionNames } from "../read/doc-names.ts";
import { listOwnDocs, listTree } from "../read/list-tree.ts";
import { CODE } from "../read/module-paths.ts";
import { MAX_PAGE, PAGE, publishedFiles } from "../read/page-files.ts";
import { loadTyped, readData, readFileText } from "../read/read-data.ts";
import { type MountedSite, newPathOf, type PageMount, type PagePaths, pageMounts } from "./new-paths.ts";
import { copyAuthors } from "./tags-and-authors.ts";

/** A page to be rewritten. */
export interface PageJob extends PagePaths {
  readonly isPartial: boolean;
  readonly depth: number;
  readonly props?: Mapping | undefined;
}

/** A page written in React. */
export type ReactPage = Pick<PagePaths, "source" | "target">;

/** The pages of a site, with their paths in the new one. */
export interface PlannedPages {
  readonly mounts: readonly PageMount[];
  /** Pages to be rewritten, by their new paths. Partials with props are added as pages include them. */
  readonly tasks: Map<string, PageJob>;
  /** New paths of pages that have other names in the new site, by their absolute paths. */
  readonly renamed: Map<string, string>;
  readonly reactPages: ReactPage[];
}

/** Plans the pages of all folders, and copies the files beside them. */
export function planPages(job: Job): PlannedPages {
  const { root, docusaurus, hasFile, put } = job;
  const plan: PlannedPages = { mounts: pageMounts(job), tasks: new Map(), renamed: new Map(), reactPages: [] };
  for (const mount of plan.mounts) planFolder(mount, plan, job);
  for (const set of docusaurus.sets.filter(({ kind }) => kind === "docs")) {
    const { path } = versionsPlace(set.id);
    const copyOf = join(root, basename(path));
    if (set.options.disableVersioning === true || !hasFile(copyOf)) continue;
    // The current docs are no version of docgen.
    const isOther = texts(readData(copyOf)).includes("current");
    put(path, isOther ? { text: `${JSON.stringify(versionNames(set, job))}\n` } : { copyOf });
  }
  copyAuthors(job, plan.mounts);
  return plan;
}

/** Adds the pages of a folder to the plan, and copies its other files. */
function planFolder(mount: PageMount, { tasks, renamed, reactPages }: PlannedPages, job: Job): void {
  const { put } = job;
  const files = mount.from === job.root ? listOwnDocs(job) : listTree(mount.from, job);
  const { kind } = mount.set;
  const isPublished = publishedFiles(mount.set);
  const newFolder = (folder: string) => (isPublished(join(folder, "page.md")) ? publicPath(folder) : folder);
  const isOriginal = kind === "docs" && !mount.to.startsWith("content/i18n/");
  const bare = isOriginal ? unindexed(files.filter((file) => PAGE.test(file) && isPublished(file))) : new Set<string>();
  for (const file of files) {
    const source = join(mount.from, file);
    const target = `${mount.to}/${isTagsFile(file, mount) ? file.replace(/[^/]*$/, "tags.yml") : file}`;
    const isPage = isPublished(file);
    if (isNotFound(file, mount)) {
      job.noteFile(slashedPath(job.root, source), "hand", NOT_FOUND);
      continue;
    }
    if (PAGE.test(file)) {
      const isHidden = PARTIAL.test(file);
      const paths = { source, target, contentRoot: mount.from, isPartial: isHidden && !isPage, depth: 0 };
      if (isPage && isHidden) {
        const newPath = `${mount.to}/${publicFile(file, files)}`;
        tasks.set(newPath, { ...paths, target: newPath });
        renamed.set(source, newPath);
        // A partial with props is rewritten for each page that includes it, once per set of props.
      } else if (isPage || (isHidden && !hasProps(source))) tasks.set(target, paths);
    } else if (kind === "pages" && CODE.test(file)) {
      // Modules move with what imports them.
      if (isPage && !PARTIAL.test(file)) reactPages.push({ source, target });
      else if (isPage && /\.[jt]sx?$/.test(file)) job.noteFile(slashedPath(job.root, source), "hand", HIDDEN_PAGE);
    } else if (CATEGORY_FILE.test(basename(file))) {
      const target = join(mount.to, newFolder(dirname(file)), basename(file));
      putCategory(source, target, mount.set, bare.delete(dirname(file)), job);
    } else if (!(kind === "blog" && file === "options.json") && !(kind === "pages" && file.endsWith(".css")))
      put(target, { copyOf: source });
  }
  if (isOriginal && isBehindHome(mount, job)) put(`${mount.to}/_category_.json`, { text: '{"link":null}\n' });
  for (const folder of bare) {
    const text = `${JSON.stringify({ label: oldName(basename(folder), mount.set), link: null })}\n`;
    put(`${mount.to}/${newFolder(folder)}/_category_.json`, { text });
  }
}

const HIDDEN_PAGE =
  "is not migrated: docgen treats files and folders whose names begin with _ as modules; rename it if it is a page";

/** Path of a page whose names begin with `_`, in the new site: no other page has it, and it isn't its folder's index. */
function publicFile(file: string, files: readonly string[]): string {
  const path = publicPath(file);
  const name = splitPrefix(basename(path).replace(PAGE, "")).name;
  const isFree = !files.includes(path) && !isIndexName(name, splitPrefix(basename(dirname(path))).name);
  return isFree || isIndexName(basename(file).replace(PAGE, ""), dirname(file)) ? path : path.replace(PAGE, "-page$&");
}

const NOT_FOUND = "is not migrated: docgen writes 404.html itself; put its text into templates/NotFound.tsx";

/** Whether a page becomes `404.html` of the site. */
function isNotFound(file: string, { set }: PageMount): boolean {
  return /^404\.(?:mdx?|[jt]sx?)$/.test(file) && routeBaseOf(set) === "";
}

/** Whether a file describes the tags of its set, of a version or of a translation. */
function isTagsFile(file: string, { set: { options } }: PageMount): boolean {
  return typeof options.tags === "string" && file === options.tags.replace(/^\.\//, "");
}

/** Whether docs have the address of the home page, which is a page of its own: docgen would generate their index there. */
function isBehindHome({ from, set }: PageMount, { root, docusaurus, hasFile }: Job): boolean {
  const isIn = (folder: string) => HOME_FILES.some((name) => hasFile(join(folder, name)));
  if (routeBaseOf(set) !== "" || isIn(from)) return false;
  return docusaurus.sets.some(({ kind, folder }) => kind === "pages" && isIn(join(root, folder)));
}

const HOME_FILES = "js jsx ts tsx md mdx".split(" ").map((ending) => `index.${ending}`);

/** Matches files that are partials by a name in their path. */
const PARTIAL = /(?:^|\/)_/;

/** Folders of docs without a page of their own: docgen would generate an index for them, Docusaurus doesn't. */
function unindexed(docs: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const file of docs) for (let at = dirname(file); at !== "."; at = dirname(at)) folders.add(at);
  for (const file of docs) {
    const folder = dirname(file);
    if (isIndexName(basename(file).replace(PAGE, ""), splitPrefix(basename(folder)).name)) folders.delete(folder);
  }
  return folders;
}

/**
 * Converts `_category_.yml` to `_category_.json`, without keys that docgen lacks.
 *
 * @param isBare whether the folder has no page of its own
 */
function putCategory(source: string, target: string, set: ContentSet, isBare: boolean, job: Job): void {
  const data = readData(source, loadTyped);
  const noteHere = (kind: Note["kind"], message: string) => job.noteFile(slashedPath(job.root, source), kind, message);
  if (!isMapping(data)) {
    noteHere("hand", "is not a mapping and is not migrated");
    return;
  }
  const { label = oldName(basename(dirname(source)), set), link } = data;
  const { type, id, slug: written } = record(link);
  const hasIndex = type === "generated-index" && written === undefined;
  const slug = `/category/${githubSlug(String(label))}`;
  const isUnlinked = isBare && link === undefined;
  let newLink = isUnlinked ? null : link;
  if (hasIndex) newLink = { ...record(link), slug };
  else if (type === "doc" && typeof id === "string") newLink = { ...record(link), id: newDocId(id) };
  const entries = Object.entries(newLink === undefined ? data : { ...data, link: newLink });
  const left = entries.flatMap(([key]) => (Object.hasOwn(CATEGORY_FIELDS, key) ? [] : [key]));
  const message = [
    source.endsWith(".json") ? "" : "converted to JSON",
    hasIndex ? `kept the index at ${slug}` : "",
    isUnlinked ? "kept the folder without a page" : "",
    left.length > 0 ? `removed ${left.join(", ")}` : "",
  ].filter((part) => part !== "");
  if (message.length > 0) noteHere("changed", message.join("; "));
  const kept = Object.fromEntries(entries.filter(([key]) => Object.hasOwn(CATEGORY_FIELDS, key)));
  job.put(target.replace(/\.ya?ml$/, ".json"), { text: `${JSON.stringify(kept, null, 2)}\n` });
}

/** Whether a partial uses its props. */
function hasProps(path: string): boolean {
  if ((infoOf(path)?.size ?? MAX_PAGE) >= MAX_PAGE) return false;
  return /\{[^}]*\bprops\b/.test(readFileText(path));
}

/** Maximum depth of partials with props, which may include each other endlessly. */
const MAX_DEPTH = 50;

/**
 * Plans the rewriting of a partial. Its new name begins with `_`, and differs for each set of props.
 *
 * @param page the page that includes it
 * @returns the partial's new path, relative to the page
 */
export function include(path: string, allProps: Mapping, page: PageJob, work: MountedSite & PlannedPages): string {
  const { boundary, tasks } = work;
  const props = hasProps(path) ? allProps : undefined;
  const newPath = newPathOf(path, work);
  const folder =
    newPath === undefined ? posix.join("content/_partials", slashedPath(boundary, dirname(path))) : dirname(newPath);
  const bare = basename(path, extname(path)).replace(/^_?/, "_");
  const digest = props === undefined ? "" : `--${digestJson(props).replace(/\W/g, "").slice(0, 6).toLowerCase()}`;
  const target = `${folder}/${bare}${digest}${extname(path)}`;
  const { contentRoot } = page;
  if (!tasks.has(target) && page.depth < MAX_DEPTH)
    tasks.set(target, { source: path, target, contentRoot, isPartial: true, depth: page.depth + 1, props });
  return relativePath(page.target, target);
}
