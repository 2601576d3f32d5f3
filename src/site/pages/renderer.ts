import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { createCompiler } from "./compile-pages.ts";
import { renderModulePage, renderNotFound, renderSitePage } from "./render-page.ts";

/** Everything that renders with the theme, for one state of the theme's code. */
export type Renderer = typeof OWN_RENDERER;

/** The compiled theme. */
export const OWN_RENDERER = {
  /** Identifies the state. */
  id: "",
  renderSitePage,
  renderModulePage,
  renderNotFound,
  createCompiler,
  /** URL of the theme's module, which pages written in React share with the renderer. */
  themeUrl: pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href,
  /** Script of the thread that runs them. */
  pageWorker: join(TOOL_ROOT, "dist/site/pages/page-worker.js"),
};
