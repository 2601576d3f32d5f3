import {
  PROGRESS_DELAY_MS,
  PROGRESS_MINIMUM,
  PROGRESS_SPEED_MS,
  PROGRESS_TRICKLE_MS,
  PROGRESS_TRICKLE_RATE,
  SPINNER_DELAY_MS,
} from "../../shared/constants.ts";
import { text } from "../text.ts";

/** What a reader sees while a page is on its way, and when it doesn't come. */
export interface Waiting {
  readonly start: () => void;
  readonly done: () => void;
  readonly fail: (error: unknown, retry: () => void) => void;
}

/** A bar at the top of the window, a spinner, and the error with its Retry button: beside the page, not in it. */
export function createWaiting(): Waiting {
  const bar = make("progress-bar");
  bar.setAttribute("aria-hidden", "true");
  const box = make("page-loading");
  box.setAttribute("role", "alert");
  let timers: ReturnType<typeof setTimeout>[] = [];
  let amount = 0;

  const set = (value: number) => {
    amount = value;
    bar.style.transform = `scaleX(${value})`;
  };
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const begin = () => {
    bar.style.transitionDuration = `${PROGRESS_SPEED_MS}ms`;
    document.body.append(bar);
    set(PROGRESS_MINIMUM);
    timers.push(setInterval(() => set(Math.min(amount + PROGRESS_TRICKLE_RATE, 1)), PROGRESS_TRICKLE_MS));
  };
  const spin = () => {
    const spinner = make("spinner");
    spinner.role = "status";
    spinner.setAttribute("aria-label", text({ id: "theme.Loading.label", message: "Loading" }));
    box.replaceChildren(spinner);
    document.body.append(box);
  };
  return {
    start: () => {
      stop();
      box.remove();
      timers.push(setTimeout(begin, PROGRESS_DELAY_MS), setTimeout(spin, SPINNER_DELAY_MS));
    },
    done: () => {
      stop();
      box.remove();
      if (!bar.isConnected) return;
      set(1);
      timers.push(setTimeout(() => bar.remove(), PROGRESS_SPEED_MS));
    },
    fail: (error, retry) => {
      stop();
      bar.remove();
      const message = document.createElement("p");
      message.textContent = error instanceof Error ? error.message : String(error);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text({ id: "theme.Loading.retry", message: "Retry" });
      button.addEventListener("click", retry);
      box.replaceChildren(message, button);
      document.body.append(box);
      button.focus();
    },
  };
}

function make(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}
