import { join } from "node:path";
import { THEME_MODULE_URL, TOOL_ROOT } from "../outputs/tool.ts";
import { createCompiler } from "./compile-pages.ts";
import { renderModulePage, renderNotFound, renderSitePage } from "./render-page.ts";

/** Everything that renders with the theme, for one state of the theme's code. */
export interface Renderer {
  /** Identifies the state. */
  readonly id: string;
  readonly renderSitePage: typeof renderSitePage;
  readonly renderModulePage: typeof renderModulePage;
  readonly renderNotFound: typeof renderNotFound;
  readonly createCompiler: typeof createCompiler;
  /** URL of the theme's module for React pages. */
  readonly themeUrl: string;
  /** Script of the thread that runs them. */
  readonly pageWorker: string;
}

/** The compiled theme. */
export const OWN_RENDERER: Renderer = {
  id: "",
  renderSitePage,
  renderModulePage,
  renderNotFound,
  createCompiler,
  themeUrl: THEME_MODULE_URL,
  pageWorker: join(TOOL_ROOT, "dist/site/pages/page-worker.js"),
};
