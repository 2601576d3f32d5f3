import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { readManifest } from "../../src/output/manifest.ts";
import { askDesk } from "./desk.ts";
import { PROJECT } from "./docgen.ts";

/** The project's own site as a reader gets it: built once for the whole run and served by `docgen preview`. */
export interface RealSite {
  readonly address: string;
  /** Absolute path of its output folder. */
  readonly out: string;
  /** HTML files of pages and of the page for what is not there, redirects left out, in order. */
  readonly pages: readonly { readonly file: string; readonly path: string }[];
}

/** Waits for the site; the first to ask builds it. */
export async function openSite(): Promise<RealSite> {
  const address = await askDesk(inject("siteDesk"));
  const out = join(PROJECT, "build");
  const files = readManifest(out)?.files ?? [];
  const isPage = (file: string) => file.endsWith(".html") && readFileSync(join(out, file), "utf8").includes(PAGE_MARK);
  const pages = files.filter(isPage).map((file) => ({ file, path: `/${file.replace(/(^|\/)index\.html$/, "$1")}` }));
  return { address, out, pages };
}

/** Redirects and the live samples' frame are HTML without the block that says what a page is. */
const PAGE_MARK = 'id="docgen-page"';
