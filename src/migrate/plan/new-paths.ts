import { extname, resolve } from "node:path";
import { dirname, join } from "node:path/posix";
import { relativePath } from "../../links/rewrite.ts";
import { attempt } from "../../shared/attempt.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import type { Job } from "../job.ts";
import { baseUrlOf } from "../read/config-values.ts";
import type { PageMount } from "./page-mounts.ts";

/** Locates files of the Docusaurus site in the new one. */
export interface Places extends Pick<Job, "root" | "boundary" | "hasFile"> {
  readonly mounts: readonly PageMount[];
  /** Absolute paths of folders with static files. */
  readonly statics: readonly string[];
  /** Copies a file that is in no folder of pages. @returns its address */
  readonly adopt: (path: string) => string;
  /** Base URL of the Docusaurus site; links may begin with it or not. */
  readonly baseUrl: string;
}

/** Folder of the new site's static files. */
export const STATIC = "content/static";

/** Path of a static file, relative to its folder. `assets/` is renamed, as docgen reserves it. */
export function staticPath(path: string): string {
  return path.replace(/^assets(?=\/)/i, "site-assets");
}

/** The paths and addresses that files get in the new site. */
export function newPaths({ root, boundary, hasFile, docusaurus, put }: Job, mounts: readonly PageMount[]): Places {
  const adopt = (path: string) => {
    const name = staticPath(`assets/${slashedPath(boundary, path).replace(/^(?:\.\.\/)+/, "")}`);
    put(`${STATIC}/${name}`, { copyOf: path });
    return `/${name}`;
  };
  const statics = docusaurus.staticFolders.map((folder) => join(root, folder));
  return { root, boundary, hasFile, mounts, statics, adopt, baseUrl: baseUrlOf(docusaurus.config) };
}

/** Address of a static file; undefined for any other. @param statics absolute paths of folders with static files */
export function staticAddress(path: string, statics: readonly string[]): string | undefined {
  const folder = statics.find((from) => contains(from, path));
  return folder === undefined ? undefined : `/${staticPath(slashedPath(folder, path))}`;
}

/** New path of a file, relative to the new root; undefined for one outside the folders of pages. */
export function newPathOf(path: string, { mounts }: Places): string | undefined {
  const mount = mounts.find(({ from }) => contains(from, path));
  return mount === undefined ? undefined : join(mount.to, slashedPath(mount.from, path));
}

/** Address of a file, for a link in a page. @param page new path of the page */
export function addressOf(path: string, page: string, places: Places): string {
  const address = staticAddress(path, places.statics);
  if (address !== undefined) return address;
  const target = newPathOf(path, places);
  return target === undefined ? places.adopt(path) : relativePath(page, target);
}

/** Path of a file, for an include in a page. @param page new path of the page */
export function filePathOf(path: string, page: string, places: Places): string {
  const address = addressOf(path, page, places);
  return address.startsWith("/") ? relativePath(page, STATIC + address) : address;
}

/**
 * Converts the address of a link to docgen's form.
 *
 * @param source absolute path of the page
 * @param contentRoot absolute path of the folder with the page's set
 */
export function linkAddress(link: string, source: string, page: string, contentRoot: string, places: Places): string {
  const { baseUrl } = places;
  const target = baseUrl !== "/" && link.startsWith(baseUrl) ? link.slice(baseUrl.length - 1) : link;
  const outside = "pathname://";
  if (target.startsWith(`${outside}/`))
    return outside + linkAddress(target.slice(outside.length), source, page, contentRoot, places);
  if (/^(?:[a-z][a-z+.-]*:|#|\/\/|\?)/i.test(target) || target === "") return target;
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  const decoded = attempt(() => decodeURIComponent(path)) ?? path;
  const file = fileOfLink(decoded, source, contentRoot, places);
  if (file === undefined) return target;
  const isStatic = staticAddress(file, places.statics) !== undefined;
  const newPath = newPathOf(file, places);
  if (!isStatic && newPath !== undefined && !/^[/@]/.test(decoded) && join(dirname(page), decoded) === newPath)
    return target;
  const address = addressOf(file, page, places);
  return address === decoded ? target : encodePath(address) + rest;
}

/** The file that a link refers to: relative to the page, its set's folder, or the site's root. */
function fileOfLink(
  path: string,
  source: string,
  contentRoot: string,
  { root, hasFile, statics }: Places,
): string | undefined {
  const isPage = /\.mdx?$/i.test(path);
  const bare = path.replace(/^\/+/, "");
  const candidates = path.startsWith("@site/")
    ? [resolve(root, path.slice(6))]
    : path.startsWith("/")
      ? isPage
        ? [resolve(contentRoot, bare), resolve(root, bare)]
        : statics.map((folder) => resolve(folder, bare))
      : [resolve(source, "..", path), ...(isPage ? [resolve(contentRoot, path), resolve(root, path)] : [])];
  return candidates.find((file) => extname(file) !== "" && hasFile(file));
}

function encodePath(path: string): string {
  return path.replace(/[\s()]/g, (sign) => encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"));
}
