import { fold } from "../../search/fold.ts";
import { text } from "../client-text.ts";
import { make, targetIn } from "../dom.ts";
import { elementOf } from "./reveal.ts";

const ROWS_STATUS = { id: "theme.FilterTable.status", message: "{shown} of {count} rows" };
const SECTIONS_STATUS = { id: "theme.FilterTable.sections", message: "{shown} of {count} sections" };

/**
 * Adds a text box above a table, or above headings and their text: it shows only rows with all typed words, or the
 * sections with most of them, because a message that is pasted there has names and numbers of its own.
 *
 * @param signal aborted when another article replaces this one
 */
export function addTableFilters(root: ParentNode, signal: AbortSignal): void {
  for (const wrapper of root.querySelectorAll<HTMLElement>(".filter-table")) {
    const box = wrapper.querySelector(".filter-box");
    const sections = sectionsIn(wrapper);
    const isText = sections.length > 0;
    const items = isText ? sections : [...wrapper.querySelectorAll<HTMLElement>("tbody tr")].map((row) => [row]);
    if (box === null || items.length === 0) continue;
    const { label = "" } = wrapper.dataset;
    const input = make("input", { type: "search", placeholder: label, ariaLabel: label });
    const status = make("output");
    const filter = () => {
      const words = wordsIn(input.value);
      const counts = items.map((parts) => countWords(parts, words));
      const needed = isText ? Math.max(...counts, 1) : words.length;
      const isShown = (at: number) => words.length === 0 || (counts[at] ?? 0) >= needed;
      for (const [at, parts] of items.entries()) for (const part of parts) part.hidden = !isShown(at);
      const values = { shown: items.filter((_, at) => isShown(at)).length, count: items.length };
      status.textContent = words.length === 0 ? "" : text(isText ? SECTIONS_STATUS : ROWS_STATUS, values);
    };
    input.addEventListener("input", filter);
    // A link to a hidden section ends the filter before the browser looks for its target.
    const onClick = (event: Event) => {
      const target = elementOf(targetIn<HTMLAnchorElement>(event, "a")?.hash ?? "");
      if (!wrapper.contains(target?.closest("[hidden]") ?? null)) return;
      input.value = "";
      filter();
    };
    addEventListener("click", onClick, { signal, capture: true });
    box.append(input, status);
  }
}

/** Each heading in a wrapper with the elements up to the next one. */
function sectionsIn(wrapper: Element): HTMLElement[][] {
  const sections: HTMLElement[][] = [];
  for (const element of wrapper.querySelectorAll<HTMLElement>(":scope > :not(.filter-box) > *")) {
    if (element.matches("h2, h3, h4, h5, h6")) sections.push([element]);
    else sections.at(-1)?.push(element);
  }
  return sections;
}

/** How many of the words occur in elements. */
function countWords(elements: readonly Element[], words: readonly string[]): number {
  const content = elements.flatMap(({ textContent }) => wordsIn(textContent)).join(" ");
  return words.filter((word) => content.includes(word)).length;
}

/** The words of a text, without accents and in lower case. */
function wordsIn(text: string): string[] {
  return text.split(/\s+/).map(fold).filter(Boolean);
}
