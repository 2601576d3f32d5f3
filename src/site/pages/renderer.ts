import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { createCompiler } from "./compile-pages.ts";
import { renderModulePage, renderNotFound, renderSitePage } from "./render-page.ts";

/** A theme with all functions that render with it, for one version of the theme's code. */
export type Renderer = typeof OWN_RENDERER;

/** docgen's own theme, as compiled. */
export const OWN_RENDERER = {
  /** Identifies the version of the code. */
  id: "",
  renderSitePage,
  renderModulePage,
  renderNotFound,
  createCompiler,
  /** URL of the theme's module, which React pages share with the renderer. */
  themeUrl: pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href,
  /** Script of the thread that runs React pages. */
  pageWorker: join(TOOL_ROOT, "dist/site/pages/page-worker.js"),
};
