import { fold } from "../../search/fold.ts";
import { text } from "../client-text.ts";
import { make } from "../make.ts";

/** Adds a text box above a table that shows only rows with all typed words. */
export function addTableFilters(root: ParentNode): void {
  for (const wrapper of root.querySelectorAll<HTMLElement>(".filter-table")) {
    const box = wrapper.querySelector(".filter-box");
    const rows = [...wrapper.querySelectorAll<HTMLTableRowElement>("tbody tr")];
    if (box === null || rows.length === 0) continue;
    const { label = "" } = wrapper.dataset;
    const input = make("input", { type: "search", placeholder: label, ariaLabel: label });
    const status = make("output");
    input.addEventListener("input", () => {
      const words = wordsIn(input.value);
      for (const row of rows) {
        const content = wordsIn(row.textContent).join(" ");
        row.hidden = !words.every((word) => content.includes(word));
      }
      const shown = rows.filter((row) => !row.hidden).length;
      const values = { shown, count: rows.length };
      const message = text({ id: "theme.FilterTable.status", message: "{shown} of {count} rows" }, values);
      status.textContent = words.length === 0 ? "" : message;
    });
    box.append(input, status);
  }
}

/** The words of a text, without accents and in lower case. */
function wordsIn(text: string): string[] {
  return text.split(/\s+/).map(fold).filter(Boolean);
}
