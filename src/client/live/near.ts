/** Distance outside the window at which samples start, in CSS pixels, so that they are ready when read. */
const AHEAD = "400px 0px";

/**
 * Starts each live sample of an article when it comes near the window or gets the focus. One that can't be loaded stays
 * plain code until it gets the focus again.
 */
export function startLiveSamples(root: ParentNode): void {
  const figures = [...root.querySelectorAll<HTMLElement>("figure.live")];
  if (figures.length === 0) return;
  const start = async (figure: HTMLElement) => {
    observer.unobserve(figure);
    try {
      const { mountSample } = await import("./sample.ts");
      figure.classList.add("live");
      mountSample(figure, figures.indexOf(figure) + 1);
    } catch (error) {
      figure.classList.remove("live");
      console.info(`docgen: a part of this page stays as it is: ${String(error)}`);
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
    figure.addEventListener("focusin", () => figure.dataset.mounted === undefined && void start(figure));
  }
}
