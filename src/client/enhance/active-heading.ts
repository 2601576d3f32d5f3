import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { targetIn } from "../dom.ts";
import { onResize } from "../timing.ts";
import { scrollBox } from "./active-item.ts";
import { elementOf } from "./reveal.ts";

/** Windows of this width have the table of contents beside the article, in CSS pixels. */
const TOC_BREAKPOINT_PX = 1200;
/** Where in the window one reads, as a share of its height below the navbar. */
const READING_LINE = 0.2;
const LIST = ".toc details";
/** Tolerance for fractional pixels. */
const TOLERANCE_PX = 2;

/**
 * Marks the heading of the section being read in the table of contents, and scrolls the list to it: the last one above
 * the reading line; at the end of the page the last. Above the first heading none is marked. In a narrow window, where
 * the list is over the text, an entry closes it.
 */
export function followHeadings(): void {
  let isScheduled = false;
  let wasWide = false;
  let shown: Element | undefined;
  const update = () => {
    isScheduled = false;
    const list = document.querySelector<HTMLDetailsElement>(LIST);
    if (list === null) return;
    // A list that the style sheet shows while it is closed is hidden to some tools, and to browsers that can't do that.
    const isWide = innerWidth >= TOC_BREAKPOINT_PX;
    if (isWide || wasWide) list.open = isWide;
    wasWide = isWide;
    const links = [...list.querySelectorAll("a")];
    const current = links[activeIndex(links.map((link) => elementOf(link.hash)))];
    for (const link of links) link.ariaCurrent = link === current ? "true" : null;
    if (current !== shown) scrollBox(isWide ? list.parentElement : list.lastElementChild, current);
    shown = current;
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(update);
  };
  addEventListener("scroll", schedule, { passive: true });
  addEventListener("click", (event) => {
    const list = targetIn<HTMLDetailsElement>(event, LIST);
    if (list === null) return;
    // In a narrow window the list covers the text.
    if (innerWidth < TOC_BREAKPOINT_PX && targetIn(event, "a") !== null) list.open = false;
    // Opened, it begins at its top.
    shown = undefined;
    schedule();
  });
  document.addEventListener(NAVIGATED_EVENT, schedule);
  onResize(schedule);
  update();
}

/** @param headings in the page's order */
function activeIndex(headings: readonly (Element | null)[]): number {
  const root = document.documentElement;
  if (scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - TOLERANCE_PX) return headings.length - 1;
  // A hideable navbar doesn't count.
  const navbar = document.querySelector<HTMLElement>(".navbar:not(.hideable)")?.offsetHeight ?? 0;
  const line = navbar + innerHeight * READING_LINE;
  return headings.findLastIndex((heading) => heading?.checkVisibility() && heading.getBoundingClientRect().top <= line);
}
