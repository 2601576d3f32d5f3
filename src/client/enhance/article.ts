import { startLiveSamples } from "../live/near.ts";
import { addCodeButtons } from "./code-buttons.ts";
import { addCopyPage } from "./copy-page.ts";
import { showDocsVersions } from "./docs-version.ts";
import { revealTarget } from "./reveal.ts";
import { syncTabs } from "./tabs.ts";

/**
 * Gives the compiled Markdown what needs a script but not React; what React renders is left to it.
 *
 * @param signal ends what goes on outside the article when another takes its place
 */
export function enhanceArticle(signal: AbortSignal): void {
  for (const article of document.querySelectorAll(".markdown")) enhanceMarkdown(article, signal);
  addCopyPage();
  showDocsVersions();
  revealTarget();
}

/** The same for one article, or a part of one. */
export function enhanceMarkdown(article: ParentNode, signal: AbortSignal): void {
  addCodeButtons(article);
  syncTabs(article);
  enhanceRare(article, signal);
  startLiveSamples(article);
}

/** What few pages have is fetched by those that have it; where it can't be, tables and diagrams stay as they are written. */
function enhanceRare(article: ParentNode, signal: AbortSignal): void {
  const leave = (error: unknown) => console.info(`docgen: a part of the page stays as it is: ${String(error)}`);
  if (article.querySelector(".filter-table") !== null)
    import("./filter-table.ts").then(({ addTableFilters }) => addTableFilters(article)).catch(leave);
  if (article.querySelector("figure.mermaid") !== null)
    import("./mermaid.ts").then(({ drawDiagrams }) => drawDiagrams(article, signal)).catch(leave);
}

/** What is set up once for all pages. */
export function enhanceSite(): void {
  addEventListener("hashchange", revealTarget);
}
