import { whenNear } from "../timing.ts";

/** Distance outside the window at which samples start, in CSS pixels, so that they are ready when read. */
const AHEAD_PX = 400;

/**
 * Starts each live sample of an article when it comes near the window or gets the focus. One that can't be loaded stays
 * plain code until it gets the focus again.
 */
export function startLiveSamples(root: ParentNode): void {
  for (const [index, figure] of [...root.querySelectorAll<HTMLElement>("figure.live")].entries()) {
    const start = async () => {
      cancel();
      try {
        const { mountSample } = await import("./sample.ts");
        figure.classList.add("live");
        mountSample(figure, index + 1);
      } catch (error) {
        figure.classList.remove("live");
        console.info(`docgen: a part of this page is not interactive: ${String(error)}`);
      }
    };
    const cancel = whenNear(figure, AHEAD_PX, () => void start());
    figure.addEventListener("focusin", () => figure.dataset.mounted === undefined && void start());
  }
}
