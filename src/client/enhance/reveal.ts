import { decodePath } from "../../shared/route.ts";

/** Reveals the target of the address: opens closed details, selects its tab. */
export function revealTarget(): void {
  const target = elementOf(location.hash);
  if (target === null) return;
  let isHidden = false;
  for (let element = target.parentElement; element !== null; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement && !element.open) {
      element.open = true;
      isHidden = true;
    }
    if (element.matches(".tab-panel")) isHidden = choosePanel(element) || isHidden;
  }
  if (isHidden) target.scrollIntoView();
}

/** The element for a hash; null if there is none. */
export function elementOf(hash: string): HTMLElement | null {
  return document.getElementById(decodePath(hash.slice(1)) ?? "");
}

function choosePanel(panel: Element): boolean {
  const panels = [...(panel.parentElement?.querySelectorAll(":scope > .tab-panel") ?? [])];
  const input =
    panel.parentElement?.querySelectorAll<HTMLInputElement>(":scope > .tab-list input")[panels.indexOf(panel)];
  if (input === undefined || input.checked) return false;
  input.checked = true;
  return true;
}
