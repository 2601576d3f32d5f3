import { SIDEBAR_ID } from "../../theme/element-ids.ts";

/** Scrolls the sidebar, not the page, to its current item, unless it is visible. */
export function showActiveItem(): void {
  const sidebar = document.getElementById(SIDEBAR_ID);
  const active = sidebar?.querySelector<HTMLElement>('nav [aria-current="page"]');
  if (sidebar === null || !active) return;
  const frame = sidebar.getBoundingClientRect();
  const { top, bottom, height } = active.getBoundingClientRect();
  if (height === 0 || (top >= frame.top && bottom <= frame.bottom)) return;
  sidebar.scrollTop += top - frame.top - (frame.height - height) / 2;
}
