import { renderToString } from "react-dom/server";
import { App } from "../theme/App.tsx";
import type { PageComponent, PageData, SiteData } from "../theme/theme-types.ts";

/** Renders the React root: the whole visible page. @param Page component of a page written in React */
export function renderApp(site: SiteData, page: PageData, articleHtml: string, Page?: PageComponent): string {
  return renderToString(<App site={site} page={page} articleHtml={articleHtml} Page={Page} />);
}
