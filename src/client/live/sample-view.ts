import { make, makeButton } from "../make.ts";
import { createSettler } from "../settle.ts";
import { text } from "../text.ts";

/** Taller results scroll inside their frame, in CSS pixels. */
const MAX_HEIGHT_PX = 640;

/**
 * The box above the code in which a sample's frame stands.
 *
 * @param isEditing while it holds, what is below the box stays where it is in the window: the line being typed
 */
export function createResultBox(box: HTMLElement, isEditing: () => boolean) {
  let height = 0;
  let keptHeight = 0;
  const frame = () => box.querySelector("iframe");
  const apply = () => {
    box.style.removeProperty("min-height");
    frame()?.style.setProperty("height", `${Math.min(Math.ceil(height), MAX_HEIGHT_PX)}px`);
  };
  /** The result scrolls in the place that the page has kept for it. */
  const hold = () => frame()?.style.setProperty("height", `${keptHeight}px`);
  const settle = createSettler(box, apply, hold);
  return {
    /** Makes the frame as high as its content, in CSS pixels. */
    setHeight: (next: number) => {
      const element = frame();
      if (element === null) return;
      height = next;
      const before = box.getBoundingClientRect().bottom;
      keptHeight = Math.max(element.offsetHeight, roomIn(box));
      settle();
      element.dataset.shown = "";
      const moved = box.getBoundingClientRect().bottom - before;
      if (isEditing()) scrollBy({ top: moved, behavior: "instant" });
    },
    /** Keeps the box as high as it is until the next height is known. */
    hold: () => {
      box.style.minHeight = `${box.offsetHeight}px`;
    },
  };
}

/** Height that the page has kept for the result, less what a notice below it takes. */
function roomIn(box: HTMLElement): number {
  const notice = box.querySelector<HTMLElement>(".live-notice");
  return box.clientHeight - (box.classList.contains("over") ? 0 : (notice?.offsetHeight ?? 0));
}

/** Fills the bar between result and code: what this is, a reset button, and the code block's own buttons. */
export function fillBar(figure: HTMLElement, number: number, onReset: () => void): void {
  const hint = text({ id: "theme.Playground.hint", message: "Change it and the result follows" });
  const label = text({ id: "theme.Playground.label", message: "Live code" });
  const textContent = text({ id: "theme.Playground.buttons.reset", message: "Reset" });
  const resetLabel = { id: "theme.Playground.buttons.resetAriaLabel", message: "Reset live sample {number}" };
  figure
    .querySelector(".live-bar")
    ?.append(
      make("span", { className: "live-label" }, label, make("span", { className: "live-hint" }, hint)),
      makeButton({ textContent, ariaLabel: text(resetLabel, { number }) }, onReset),
      ...figure.querySelectorAll(":scope > .code-buttons"),
    );
}
