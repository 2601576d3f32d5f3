import { targetIn } from "../dom.ts";
import { prepareLiveSamples } from "../live/start-samples.ts";
import { addCodeButtons, copyPageOnClick } from "./copy-buttons.ts";
import { showDocsVersions } from "./docs-version.ts";
import { elementOf, reveal, revealTarget } from "./reveal.ts";
import { syncTabs } from "./tabs.ts";

/** Enhances compiled Markdown, without React. @param signal aborted when another article replaces this one */
export function enhanceArticle(signal: AbortSignal): void {
  for (const article of document.querySelectorAll(".markdown")) enhanceMarkdown(article, signal);
  showDocsVersions();
  const feedback = document.querySelector<HTMLFieldSetElement>(".feedback");
  if (feedback !== null)
    import("./feedback.ts").then(({ sendFeedback }) => sendFeedback(feedback)).catch(() => feedback.remove());
  revealTarget();
}

/** Enhances one article, or a part of one. */
export function enhanceMarkdown(article: ParentNode, signal: AbortSignal): void {
  addCodeButtons(article);
  for (const table of article.querySelectorAll(".table")) tables.observe(table);
  syncTabs(article);
  enhanceRare(article, signal);
  prepareLiveSamples(article);
}

/** Loads rarely used features on demand; if that fails, tables, diagrams and components stay static. */
function enhanceRare(article: ParentNode, signal: AbortSignal): void {
  const leave = (error: unknown) => console.info(`docgen: a part of this page is not interactive: ${String(error)}`);
  if (article.querySelector(".filter-table") !== null)
    import("./filter-table.ts").then(({ addTableFilters }) => addTableFilters(article, signal)).catch(leave);
  if (article.querySelector(".live-input") !== null)
    import("../live/reader-input.ts").then(({ offerInputs }) => offerInputs(article, signal)).catch(leave);
  if (article.querySelector("docgen-island") !== null)
    import("./islands.ts").then(({ startIslands }) => startIslands(article, signal)).catch(leave);
  if (article.querySelector("[data-near]") !== null)
    import("./similar-pages.ts").then(({ showSimilarPages }) => showSimilarPages(article)).catch(leave);
  if (article.querySelector("figure.mermaid") !== null)
    import("./diagrams.ts").then(({ showDiagrams }) => showDiagrams(article, signal)).catch(leave);
  if (article.querySelector("figure.mermaid") !== null || [...article.querySelectorAll("img")].some(isReduced))
    import("./zoom.ts").then(({ zoomPictures }) => zoomPictures(article, signal)).catch(leave);
}

/** Sets up the features that are shared by all pages. Call once. */
export function enhanceSite(): void {
  addEventListener("hashchange", revealTarget);
  // The browser's search has a match in a closed tab.
  addEventListener("beforematch", ({ target }) => reveal(target as Element));
  // Clicking a link to the current hash fires no `hashchange`.
  addEventListener("click", (event) => {
    if (targetIn<HTMLAnchorElement>(event, "a")?.href === location.href) revealTarget();
  });
  copyPageOnClick();
}

/** Whether an image is, or may be, shown smaller than it is. */
function isReduced(image: HTMLImageElement): boolean {
  return Number(image.getAttribute("width") ?? Number.POSITIVE_INFINITY) > image.offsetWidth;
}

/**
 * Lets the head of each table that needs no scrolling stay in view: within a box that scrolls it could not. Where the
 * reader looks at the target of the address, that stays in place.
 */
const tables = new ResizeObserver((entries) => {
  // Paper needs to know which tables are too wide for the window.
  if (matchMedia("print").matches) return;
  const top = () => elementOf(location.hash)?.getBoundingClientRect().top ?? -1;
  const before = top();
  for (const { target } of entries) target.classList.toggle("fits", target.scrollWidth <= target.clientWidth);
  if (before >= 0 && before < innerHeight) scrollBy({ top: top() - before, behavior: "instant" });
});
