import { decodePath } from "../../shared/route.ts";
import { select } from "./tabs.ts";

/** Reveals the target of the address. */
export function revealTarget(): void {
  const target = elementOf(location.hash);
  if (target !== null && reveal(target)) target.scrollIntoView();
}

/** The element for a hash; null if there is none. */
export function elementOf(hash: string): HTMLElement | null {
  return document.getElementById(decodePath(hash.slice(1)) ?? "");
}

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
