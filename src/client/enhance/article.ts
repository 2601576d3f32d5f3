import { addCopyButtons } from "./copy-button.ts";
import { addTableFilters } from "./filter-table.ts";
import { syncTabs } from "./tabs.ts";
import { markActiveHeading } from "./toc.ts";

/** Gives the compiled Markdown what needs a script but not React; what React renders is left to it. */
export function enhanceArticle(): void {
  for (const article of document.querySelectorAll(".markdown")) {
    addCopyButtons(article);
    syncTabs(article);
    addTableFilters(article);
  }
  markActiveHeading();
}
