const KEY_PREFIX = "docgen.tab.";

/** A choice in one group is a choice in all groups of that id, on this page and the next. */
export function syncTabs(root: ParentNode): void {
  for (const tabs of root.querySelectorAll<HTMLElement>(".tabs[data-group]")) {
    const group = tabs.dataset.group ?? "";
    const stored = read(group);
    if (stored !== undefined) choose(tabs, stored);
    tabs.addEventListener("change", (event) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.closest(".tabs") !== tabs) return;
      const { value } = event.target;
      write(group, value);
      const before = tabs.getBoundingClientRect().top;
      for (const other of document.querySelectorAll<HTMLElement>(".tabs[data-group]")) {
        if (other !== tabs && other.dataset.group === group) choose(other, value);
      }
      scrollBy(0, tabs.getBoundingClientRect().top - before);
    });
  }
}

function choose(tabs: HTMLElement, value: string): void {
  for (const input of tabs.querySelectorAll<HTMLInputElement>(":scope > .tab-list input")) {
    if (input.value === value) input.checked = true;
  }
}

function read(group: string): string | undefined {
  try {
    return localStorage.getItem(KEY_PREFIX + group) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(group: string, value: string): void {
  try {
    localStorage.setItem(KEY_PREFIX + group, value);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}
