import { select } from "./tabs.ts";

/** Opens the details around an element, and selects its tabs. @returns whether it was hidden */
export function reveal(target: Element): boolean {
  const isHidden = !target.checkVisibility();
  for (let element = target.parentElement; element !== null; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement) element.open = true;
    if (element.matches(".tab-panel")) choosePanel(element);
  }
  return isHidden;
}

function choosePanel(panel: Element): void {
  // The first child is the list of tabs.
  const [list, ...panels] = panel.parentElement?.children ?? [];
  const input = list?.querySelectorAll("input")[panels.indexOf(panel)];
  if (input !== undefined) select(input);
}
