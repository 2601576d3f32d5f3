import { BACK_TO_TOP_MIN_PX, NAVIGATED_EVENT } from "../../shared/constants.ts";
import { MAIN_ID } from "../../theme/ids.ts";

/**
 * What comes and goes with the direction of scrolling: a navbar that hides on the way down, and
 * the button back to the top, which shows on the way up. A jump to an anchor hides both, and its
 * scrolling counts as none. The style sheet reads the state from the root element, so that it
 * outlives whatever is swapped below.
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
    // The first scroll event of a jump may come before the news of it.
    onHash();
    if (isJumping) showJump();
    else if (scrollY !== lastY) turn(scrollY < lastY);
    lastY = scrollY;
  };
  const turn = (isUp: boolean) => {
    const height = navbarHeight();
    const below = root.scrollHeight - innerHeight - scrollY;
    // Near the top, and where the page bounces beyond it, the navbar is there whatever happens.
    if (scrollY < height) set("navbar-hidden", false);
    else if (!isUp) set("navbar-hidden", true);
    // Bouncing back from the end is no scrolling up.
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
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || target.closest(".back-to-top") === null) return;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    // Smooth where the style sheet says so.
    scrollTo({ top: 0 });
  });
}
