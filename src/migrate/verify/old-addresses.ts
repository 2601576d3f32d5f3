import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeXML } from "entities/decode";
import { idsIn } from "../../markdown/html-ids.ts";
import { Failure } from "../../shared/failure.ts";
import { infoOf } from "../../shared/file-info.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { readBody } from "../../shared/response-body.ts";
import { collisionKey, decodePath } from "../../shared/route.ts";
import type { FileNote, Job, SiteRedirect } from "../job.ts";
import { belowBaseUrl, STATIC } from "../plan/new-paths.ts";
import { listSilently } from "../read/list-tree.ts";
import { readFileText } from "../read/read-data.ts";

/** An address of the old site, below the base URL and without a final slash, and the ids of its headings. */
interface OldAddress {
  readonly path: string;
  readonly ids: readonly string[];
}

/** The ids in a page. Those of lists aren't compared: nobody can give them others. */
export type PageIds = Pick<ReadonlySet<string>, "has">;

/** HTML files of the new site, with the ids in them; undefined for redirects. */
export type NewFiles = ReadonlyMap<string, PageIds | undefined>;

/** Maximum size of a sitemap, in bytes, time to wait for it, in milliseconds, and number of sitemaps. */
const MAX_SITEMAP = 50_000_000;
const MAX_WAIT = 30_000;
const MAX_SITEMAPS = 1000;

const IS_URL = /^https?:\/\//;
const LOCATION = /<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>\s*)?<\//g;

/**
 * Reads the addresses of the old site.
 *
 * @param source URL of the site or of its sitemap, path of a sitemap, or of the folder that Docusaurus built
 * @throws Failure (exit code 2) if it can't be read
 */
export async function readOldAddresses(source: string, job: Job): Promise<OldAddress[]> {
  if (infoOf(source)?.isDirectory() === true) return builtPages(source, job);
  if (!IS_URL.test(source) && !existsSync(source))
    throw new Failure(2, `--check ${source}: no such file; give a URL, a sitemap or a build folder`);
  const isSitemap = !IS_URL.test(source) || /\.xml(?:\.gz)?(?:\?.*)?$/.test(source);
  const urls = await pagesIn(isSitemap ? source : `${source.replace(/\/*$/, "")}/sitemap.xml`);
  const { origin: home } =
    urls.find(({ origin }) => `${job.docusaurus.config.url}/`.startsWith(`${origin}/`)) ?? urls[0] ?? {};
  const paths = urls.filter(({ origin }) => origin === home).map(({ pathname }) => pathOf(pathname, job));
  if (paths.length === 0) throw new Failure(2, `--check ${source}: contains no addresses`);
  return [...new Set(paths)].map((path) => ({ path, ids: [] }));
}

/** The pages in a sitemap and in those that it lists. @param seen sitemaps that are read already */
async function pagesIn(source: string, seen: string[] = []): Promise<URL[]> {
  if (seen.includes(source)) return [];
  if (seen.push(source) > MAX_SITEMAPS) throw new Failure(2, `--check ${source}: more than ${MAX_SITEMAPS} sitemaps`);
  const text = await textOf(source);
  const locations = Array.from(text.matchAll(LOCATION), ([, location = ""]) => decodeXML(location));
  const pages = locations.flatMap((url) => (IS_URL.test(url) && URL.canParse(url) ? new URL(url) : []));
  if (!/<(?:\w+:)?sitemapindex/.test(text)) return pages;
  const inner: URL[] = [];
  for (const { href } of pages) inner.push(...(await pagesIn(href, seen)));
  return inner;
}

/** The text of a sitemap. @throws Failure if it can't be read */
async function textOf(source: string): Promise<string> {
  const signal = AbortSignal.timeout(MAX_WAIT);
  try {
    const response = IS_URL.test(source) ? await fetch(source, { signal }) : undefined;
    if (response?.ok === false) throw new Error(`status ${response.status}`);
    const data = response === undefined ? readRegular(source) : await readBody(response, signal, MAX_SITEMAP);
    if (data === undefined) throw new Error("it is larger than 50 MB");
    const isCompressed = data[0] === 0x1f && data[1] === 0x8b;
    return (isCompressed ? gunzipSync(data, { maxOutputLength: MAX_SITEMAP }) : data).toString();
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Failure(2, `--check ${source}: ${cause instanceof Error ? cause.message : message}`);
  }
}

/** The pages in a folder that Docusaurus built. */
function builtPages(folder: string, job: Job): OldAddress[] {
  const files = listSilently(folder, { ...job, boundary: realpathSync(folder), hasFile: () => false });
  if (files.length === 0) throw new Failure(2, `--check ${folder}: contains no pages`);
  return files
    .filter((file) => file.endsWith(".html") && !/(?:^|\/)404\.html$/.test(file))
    .map((file) => {
      const html = readFileText(join(folder, file));
      const headings = html.match(/<h[1-6]\b[^>]*>/g) ?? [];
      return { path: addressOfFile(file), ids: idsIn(headings.join("")).anchors };
    });
}

/** A path of the old site without its base URL. */
function pathOf(pathname: string, job: Job): string {
  const path = belowBaseUrl(decodePath(pathname) ?? pathname, job).replace(/\/+$/, "");
  return path === "" ? "/" : path.replace(/\.html$/, "");
}

/** Finds the addresses of the old site that the new one lacks. @returns notes about them, and redirects from them */
export function lostAddresses(old: readonly OldAddress[], files: NewFiles, { files: planned }: Job) {
  const notes: FileNote[] = [];
  const redirects: SiteRedirect[] = [];
  const pages = [...files].flatMap(([file, ids]) => (ids === undefined ? [] : [addressOfFile(file)]));
  for (const { path, ids } of old) {
    const bare = path.replace(/^\//, "");
    const names = [bare, `${bare}.html`, bare === "" ? "index.html" : `${bare}/index.html`];
    const file = names.find((name) => files.has(name));
    if (file === undefined && names.some((name) => planned.has(`${STATIC}/${name}`))) continue;
    const report = (message: string) => notes.push({ path, line: 1, kind: "hand", message });
    if (file === undefined) {
      const same = pages.filter((page) => addressKey(page) === addressKey(path));
      const [only] = same;
      // A redirect that differs only in case would be the page's own file on some systems.
      if (only !== undefined && same.length === 1 && collisionKey(only) !== collisionKey(path))
        redirects.push({ from: path, to: only });
      const remedy = `add a redirect${only === undefined ? "" : ` to ${only}`}`;
      report(`the new site has no page at this address of the old one; ${remedy}`);
      continue;
    }
    const there = files.get(file);
    for (const id of there === undefined ? [] : ids.filter((name) => !there.has(name))) {
      const remedy = `give its heading the id {#${id}}, or write <a id="${id}"></a> above what a component generates`;
      report(`the page has no anchor "${id}" any more; ${remedy}`);
    }
  }
  return { notes, redirects };
}

/** The address of an HTML file. */
export function addressOfFile(file: string): string {
  return `/${file.replace(/(?:^|\/)index\.html$|\.html$/, "")}`;
}

/** The same for addresses that differ in case, number prefixes and indexes. */
function addressKey(path: string): string {
  return collisionKey(path.replace(/\/\d+[-_.]+(?=[^/])/g, "/").replace(/\/(?:index|readme)$/i, ""));
}
