import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { onResize } from "./resize.ts";

/** Windows of this width have the table of contents beside the article, in CSS pixels. */
const TOC_BREAKPOINT_PX = 1200;
/** Tolerance for fractional pixels. */
const TOLERANCE_PX = 2;

/** Whether the style sheet can open a closed list where there is room for it. */
const CAN_UNFOLD = CSS.supports("selector(::details-content)");

/**
 * Marks the current heading in the table of contents: the first heading below the navbar if it is in the upper half of
 * the window, else the one before it; at the end of the page the last. Above the first heading none is marked.
 */
export function followHeadings(): void {
  let isScheduled = false;
  const update = () => {
    isScheduled = false;
    if (!CAN_UNFOLD) unfold();
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".toc a")];
    const entries = links.flatMap((link) => {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return heading === null ? [] : [{ link, heading }];
    });
    const active = activeIndex(entries.map(({ heading }) => heading.getBoundingClientRect()));
    for (const [index, { link }] of entries.entries()) {
      if (index === active) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(update);
  };
  addEventListener("scroll", schedule, { passive: true });
  document.addEventListener(NAVIGATED_EVENT, schedule);
  onResize(schedule);
  update();
}

function unfold(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>(".toc details"))
    details.open ||= innerWidth >= TOC_BREAKPOINT_PX;
}

/** @param headings positions in the window, in the page's order */
function activeIndex(headings: readonly DOMRect[]): number {
  const root = document.documentElement;
  if (scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - TOLERANCE_PX) return headings.length - 1;
  // A hideable navbar doesn't count.
  const navbar = document.querySelector<HTMLElement>(".navbar:not(.hideable)")?.offsetHeight ?? 0;
  const next = headings.findIndex(({ top }) => top >= navbar - TOLERANCE_PX);
  if (next < 0) return headings.length - 1;
  return (headings[next]?.bottom ?? 0) < innerHeight / 2 ? next : next - 1;
}
