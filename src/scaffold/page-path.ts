import { isAbsolute, join } from "node:path";
import type { SiteConfig } from "../config/schema.ts";
import { blogsOf } from "../content/blog.ts";
import { RESERVED } from "../content/collisions.ts";
import { postName } from "../content/routes.ts";
import { versionsPlace } from "../content/versions.ts";
import { CONTENT_FOLDER, MAX_PATH } from "../content/walk.ts";
import { parseDate } from "../shared/calendar.ts";
import { slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf } from "../shared/file-info.ts";
import { didYouMean } from "../shared/nearest.ts";
import { folderOf, nameOf } from "../shared/route.ts";

/** Path and kind of a new page. */
export interface PagePlace {
  /** Relative to the root: `content/docs/guide/first-steps.md`. */
  readonly path: string;
  readonly kind: "doc" | "post" | "page";
}

/** A path segment that is valid on every system; it begins with a letter or digit. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._+-]*[\p{L}\p{M}\p{N}_+-])?$/u;

/**
 * Determines the path of a new page.
 *
 * @param written `docs/guide/first-steps` or `content/docs/guide/first-steps.md`
 * @param day for a post whose path has no date: `2026-01-31`
 * @throws Failure (exit code 2) for a path that can't hold a page
 */
export function pagePlace(root: string, written: string, config: SiteConfig, day: string): PagePlace {
  const inside = insideContent(root, written);
  const fault = (message: string) => new Failure(2, `${written}: ${message}`);
  const [, bare = "", ending = ".md"] = /^(.*?)(\.mdx?)?$/.exec(inside) ?? [];
  const other = /\.[a-z]\w*$/i.exec(bare)?.[0];
  if (other !== undefined) throw fault(`"${other}" is not the extension of a Markdown page; end the path with .md`);
  checkNames(bare, fault);
  const kind = kindOf(root, bare, config, fault);
  const blog = blogsOf(config).find(({ folder }) => bare.startsWith(`${folder}/`));
  const dated = kind === "post" && blog !== undefined ? withDay(bare, blog.folder, day, fault) : bare;
  const path = `${CONTENT_FOLDER}/${dated}${ending}`;
  if (Buffer.byteLength(path) > MAX_PATH) throw fault(`is longer than ${MAX_PATH} bytes; use shorter names`);
  return { path, kind };
}

type Fault = (message: string) => Failure;

/** @throws Failure (exit code 2) for a path outside the site, one that is ignored, or a name that is invalid on another system */
function checkNames(bare: string, fault: Fault): void {
  const names = bare.split("/");
  if (names.includes(".."))
    throw fault(`leads out of its folder; use a path inside ${CONTENT_FOLDER}/, such as docs/first-steps`);
  if (names.includes(""))
    throw fault("has an empty name; end the path with the name of the page, such as docs/first-steps");
  const reserved = names.find((name) => RESERVED.test(name));
  if (reserved !== undefined) throw fault(`"${reserved}" is not a valid file name on every system; choose another`);
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong === undefined) return;
  const better = bare.replace(/[^\p{L}\p{M}\p{N}._+/-]+/gu, "-").replace(/(?<=^|\/)[._+-]+|[._+-]+(?=\/|$)/g, "");
  const guess = better.split("/").every((name) => NAME.test(name)) ? `, as in ${better}` : "";
  const rule = 'use letters, digits, "-", "_" and ".", and start with a letter or a digit';
  throw fault(`"${wrong}" cannot be part of a page's path; ${rule}${guess}`);
}

/** Path relative to `content/`, with forward slashes. */
function insideContent(root: string, written: string): string {
  const path = isAbsolute(written) ? slashedPath(root, written) : written.replaceAll("\\", "/");
  return path.replace(/^(?:\.\/)+/, "").replace(new RegExp(`^${CONTENT_FOLDER}/`), "");
}

function kindOf(root: string, bare: string, config: SiteConfig, fault: Fault): PagePlace["kind"] {
  const { docs } = config;
  const blogs = blogsOf(config).map(({ folder }) => folder);
  const isBelow = (folder: string) => bare.startsWith(`${folder}/`);
  if (docs.some(({ folder }) => isBelow(folder))) return "doc";
  if (blogs.some(isBelow)) return "post";
  if (isBelow("pages")) return "page";
  if (isBelow("i18n")) throw fault("a translation starts as a copy; copy the original there and translate it");
  const version = /^([^/]*versioned_docs)\/[^/]+/.exec(bare);
  if (version !== null && docs.some(({ id }) => versionsPlace(id).folder === version[1]) && isBelow(version[0])) {
    const path = `${CONTENT_FOLDER}/${version[0]}`;
    if (entryOf(join(root, path)) !== undefined) return "doc";
    throw fault(`${path} contains no version; docgen version NAME creates one`);
  }
  const folders = [...docs.map(({ folder }) => folder), ...blogs, "pages"];
  if (folders.includes(bare)) throw fault(`is a folder; name a page in it, such as ${bare}/first-steps`);
  const guess = didYouMean(bare.split("/")[0] ?? "", folders);
  const places = folders.map((folder) => `${folder}/`).join(", ");
  throw fault(`docgen builds no page from this path${guess || `; start the path with one of ${places}`}`);
}

/** A post's path, with the day before its name if it has none. */
function withDay(bare: string, folder: string, day: string, fault: Fault): string {
  const { date } = postName(bare.slice(folder.length + 1));
  if (date !== undefined && parseDate(date) === undefined) throw fault(`the date does not exist: ${date}`);
  if (date !== undefined) return bare;
  // A folder with an index is a single post.
  const [, post = bare, rest = ""] = /^(.+\/.+)(\/index)$/.exec(bare) ?? [];
  return `${folderOf(post)}/${day}-${nameOf(post)}${rest}`;
}
