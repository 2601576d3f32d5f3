/** Samples start this far outside the window, in CSS pixels: early enough to be there when read. */
const AHEAD = "400px 0px";

/** Starts each live sample of an article when it comes near the window or is focused; not before. */
export function startLiveSamples(root: ParentNode): void {
  const figures = [...root.querySelectorAll<HTMLElement>("figure.live")];
  if (figures.length === 0) return;
  const start = async (figure: HTMLElement) => {
    observer.unobserve(figure);
    try {
      (await import("./sample.ts")).mountSample(figure, figures.indexOf(figure) + 1);
    } catch (error) {
      figure.classList.remove("live");
      console.info(`docgen: the live sample stays as it is: ${String(error)}`);
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) void start(target as HTMLElement);
    },
    { rootMargin: AHEAD },
  );
  for (const figure of figures) {
    observer.observe(figure);
    figure.addEventListener("focusin", () => void start(figure), { once: true });
  }
}
