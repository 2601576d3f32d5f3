import { APP_ID, PAGE_DATA_ID } from "../../theme/ids.ts";

/** Puts a fetched page in the place of the one that is shown, as long as React has not taken it over. */
export function swapPage(next: Document): void {
  const from = next.getElementById(APP_ID);
  if (from === null) return;
  const sidebarTop = document.querySelector(".sidebar")?.scrollTop ?? 0;
  document.getElementById(APP_ID)?.replaceChildren(...from.childNodes);
  document.querySelector(".sidebar")?.scrollTo({ top: sidebarTop, behavior: "instant" });
}

/** Brings the page's data and head up to date; scripts that are new run. */
export function swapHead(next: Document): void {
  const data = document.getElementById(PAGE_DATA_ID);
  if (data !== null) data.textContent = next.getElementById(PAGE_DATA_ID)?.textContent ?? "";
  const wanted = new Map([...next.head.children].map((element) => [element.outerHTML, element]));
  for (const element of [...document.head.children]) {
    // A script that has run can't be taken back, and what scripts have put here is theirs.
    if (!wanted.delete(element.outerHTML) && element.matches(PAGE_TAGS)) element.remove();
  }
  document.head.append(
    ...[...wanted.values()].map((element) => (element.matches("script") ? revive(element) : element)),
  );
}

/** What differs from page to page. */
const PAGE_TAGS = 'title, meta, link:not([rel="stylesheet"]), script[type="application/ld+json"]';

/** A script that a parser has read for another document never runs: a new one with the same words does. */
function revive(script: Element): HTMLScriptElement {
  const copy = document.createElement("script");
  for (const { name, value } of script.attributes) copy.setAttribute(name, value);
  copy.async = script.hasAttribute("async");
  copy.textContent = script.textContent;
  return copy;
}
