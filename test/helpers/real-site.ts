import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { readManifest } from "../../src/output/manifest.ts";
import { PROJECT } from "./docgen.ts";
import { fetchShared } from "./shared-resource.ts";

/** The project's own site, built once per run and served by `docgen preview`. */
export interface RealSite {
  readonly address: string;
  /** Absolute path of its output folder. */
  readonly out: string;
  /** HTML files of pages, including the "not found" page, without redirects; in order. */
  readonly pages: readonly { readonly file: string; readonly path: string }[];
}

/** Waits for the site, which is built on the first call. */
export async function openSite(): Promise<RealSite> {
  const address = await fetchShared(inject("sharedSiteUrl"));
  const out = join(PROJECT, "build");
  const files = readManifest(out)?.files ?? [];
  const isPage = (file: string) => file.endsWith(".html") && readFileSync(join(out, file), "utf8").includes(PAGE_MARK);
  const pages = files.filter(isPage).map((file) => ({ file, path: `/${file.replace(/(^|\/)index\.html$/, "$1")}` }));
  return { address, out, pages };
}

/** Marks a page's data, which HTML files of redirects and of the live samples' frame lack. */
const PAGE_MARK = 'id="docgen-page"';
