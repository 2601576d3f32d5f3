/**
 * Marks the entry of the table of contents whose heading is being read: the last one above the
 * upper third of the window; at the end of the page the last of all.
 *
 * @param signal ends the marking when another page is shown
 */
export function markActiveHeading(signal: AbortSignal): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".toc a")];
  const entries = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading === null ? [] : [{ link, heading }];
  });
  if (entries.length === 0) return;
  let scheduled = false;
  const update = () => {
    scheduled = false;
    const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const passed = entries.filter(({ heading }) => heading.getBoundingClientRect().top <= innerHeight / 3);
    const active = (atEnd ? entries : passed).at(-1);
    for (const entry of entries) {
      if (entry === active) entry.link.setAttribute("aria-current", "true");
      else entry.link.removeAttribute("aria-current");
    }
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(update);
  };
  addEventListener("scroll", schedule, { passive: true, signal });
  addEventListener("resize", schedule, { passive: true, signal });
  update();
}
