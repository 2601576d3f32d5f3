import { startLiveSamples } from "../live/near.ts";
import { addCodeButtons } from "./code-buttons.ts";
import { addTableFilters } from "./filter-table.ts";
import { drawDiagrams } from "./mermaid.ts";
import { revealTargets } from "./reveal.ts";
import { syncTabs } from "./tabs.ts";

/** Gives the compiled Markdown what needs a script but not React; what React renders is left to it. */
export function enhanceArticle(): void {
  for (const article of document.querySelectorAll(".markdown")) {
    addCodeButtons(article);
    syncTabs(article);
    addTableFilters(article);
    drawDiagrams(article);
    startLiveSamples(article);
  }
  revealTargets();
}
