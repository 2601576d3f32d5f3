import { THEME_MODULE_URL } from "../outputs/tool.ts";
import { createCompiler } from "./compile-pages.ts";
import { PAGE_WORKER } from "./page-thread.ts";
import { renderModulePage, renderNotFound, renderSitePage } from "./render-page.ts";

/** Everything that makes HTML with the theme: one of them belongs to one state of the theme's code. */
export interface Renderer {
  /** Another for each state. */
  readonly id: string;
  readonly renderSitePage: typeof renderSitePage;
  readonly renderModulePage: typeof renderModulePage;
  readonly renderNotFound: typeof renderNotFound;
  readonly createCompiler: typeof createCompiler;
  /** The theme's module for pages written in React. */
  readonly themeUrl: string;
  /** The script of the thread that runs them. */
  readonly pageWorker: string;
}

/** The theme as docgen was compiled with it. */
export const OWN_RENDERER: Renderer = {
  id: "",
  renderSitePage,
  renderModulePage,
  renderNotFound,
  createCompiler,
  themeUrl: THEME_MODULE_URL,
  pageWorker: PAGE_WORKER,
};
