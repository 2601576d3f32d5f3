import { readStored, writeStored } from "../../theme/storage.ts";
import { scrollBox } from "./active-item.ts";

const KEY_PREFIX = "docgen.tab.";

/** Synchronises tab groups of an id across pages; one with a name (`queryString`) also keeps it in the address. */
export function syncTabs(root: ParentNode): void {
  for (const tabs of root.querySelectorAll<HTMLElement>(".tabs")) {
    const { group, query } = tabs.dataset;
    const named = query === undefined ? null : new URLSearchParams(location.search).get(query);
    chooseTab(tabs, named ?? (group === undefined ? undefined : readStored("localStorage", KEY_PREFIX + group)));
    tabs.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.closest(".tabs") !== tabs) return;
      const { value } = target;
      chooseTab(tabs);
      if (query !== undefined) writeQuery(query, value);
      if (group !== undefined) chooseInGroup(tabs, group, value);
    });
  }
}

/** Selects the tab in the other groups, and keeps the scroll position of what the reader looks at. */
function chooseInGroup(tabs: HTMLElement, group: string, value: string): void {
  writeStored("localStorage", KEY_PREFIX + group, value);
  const before = tabs.getBoundingClientRect().top;
  for (const other of document.querySelectorAll<HTMLElement>(".tabs[data-group]")) {
    if (other !== tabs && other.dataset.group === group) chooseTab(other, value);
  }
  scrollBy({ top: tabs.getBoundingClientRect().top - before, behavior: "instant" });
}

/**
 * Selects a tab, scrolls the list to it, and opens the other panels to the browser's search, which shows what it finds.
 *
 * @param wanted value or panel of the tab; if there is none, the selected tab stays selected
 */
export function chooseTab(tabs: Element | null, wanted?: string | Element): void {
  // The first child is the list of tabs.
  const [list, ...panels] = (tabs?.children ?? []) as Iterable<HTMLElement>;
  const inputs = [...(list?.querySelectorAll("input") ?? [])];
  const input = inputs.find(({ value }, index) => value === wanted || panels[index] === wanted);
  if (input !== undefined) {
    input.checked = true;
    scrollBox(list, input.parentElement);
  }
  for (const [index, panel] of panels.entries()) panel.hidden = inputs[index]?.checked ? false : "until-found";
}

function writeQuery(name: string, value: string): void {
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  history.replaceState(history.state, "", address);
}
