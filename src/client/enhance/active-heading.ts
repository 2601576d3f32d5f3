import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { targetIn } from "../make.ts";
import { onResize } from "./resize.ts";

/** Windows of this width have the table of contents beside the article, in CSS pixels. */
const TOC_BREAKPOINT_PX = 1200;
/** Where in the window one reads, as a share of its height below the navbar. */
const READING_LINE = 0.2;
/** Tolerance for fractional pixels. */
const TOLERANCE_PX = 2;

/**
 * Marks the heading of the section being read in the table of contents: the last one above the reading line; at the end
 * of the page the last. Above the first heading none is marked. In a narrow window, where the list is over the text, an
 * entry closes it.
 */
export function followHeadings(): void {
  let isScheduled = false;
  let wasWide = false;
  const update = () => {
    isScheduled = false;
    // A list that the style sheet shows while it is closed is hidden to some tools, and to browsers that can't do that.
    const isWide = innerWidth >= TOC_BREAKPOINT_PX;
    if (isWide || wasWide)
      for (const details of document.querySelectorAll<HTMLDetailsElement>(".toc details")) details.open = isWide;
    wasWide = isWide;
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
  // In a narrow window the list covers the text.
  addEventListener("click", (event) => {
    const list = targetIn(event, ".toc a")?.closest("details");
    if (list && innerWidth < TOC_BREAKPOINT_PX) list.open = false;
  });
  document.addEventListener(NAVIGATED_EVENT, schedule);
  onResize(schedule);
  update();
}

/** @param headings positions in the window, in the page's order; those of hidden ones are empty */
function activeIndex(headings: readonly DOMRect[]): number {
  const root = document.documentElement;
  if (scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - TOLERANCE_PX) return headings.length - 1;
  // A hideable navbar doesn't count.
  const navbar = document.querySelector<HTMLElement>(".navbar:not(.hideable)")?.offsetHeight ?? 0;
  const line = navbar + innerHeight * READING_LINE;
  return headings.findLastIndex(({ top, height }) => height > 0 && top <= line);
}
