import { SIDEBAR_ID } from "../../theme/element-ids.ts";

/** Scrolls the sidebar to its current item. */
export function showActiveItem(): void {
  const sidebar = document.getElementById(SIDEBAR_ID);
  scrollBox(sidebar, sidebar?.querySelector('nav [aria-current="page"]'));
}

/** Scrolls a box, not the page, to an item in it, unless it is visible. */
export function scrollBox(box?: Element | null, item?: Element | null): void {
  if (!box || !item) return;
  const frame = box.getBoundingClientRect();
  const { top, bottom, left, right, width, height } = item.getBoundingClientRect();
  if (height === 0) return;
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - (frame.height - height) / 2;
  if (left < frame.left || right > frame.right) box.scrollLeft += left - frame.left - (frame.width - width) / 2;
}
