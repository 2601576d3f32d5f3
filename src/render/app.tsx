import { renderToString } from "react-dom/server";
import { readHtml } from "../shared/html.ts";
import { attributeOf, editHtml } from "../shared/html-parts.ts";
import { App } from "../theme/App.tsx";
import type { PageComponent, PageData, SiteData } from "../theme/theme-types.ts";

/** Renders the React root: the whole visible page. @param Page component of a page written in React */
export function renderApp(site: SiteData, page: PageData, articleHtml: string, Page?: PageComponent): string {
  return renderToString(<App site={site} page={page} articleHtml={articleHtml} Page={Page} />);
}

/**
 * HTML of a component in an article, without the preloads of its images. React writes one before the component for each
 * image that isn't lazy, for the head of a page. Here they stand right before the images, so they make nothing faster,
 * but they are the first child of their parent.
 */
export function withoutPreloads(html: string): string {
  if (!html.includes('rel="preload"')) return html;
  const tags = readHtml(html).filter((part) => part.kind === "start");
  const images = new Set(
    tags.flatMap((tag) => (tag.name === "img" ? [attributeOf(tag, "src"), attributeOf(tag, "srcset")] : [])),
  );
  const preloads = tags.filter(
    (tag) =>
      tag.name === "link" &&
      attributeOf(tag, "rel") === "preload" &&
      attributeOf(tag, "as") === "image" &&
      images.has(attributeOf(tag, "imagesrcset") ?? attributeOf(tag, "href")),
  );
  return editHtml(
    html,
    preloads.map(({ from, to }) => ({ from, to, html: "" })),
  );
}
