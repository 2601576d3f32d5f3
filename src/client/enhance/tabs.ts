import { readStored, writeStored } from "../../theme/storage.ts";
import { scrollBox } from "./active-item.ts";

const KEY_PREFIX = "docgen.tab.";

/** Synchronises tab groups of an id across pages; one with a name (`queryString`) also keeps it in the address. */
export function syncTabs(root: ParentNode): void {
  for (const tabs of root.querySelectorAll<HTMLElement>(".tabs")) {
    const { group, query } = tabs.dataset;
    const named = query === undefined ? null : new URLSearchParams(location.search).get(query);
    const wanted = named ?? (group === undefined ? undefined : readStored("localStorage", KEY_PREFIX + group));
    if (wanted !== undefined) choose(tabs, wanted);
    tabs.addEventListener("change", (event) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.closest(".tabs") !== tabs) return;
      const { value } = event.target;
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
    if (other !== tabs && other.dataset.group === group) choose(other, value);
  }
  scrollBy({ top: tabs.getBoundingClientRect().top - before, behavior: "instant" });
}

function choose(tabs: HTMLElement, value: string): void {
  for (const input of tabs.firstElementChild?.querySelectorAll("input") ?? []) {
    if (input.value === value) select(input);
  }
}

/** Selects a tab, and scrolls the list to it. */
export function select(input: HTMLInputElement): void {
  input.checked = true;
  scrollBox(input.closest(".tab-list"), input.parentElement);
}

function writeQuery(name: string, value: string): void {
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  history.replaceState(history.state, "", address);
}
