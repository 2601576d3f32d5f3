import { text } from "../client-text.ts";
import { adoptStyles, make, makeButton } from "../dom.ts";
import styles from "./loading-indicator.css";

adoptStyles(styles);

/** Loading time after which anything is shown, in milliseconds. */
const DELAY_MS = 200;
/** The bar starts at a minimum, a fraction of its width, and then creeps. */
const MINIMUM = 0.08;
const SPEED_MS = 200;
const TRICKLE_RATE = 0.02;
const TRICKLE_MS = 800;

/** Feedback beside the page while another one loads: a progress bar, a spinner, and an error with a Retry button. */
export function createLoadingIndicator() {
  const bar = make("div", { className: "progress-bar", ariaHidden: "true" });
  const box = make("div", { className: "page-loading", role: "alert" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let amount = 0;

  const set = (value: number) => {
    amount = value;
    bar.style.transform = `scaleX(${value})`;
  };
  const begin = () => {
    bar.style.transitionDuration = `${SPEED_MS}ms`;
    const ariaLabel = text({ id: "theme.Loading.label", message: "Loading" });
    box.replaceChildren(make("div", { className: "spinner", role: "status", ariaLabel }));
    document.body.append(bar, box);
    set(MINIMUM);
    timer = setInterval(() => set(Math.min(amount + TRICKLE_RATE, 1)), TRICKLE_MS);
  };
  return {
    start: () => {
      clearTimeout(timer);
      box.remove();
      timer = setTimeout(begin, DELAY_MS);
    },
    done: () => {
      clearTimeout(timer);
      box.remove();
      if (!bar.isConnected) return;
      set(1);
      timer = setTimeout(() => bar.remove(), SPEED_MS);
    },
    fail: (error: unknown, retry: () => void) => {
      clearTimeout(timer);
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
