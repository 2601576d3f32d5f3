/** Lets the head of each table that needs no scrolling stay in view: within a box that scrolls it could not. */
export function stickTableHeads(root: ParentNode): void {
  for (const box of root.querySelectorAll(".table")) observer.observe(box);
}

const observer = new ResizeObserver((entries) => {
  // Paper needs to know which tables are too wide for the window.
  if (matchMedia("print").matches) return;
  for (const { target } of entries) target.classList.toggle("fits", target.scrollWidth <= target.clientWidth);
});
