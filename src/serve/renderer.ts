import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDocuments } from "../build/documents.ts";
import { PAGE_WORKER } from "../build/page-thread.ts";
import { renderModulePage, renderNotFound, renderSitePage } from "../build/render-page.ts";
import { THEME_MODULE_URL, TOOL_ROOT } from "../build/tool.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { loadEsbuild } from "../shared/esbuild.ts";

/** Everything that makes HTML with the theme: one of them belongs to one state of the theme's code. */
export interface Renderer {
  readonly renderSitePage: typeof renderSitePage;
  readonly renderModulePage: typeof renderModulePage;
  readonly renderNotFound: typeof renderNotFound;
  readonly createDocuments: typeof createDocuments;
  /** The theme's module for pages written in React. */
  readonly themeUrl: string;
  /** The script of the thread that runs them. */
  readonly pageWorker: string;
}

/** The theme as docgen was compiled with it. */
export const OWN_RENDERER: Renderer = {
  renderSitePage,
  renderModulePage,
  renderNotFound,
  createDocuments,
  themeUrl: THEME_MODULE_URL,
  pageWorker: PAGE_WORKER,
};

const THEME_ENTRY = "src/theme/public.ts";
const RENDERER_ENTRY = "src/serve/renderer.ts";
const WORKER_ENTRY = "src/build/page-worker.ts";

/**
 * Compiles and loads docgen's own theme as its files are now. What was loaded before stays in
 * memory: a module can't be unloaded, and docgen's own code is seldom edited.
 *
 * @throws what esbuild finds wrong with the code
 */
export async function loadRenderer(): Promise<Renderer> {
  const { build } = await loadEsbuild();
  const folder = join(TOOL_ROOT, WORK_FOLDER, `serve-${process.pid}-${Date.now()}`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [RENDERER_ENTRY, THEME_ENTRY, WORKER_ENTRY],
    absWorkingDir: TOOL_ROOT,
    outdir: folder,
    outbase: "src",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    packages: "external",
    logLevel: "silent",
  });
  const pathOf = (entry: string) => join(folder, entry.replace(/^src\//, "").replace(/ts$/, "js"));
  const urlOf = (entry: string) => pathToFileURL(pathOf(entry)).href;
  const loaded = (await import(urlOf(RENDERER_ENTRY))) as { readonly OWN_RENDERER: Renderer };
  return { ...loaded.OWN_RENDERER, themeUrl: urlOf(THEME_ENTRY), pageWorker: pathOf(WORKER_ENTRY) };
}
