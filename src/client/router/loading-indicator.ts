import {
  PROGRESS_DELAY_MS,
  PROGRESS_MINIMUM,
  PROGRESS_SPEED_MS,
  PROGRESS_TRICKLE_MS,
  PROGRESS_TRICKLE_RATE,
  SPINNER_DELAY_MS,
} from "../../shared/constants.ts";
import { make, makeButton } from "../make.ts";
import { text } from "../text.ts";

/** Feedback beside the page while another one loads: a progress bar, a spinner, and an error with a Retry button. */
export function createLoadingIndicator() {
  const bar = make("div", { className: "progress-bar", ariaHidden: "true" });
  const box = make("div", { className: "page-loading", role: "alert" });
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
    const ariaLabel = text({ id: "theme.Loading.label", message: "Loading" });
    box.replaceChildren(make("div", { className: "spinner", role: "status", ariaLabel }));
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
    fail: (error: unknown, retry: () => void) => {
      stop();
      bar.remove();
      const message = error instanceof Error ? error.message : String(error);
      const button = makeButton({ textContent: text({ id: "theme.Loading.retry", message: "Retry" }) }, retry);
      box.replaceChildren(make("p", {}, message), button);
      document.body.append(box);
      button.focus();
    },
  };
}

/** Announces a message to screen readers without moving the focus. */
export function announce(message: string): void {
  let region = document.querySelector(".announcer");
  if (region === null) {
    region = make("div", { className: "announcer visually-hidden", ariaLive: "polite" });
    document.body.append(region);
  }
  region.textContent = message;
}
