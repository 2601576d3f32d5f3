import { text } from "../client-text.ts";
import { makeButton } from "../dom.ts";
import { createHeightSettler } from "../height-settler.ts";

/** Maximum height of a frame in CSS pixels; taller results scroll. */
const MAX_HEIGHT_PX = 640;

/** The box with a sample's frame. @param isEditing while true, what is below the box keeps its position */
export function createResultBox(box: HTMLElement, isEditing: () => boolean) {
  let height = 0;
  let keptHeight = 0;
  const frame = () => box.querySelector("iframe");
  const apply = () => {
    box.style.removeProperty("min-height");
    frame()?.style.setProperty("height", `${Math.min(Math.ceil(height), MAX_HEIGHT_PX)}px`);
  };
  /** Keeps the reserved height; the result scrolls. */
  const hold = () => frame()?.style.setProperty("height", `${keptHeight}px`);
  const settle = createHeightSettler(box, apply, hold);
  const showWith = (element: HTMLElement, next: number) => {
    // Closed meanwhile.
    if (!element.isConnected) return;
    height = next;
    const before = box.getBoundingClientRect().bottom;
    keptHeight = Math.max(element.offsetHeight, availableHeight(box));
    settle();
    const moved = box.getBoundingClientRect().bottom - before;
    if (isEditing()) scrollBy({ top: moved, behavior: "instant" });
  };
  return {
    /** Shows the frame instead of the recorded output, in the next animation frame. */
    show: () => {
      const element = frame();
      if (element !== null) requestAnimationFrame(() => element.setAttribute("data-shown", ""));
    },
    /** Sets the frame's height to that of its content, in CSS pixels, in the next animation frame. */
    setHeight: (next: number) => {
      const element = frame();
      if (element !== null) requestAnimationFrame(() => showWith(element, next));
    },
    /** Keeps the height of the box until the next height is known. */
    hold: () => {
      box.style.minHeight = `${box.offsetHeight}px`;
    },
  };
}

/** Reserved height for the result, minus that of a notice below it. */
function availableHeight(box: HTMLElement): number {
  const notice = box.querySelector<HTMLElement>(".live-notice");
  return box.clientHeight - (box.classList.contains("over") ? 0 : (notice?.offsetHeight ?? 0));
}

/** Connects the buttons of the bar between result and code. @returns shows whether the sample is being started */
export function connectBar(
  figure: HTMLElement,
  number: number,
  onRun: () => void,
  onReset: () => void,
): (isBusy: boolean) => void {
  const run = figure.querySelector<HTMLButtonElement>(".live-run");
  const textContent = text({ id: "theme.Playground.buttons.reset", message: "Reset" });
  const resetLabel = { id: "theme.Playground.buttons.resetAriaLabel", message: "Reset live sample {number}" };
  run?.before(makeButton({ textContent, ariaLabel: text(resetLabel, { number }) }, onReset));
  if (run !== null) run.onclick = onRun;
  return (isBusy) => {
    if (run !== null) run.ariaBusy = String(isBusy);
  };
}
