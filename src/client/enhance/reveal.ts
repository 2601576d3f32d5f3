import { decodePath } from "../../shared/route.ts";
import { chooseTab } from "./tabs.ts";

/** Reveals the target of the address. */
export function revealTarget(): void {
  const target = elementOf(location.hash);
  if (target !== null && reveal(target)) target.scrollIntoView();
}

/** The element for a hash; null if there is none. */
export function elementOf(hash: string): HTMLElement | null {
  return document.getElementById(decodePath(hash.slice(1)) ?? "");
}

/** Opens details and selects tabs, so that an element is shown. @returns whether it was hidden */
export function reveal(target: Element): boolean {
  const isHidden = !target.checkVisibility();
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement) element.open = true;
    if (element.matches(".tab-panel")) chooseTab(element.parentElement, element);
  }
  return isHidden;
}
