import { mirrorColorMode } from "../../theme/color-mode.ts";
import { APP_ID, PAGE_DATA_ID } from "../../theme/element-ids.ts";

/** Swaps in a fetched page; only before hydration. */
export function swapPage(next: Document): void {
  const from = next.getElementById(APP_ID);
  if (from === null) return;
  const sidebarTop = document.querySelector(".sidebar")?.scrollTop ?? 0;
  document.getElementById(APP_ID)?.replaceChildren(...from.childNodes);
  document.querySelector(".sidebar")?.scrollTo({ top: sidebarTop, behavior: "instant" });
}

/** Updates the page's data and head; new scripts are run. */
export function swapHead(next: Document): void {
  const data = document.getElementById(PAGE_DATA_ID);
  if (data !== null) data.textContent = next.getElementById(PAGE_DATA_ID)?.textContent ?? "";
  const wanted = new Map([...next.head.children].map((element) => [element.outerHTML, element]));
  for (const element of [...document.head.children]) {
    // Scripts that have run can't be undone, and elements added by scripts are kept.
    if (!wanted.delete(element.outerHTML) && element.matches(PAGE_TAGS)) element.remove();
  }
  for (const element of wanted.values()) {
    document.head.append(element.matches("script") ? cloneScript(element) : element);
  }
  mirrorColorMode();
}

/** Head elements that differ between pages. */
const PAGE_TAGS = 'title, meta, link:not([rel="stylesheet"]), script[type="application/ld+json"]';

/** A script parsed for another document never runs; a copy does. */
function cloneScript(script: Element): HTMLScriptElement {
  const copy = document.createElement("script");
  for (const { name, value } of script.attributes) copy.setAttribute(name, value);
  copy.async = script.hasAttribute("async");
  copy.textContent = script.textContent;
  return copy;
}
