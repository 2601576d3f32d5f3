import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { feedPosts, renderFeeds } from "../build/feeds.ts";
import type { DocumentOf } from "../build/list-data.ts";
import { copyFile, renderCopy } from "../build/markdown-copies.ts";
import type { Site } from "../build/site.ts";
import { webManifestFiles } from "../build/web-manifest-file.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import type { OutputFile } from "../output/types.ts";
import { type Answer, typeOf } from "../shared/http.ts";
import { readRegularLater } from "../shared/regular-file.ts";

/** Output file of the data that all pages of a version share. */
export function siteDataFile(name: string): string {
  return `assets/${name}.json`;
}

/** The data that all pages share. */
export function siteDataAnswer(path: string, { plan }: Site): Answer | undefined {
  const name = /^assets\/(site.*)\.json$/.exec(path)?.[1] ?? "";
  const data = name === "site" ? plan.site : plan.versionSites.get(name);
  return data === undefined ? undefined : { status: 200, type: typeOf(path), body: JSON.stringify(data) };
}

/** The names of files that an address may mean. */
export function fileNames(path: string): readonly string[] {
  if (path === "" || path.endsWith("/")) return [`${path}index.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** A file may have become a link since it was found: what it leads to must still be the site's or a package's. */
export async function fileAnswer(entry: OutputFile, root: string): Promise<Answer | undefined> {
  const type = typeOf(entry.file);
  if ("data" in entry) return { status: 200, type, body: entry.data };
  try {
    const real = await realpath(entry.copyOf);
    const isInside = real.startsWith((await realpath(root)) + sep);
    if (!isInside && !real.includes(`${sep}node_modules${sep}`)) return undefined;
    return { status: 200, type, body: await readRegularLater(real) };
  } catch {
    // Since it was found it has gone, or something that is no file has come in its place.
    return undefined;
  }
}

/** A feed of the blog. */
export async function feedAnswer(
  path: string,
  { plan }: Site,
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<Answer | undefined> {
  const files = renderFeeds(plan, await compileAll(feedPosts(plan), documentOf));
  const entry = files.find(({ file }) => file === path);
  return entry === undefined || !("data" in entry) ? undefined : { status: 200, type: typeOf(path), body: entry.data };
}

/** Compiles pages. @returns their documents, by path */
export async function compileAll(
  pages: readonly SourcePage[],
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<DocumentOf> {
  const documents = new Map<string, Document>();
  for (const page of pages) if (page.format === "md") documents.set(page.path, await documentOf(page));
  return (path) => documents.get(path);
}

/** The web manifest, or the Markdown copy of a page. */
export async function textAnswer(
  path: string,
  { plan }: Site,
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<Answer | undefined> {
  const manifest = webManifestFiles(plan, []).find(({ file }) => file === path);
  if (manifest !== undefined && "data" in manifest) return { status: 200, type: typeOf(path), body: manifest.data };
  const page = path.endsWith(".md") ? plan.pages.find((one) => copyFile(one, plan) === path) : undefined;
  if (page === undefined) return undefined;
  const document = page.format === "md" ? await documentOf(page) : undefined;
  return { status: 200, type: typeOf(path), body: renderCopy(page, document, plan) };
}
