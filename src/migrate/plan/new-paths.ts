import { mkdirSync, writeFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { dirname, join } from "node:path/posix";
import { IGNORED } from "../../content/scan.ts";
import { versionsPlace } from "../../content/versions.ts";
import { relativePath } from "../../links/rewrite.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { infoOf } from "../../shared/file-info.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { decodePath } from "../../shared/route.ts";
import type { ContentSet, Job, PlannedFile } from "../job.ts";
import { baseUrlOf, record, texts } from "../read/config-values.ts";
import { versionNames } from "../read/doc-names.ts";
import { listTree } from "../read/list-tree.ts";
import { readFileText } from "../read/read-data.ts";

/** A folder of pages in the Docusaurus site, and its folder in the new one. */
export interface PageMount {
  /** Absolute path. */
  readonly from: string;
  /** Path relative to the new root. */
  readonly to: string;
  readonly set: ContentSet;
}

/** A Docusaurus site whose folders of pages have their paths in the new site. */
export interface MountedSite extends Job {
  readonly mounts: readonly PageMount[];
  /** New paths of pages with other names in the new site, by their absolute paths. */
  readonly renamed: ReadonlyMap<string, string>;
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

/** The paths of a page. */
export interface PagePaths {
  /** Absolute path in the Docusaurus site. */
  readonly source: string;
  /** Path in the new site, relative to its root. */
  readonly target: string;
  /** Absolute path of the folder that links may be relative to: that of the page's set. */
  readonly contentRoot: string;
}

/** Folder of the new site's static files. */
export const STATIC = "content/static";

/** Path of a static file, relative to its folder. `assets/` is renamed, as docgen reserves it. */
export function staticPath(path: string): string {
  return path.replace(/^assets(?=\/)/i, "site-assets");
}

const ASSETS =
  "is renamed to site-assets/ because docgen reserves assets/; pages, components and settings are updated: check links from other sites and addresses in data";

/** Copies the folders of static files. */
export function copyStatics(job: Job): void {
  const { root, docusaurus, put, noteFile } = job;
  for (const folder of docusaurus.staticFolders) {
    const files = listTree(folder, job, (name) => IGNORED.test(name));
    for (const file of files) put(`${STATIC}/${staticPath(file)}`, { copyOf: join(folder, file) });
    if (files.some((file) => staticPath(file) !== file))
      noteFile(slashedPath(root, join(folder, "assets")), "hand", ASSETS);
  }
}

/** Address of a static file; undefined for any other. */
export function staticAddress(path: string, { docusaurus }: Job): string | undefined {
  const folder = docusaurus.staticFolders.find((from) => contains(from, path));
  return folder === undefined ? undefined : `/${staticPath(slashedPath(folder, path))}`;
}

/** Copies a file that is in no folder of pages to the static files. @returns its address */
export function adopt(path: string, { boundary, put }: Job): string {
  const name = staticPath(`assets/${slashedPath(boundary, path).replace(/^(?:\.\.\/)+/, "")}`);
  put(`${STATIC}/${name}`, { copyOf: path });
  return `/${name}`;
}

/** A free name: the stem, or the stem with the first free number. @param isNumbered whether every name has a number */
export function freeName(stem: string, isFree: (name: string) => boolean, isNumbered = false): string {
  for (let number = 1; ; number++) {
    const name = number === 1 && !isNumbered ? stem : `${stem}${number}`;
    if (isFree(name)) return name;
  }
}

/** The text of a planned file. */
export function plannedText(file: PlannedFile): string {
  return "text" in file ? file.text : readFileText(file.copyOf);
}

/** Writes a planned file. @param path absolute path in a folder that may not exist yet */
export function writePlanned(path: string, file: PlannedFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "text" in file ? file.text : readRegular(file.copyOf));
}

/** Adds a file to the new site, with a number in its name if another file has the path. @returns its path */
export function putFree(path: string, text: string, { files, put }: Pick<Job, "files" | "put">): string {
  const ending = extname(path);
  const isFree = (stem: string) => {
    const file = files.get(stem + ending);
    return file === undefined || plannedText(file) === text;
  };
  const freePath = freeName(path.slice(0, -ending.length), isFree) + ending;
  put(freePath, { text });
  return freePath;
}

/** New path of a file, relative to the new root; undefined for one outside the folders of pages. */
export function newPathOf(path: string, { mounts, renamed }: MountedSite): string | undefined {
  const newPath = renamed.get(path);
  if (newPath !== undefined) return newPath;
  const mount = mounts.find(({ from }) => contains(from, path));
  // Among pages, modules and style sheets only move with what imports them.
  if (mount?.set.kind === "pages" && /\.(?:[cm]?[jt]sx?|css)$/.test(path)) return undefined;
  return mount === undefined ? undefined : join(mount.to, slashedPath(mount.from, path));
}

/** Address of a file, for a link in a page. @param page new path of the page */
export function addressOf(path: string, page: string, site: MountedSite): string {
  const address = staticAddress(path, site);
  if (address !== undefined) return address;
  const target = newPathOf(path, site);
  return target === undefined ? adopt(path, site) : relativePath(page, target);
}

/** Path of a file, for an include in a page. @param page new path of the page */
export function filePathOf(path: string, page: string, site: MountedSite): string {
  const address = addressOf(path, page, site);
  return address.startsWith("/") ? relativePath(page, STATIC + address) : address;
}

/** Begins addresses that Docusaurus doesn't check: of files, and of what else is at the same host. */
export const PATHNAME = "pathname://";

/** Converts an address that begins with `pathname://`: to one of a static file, or to that of the published site. */
function outsideAddress(address: string, site: Job): string {
  const { config, staticFolders } = site.docusaurus;
  const whole = address.slice(PATHNAME.length);
  const baseUrl = baseUrlOf(config);
  const path = whole.startsWith(baseUrl) ? whole.slice(baseUrl.length) : whole.replace(/^\/+/, "");
  const name = path.replace(/[?#].*$/s, "");
  const isStatic = staticFolders.some((folder) =>
    [name, `${name}/index.html`].some((file) => site.hasFile(join(folder, decodePath(file) ?? file))),
  );
  if (isStatic) return `${PATHNAME}/${staticPath(path)}`;
  return `${/^https?:\/\/[^/]+/.exec(String(config.url))?.[0] ?? ""}${baseUrl}${path}`;
}

/** Converts the address of a link in the configuration to docgen's form. */
export function settingAddress(address: string, site: Job): string {
  return address.startsWith(PATHNAME) ? outsideAddress(address, site) : belowBaseUrl(address, site);
}

/** A link without the base URL, with which links of Docusaurus may begin. */
export function belowBaseUrl(link: string, { docusaurus }: Job): string {
  const baseUrl = baseUrlOf(docusaurus.config);
  if (`${link}/` === baseUrl) return "/";
  return link.startsWith(baseUrl) ? link.slice(baseUrl.length - 1) : link;
}

/** Converts the address of a link to docgen's form. */
export function linkAddress(link: string, page: PagePaths, site: MountedSite): string {
  const target = belowBaseUrl(link, site);
  if (target.startsWith(`${PATHNAME}/`)) return outsideAddress(target, site);
  if (/^(?:[a-z][a-z+.-]*:|#|\/\/|\?)/i.test(target) || target === "") return target;
  // Docusaurus 2 also resolves `page.md/#id`.
  const [, path = "", rest = ""] = /^([^?#]*?)(?:(?<=\.mdx?)\/)?([?#].*)?$/s.exec(target) ?? [];
  const bare = decodePath(path) ?? path;
  const file = fileOfLink(bare, page, site);
  if (file === undefined) return target;
  const newPath = staticAddress(file, site) === undefined ? newPathOf(file, site) : undefined;
  if (newPath !== undefined && !/^[/@]/.test(bare) && join(dirname(page.target), bare) === newPath) return path + rest;
  const address = addressOf(file, page.target, site);
  return address === bare ? path + rest : encodePath(address) + rest;
}

/** The file that a link refers to: relative to the page, its set's folder, or the site's root. */
function fileOfLink(path: string, { source, contentRoot }: PagePaths, site: Job): string | undefined {
  const { root, docusaurus, hasFile } = site;
  const isPage = /\.mdx?$/i.test(path);
  const bare = path.replace(/^\/+/, "");
  const candidates = path.startsWith("@site/")
    ? [resolve(root, path.slice(6))]
    : path.startsWith("/")
      ? isPage
        ? [resolve(contentRoot, bare), resolve(root, bare)]
        : docusaurus.staticFolders.map((folder) => resolve(folder, bare))
      : [resolve(source, "..", path), ...(isPage ? [resolve(contentRoot, path), resolve(root, path)] : [])];
  return candidates.find((file) => extname(file) !== "" && hasFile(file));
}

/** The file of the site's repository that an address at GitHub shows; undefined for any other address. */
export function fileOfRepository(address: string, { boundary, docusaurus, hasFile }: Job): string | undefined {
  const { organizationName, projectName } = docusaurus.config;
  const [, owner, name, path = ""] = /^https:\/\/github\.com\/([^/]+)\/([^/]+)\/blob\/[^/]+\/(.+)$/.exec(address) ?? [];
  const file = join(boundary, path);
  return owner === organizationName && name === projectName && hasFile(file) ? file : undefined;
}

function encodePath(path: string): string {
  return path.replace(/[\s()]/g, (sign) => encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"));
}
