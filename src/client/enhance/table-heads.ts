import { elementOf } from "./reveal.ts";

/**
 * Lets the head of each table that needs no scrolling stay in view: within a box that scrolls it could not. Where the
 * reader looks at the target of the address, that stays in place.
 */
export function stickTableHeads(root: ParentNode): void {
  for (const box of root.querySelectorAll(".table")) observer.observe(box);
}

const observer = new ResizeObserver((entries) => {
  // Paper needs to know which tables are too wide for the window.
  if (matchMedia("print").matches) return;
  const top = () => elementOf(location.hash)?.getBoundingClientRect().top ?? -1;
  const before = top();
  for (const { target } of entries) target.classList.toggle("fits", target.scrollWidth <= target.clientWidth);
  if (before >= 0 && before < innerHeight) scrollBy({ top: top() - before, behavior: "instant" });
});
