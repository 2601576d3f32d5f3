import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { MAIN_ID } from "../../theme/element-ids.ts";
import { targetIn } from "../dom.ts";
import { isSamePage } from "../router/links.ts";
import { elementOf } from "./reveal.ts";

/** Scroll position from which the back-to-top button is shown, in CSS pixels. */
const BACK_TO_TOP_MIN_PX = 300;

/** Longest distance of an animated jump, in heights of the window. */
const SMOOTH_WINDOWS = 3;

/**
 * Tracks the direction of scrolling, for a navbar that hides on the way down and a back-to-top button that shows on the
 * way up. A jump to an anchor hides both, and its scrolling is ignored. The state is on the root element, where the
 * style sheet reads it and swapping the page keeps it.
 */
export function followScroll(): void {
  const root = document.documentElement;
  const set = (state: "navbar-hidden" | "back-to-top", on: boolean) => root.toggleAttribute(`data-${state}`, on);
  let lastY = scrollY;
  let lastHash = location.hash;
  let isJumping = false;

  const navbarHeight = () => document.querySelector<HTMLElement>(".navbar")?.offsetHeight ?? 0;
  const showJump = () => set("navbar-hidden", lastHash !== "" && scrollY >= navbarHeight());
  const arrive = () => {
    lastY = scrollY;
    lastHash = location.hash;
    isJumping = lastHash !== "";
    set("back-to-top", false);
    showJump();
  };
  const onHash = () => {
    if (location.hash !== lastHash) arrive();
  };
  const onScroll = () => {
    // The first scroll event of a jump may precede `hashchange`.
    onHash();
    if (isJumping) showJump();
    else if (scrollY !== lastY) turn(scrollY < lastY);
    lastY = scrollY;
  };
  const turn = (isUp: boolean) => {
    const height = navbarHeight();
    const below = root.scrollHeight - innerHeight - scrollY;
    // The navbar is always visible near the top, including overscroll.
    if (scrollY < height) set("navbar-hidden", false);
    else if (!isUp) set("navbar-hidden", true);
    // Bouncing back from the end is not scrolling up.
    else if (below > height) set("navbar-hidden", false);
    if (!isUp || scrollY < BACK_TO_TOP_MIN_PX) set("back-to-top", false);
    else if (below > 0) set("back-to-top", true);
  };
  const endJump = () => {
    isJumping = false;
  };
  addEventListener("scroll", onScroll, { passive: true });
  for (const type of ["scrollend", "wheel", "touchmove", "keydown"]) addEventListener(type, endJump, { passive: true });
  addEventListener("hashchange", onHash);
  document.addEventListener(NAVIGATED_EVENT, arrive);
  if (lastHash !== "") arrive();
  document.addEventListener("click", (event) => {
    if (targetIn(event, ".back-to-top") === null) return animateJump(targetIn<HTMLAnchorElement>(event, "a"));
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: behaviorOver(scrollY) });
  });
}

/** Scrolls smoothly from a link to a target near it. A style sheet would also animate jumps on pages that load. */
function animateJump(link: HTMLAnchorElement | null): void {
  const target = link !== null && isSamePage(link, location) ? elementOf(link.hash) : null;
  if (target === null) return;
  const { style } = document.documentElement;
  style.scrollBehavior = behaviorOver(target.getBoundingClientRect().top);
  // The browser starts to scroll in the frame after the click.
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty("scroll-behavior")));
}

/** How to scroll over a distance in CSS pixels: long ways, and those of readers who avoid motion, aren't animated. */
function behaviorOver(distance: number): ScrollBehavior {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isCalm || Math.abs(distance) > SMOOTH_WINDOWS * innerHeight ? "instant" : "smooth";
}
