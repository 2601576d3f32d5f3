import { createDocuments } from "../build/documents.ts";
import { renderNotFound, renderSitePage } from "../build/render-page.ts";
import { THEME_MODULE_URL } from "../build/tool.ts";

/** Everything that makes HTML with the theme: one of them belongs to one state of the theme's code. */
export interface Renderer {
  readonly renderSitePage: typeof renderSitePage;
  readonly renderNotFound: typeof renderNotFound;
  readonly createDocuments: typeof createDocuments;
  /** The theme's module for pages written in React. */
  readonly themeUrl: string;
}

/** The theme as docgen was compiled with it. */
export const OWN_RENDERER: Renderer = { renderSitePage, renderNotFound, createDocuments, themeUrl: THEME_MODULE_URL };
