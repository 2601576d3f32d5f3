import { text } from "../text.ts";

/** Taller results scroll inside their frame, in CSS pixels. */
const MAX_HEIGHT_PX = 640;

/** The box above the code in which a sample's frame stands. */
export interface ResultBox {
  /** Makes the frame as high as its content, in CSS pixels. */
  readonly setHeight: (height: number) => void;
  /** Keeps the box as high as it is until the next height is known. */
  readonly hold: () => void;
}

/** @param isEditing while it holds, what is below the box stays where it is in the window: the line being typed */
export function createResultBox(box: HTMLElement, isEditing: () => boolean): ResultBox {
  return {
    setHeight: (height) => {
      const frame = box.querySelector("iframe");
      if (frame === null) return;
      const before = box.getBoundingClientRect().bottom;
      box.style.removeProperty("min-height");
      frame.style.height = `${Math.min(Math.ceil(height), MAX_HEIGHT_PX)}px`;
      frame.dataset.shown = "";
      const moved = box.getBoundingClientRect().bottom - before;
      if (isEditing()) scrollBy({ top: moved, behavior: "instant" });
    },
    hold: () => {
      box.style.minHeight = `${box.offsetHeight}px`;
    },
  };
}

/** Fills the bar between result and code: what this is, a reset button, and the code block's own buttons. */
export function fillBar(figure: HTMLElement, number: number, onReset: () => void): void {
  const bar = figure.querySelector(".live-bar");
  const label = document.createElement("span");
  label.className = "live-label";
  label.textContent = text({ id: "theme.Playground.label", message: "Live code" });
  const hint = document.createElement("span");
  hint.className = "live-hint";
  hint.textContent = text({ id: "theme.Playground.hint", message: "Change it and the result follows" });
  label.append(hint);
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = text({ id: "theme.Playground.buttons.reset", message: "Reset" });
  const resetLabel = { id: "theme.Playground.buttons.resetAriaLabel", message: "Reset live sample {number}" };
  reset.setAttribute("aria-label", text(resetLabel, { number }));
  reset.addEventListener("click", onReset);
  bar?.append(label, reset, ...figure.querySelectorAll(":scope > .code-buttons"));
}
