import { extname, resolve } from "node:path";
import { dirname, join } from "node:path/posix";
import { relativePath } from "../links/rewrite.ts";
import { attempt } from "../shared/attempt.ts";
import { contains, slashedPath } from "../shared/disk-path.ts";
import { infoOf } from "../shared/file-info.ts";

export const PAGE = /\.mdx?$/;
/** Larger pages are copied as they are. */
export const MAX_PAGE = 1_000_000;

/** A folder of the tree, and where its files come to stand. */
export interface Mount {
  readonly from: string;
  /** Below the new root. */
  readonly to: string;
}

/** Says where files of the tree come to stand. */
export interface Places {
  readonly root: string;
  readonly boundary: string;
  readonly mounts: readonly Mount[];
  /** Folders of static files, absolute. */
  readonly statics: readonly string[];
  /** A file that is copied though it is in no folder of pages. @returns its address */
  readonly adopt: (path: string) => string;
  /** The site's own; links may begin with it or not. */
  readonly baseUrl: string;
}

/** Folder of the new site's static files. */
export const STATIC = "content/static";

/** The path of a static file below its folder: docgen has `assets/` for itself. */
export function staticPath(path: string): string {
  return path.replace(/^assets(?=\/)/i, "site-assets");
}

/** Where a file of the tree comes to stand, relative to the new root; undefined for one that is no content. */
export function newPathOf(path: string, { mounts }: Places): string | undefined {
  const mount = mounts.find(({ from }) => contains(from, path));
  return mount === undefined ? undefined : join(mount.to, slashedPath(mount.from, path));
}

/** The address of a file, as a page writes it. @param page where that comes to stand, relative to the new root */
export function addressOf(path: string, page: string, places: Places): string {
  const folder = places.statics.find((from) => contains(from, path));
  if (folder !== undefined) return `/${staticPath(slashedPath(folder, path))}`;
  const target = newPathOf(path, places);
  return target === undefined ? places.adopt(path) : relativePath(page, target);
}

/** The path of a file, as a page includes it. @param page where that comes to stand, relative to the new root */
export function filePathOf(path: string, page: string, places: Places): string {
  const address = addressOf(path, page, places);
  return address.startsWith("/") ? relativePath(page, STATIC + address) : address;
}

/**
 * The address of a link as docgen reads it.
 *
 * @param source absolute path of the page
 * @param contentRoot absolute path of the folder of its set of pages
 */
export function linkAddress(given: string, source: string, page: string, contentRoot: string, places: Places): string {
  const { baseUrl } = places;
  const target = baseUrl !== "/" && given.startsWith(baseUrl) ? given.slice(baseUrl.length - 1) : given;
  const outside = "pathname://";
  if (target.startsWith(`${outside}/`))
    return outside + linkAddress(target.slice(outside.length), source, page, contentRoot, places);
  if (/^(?:[a-z][a-z+.-]*:|#|\/\/|\?)/i.test(target) || target === "") return target;
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  const decoded = attempt(() => decodeURIComponent(path)) ?? path;
  const file = fileOfLink(decoded, source, contentRoot, places);
  if (file === undefined) return target;
  const isStatic = places.statics.some((folder) => contains(folder, file));
  const own = newPathOf(file, places);
  if (!isStatic && own !== undefined && !/^[/@]/.test(decoded) && join(dirname(page), decoded) === own) return target;
  const address = addressOf(file, page, places);
  return address === decoded ? target : encodePath(address) + rest;
}

/** The file that a link names: from the page, from the folder of its set, from the site's root. */
function fileOfLink(
  path: string,
  source: string,
  contentRoot: string,
  { root, boundary, statics }: Places,
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
  return candidates.find((file) => contains(boundary, file) && extname(file) !== "" && infoOf(file)?.isFile() === true);
}

function encodePath(path: string): string {
  return path.replace(/[\s()]/g, (sign) => encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"));
}
