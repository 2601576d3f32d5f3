import { decodePath } from "../../shared/route.ts";
import { reveal } from "./unfold.ts";

/** Reveals the target of the address. */
export function revealTarget(): void {
  const target = elementOf(location.hash);
  if (target !== null && reveal(target)) target.scrollIntoView();
}

/** The element for a hash; null if there is none. */
export function elementOf(hash: string): HTMLElement | null {
  return document.getElementById(decodePath(hash.slice(1)) ?? "");
}
