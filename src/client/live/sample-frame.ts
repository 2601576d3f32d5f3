import { type ColorMode, currentColorMode } from "../../theme/color-mode.ts";
import { frameAddress, SITE_ADDRESS } from "./addresses.ts";
import { type FromFrame, readFromFrame, type ToFrame } from "./messages.ts";
import { fetchForSample } from "./relay.ts";

/** No `allow-same-origin`: the sample can reach neither the page nor what the site stores. */
const SANDBOX = "allow-scripts allow-downloads allow-popups allow-modals allow-forms";
/** How often a frame is asked whether it still answers, in milliseconds. */
const BEAT_MS = 1000;
/** A frame that has not answered for this long is in an endless loop, or shares its process with one that is. */
const SILENCE_MS = 5000;
/** A page that has loaded and still says nothing after this long is not ours, in milliseconds. */
const GREETING_MS = 3000;

/** What a sample is told of its frame. */
export interface FrameEvents {
  readonly onReady: () => void;
  readonly onMessage: (message: FromFrame) => void;
  /** Called with true after `SILENCE_MS` without an answer, with false when one came after all. */
  readonly onSilence: (isSilent: boolean) => void;
  /** The frame's page could not be loaded. */
  readonly onMissing: () => void;
}

/** The sandboxed frame that one sample runs in. */
export interface SampleFrame {
  readonly element: HTMLIFrameElement;
  readonly isReady: () => boolean;
  readonly send: (message: ToFrame) => void;
  /** Asks for a sign of life, as is done every second while the page is seen. */
  readonly ask: () => void;
  /** Milliseconds since the frame was asked for a sign of life that it has not given. */
  readonly waitingFor: () => number;
  /** Takes the frame away, with whatever runs in it. */
  readonly remove: () => void;
}

/** Opens a frame in `box`; `title` is its accessible name. Files that the sample fetches are relayed. */
export function openFrame(box: HTMLElement, title: string, events: FrameEvents): SampleFrame {
  const element = document.createElement("iframe");
  const ending = new AbortController();
  let isReady = false;
  let isSilent = false;
  let askedAt: number | undefined;

  const send = (message: ToFrame) => {
    const bytes = message.type === "file" && "body" in message.answer ? [message.answer.body] : [];
    // An opaque origin can't be named as the target; the window is known to be the frame's.
    element.contentWindow?.postMessage(message, "*", bytes);
  };
  const onAnswer = () => {
    askedAt = undefined;
    if (isSilent) events.onSilence(false);
    isSilent = false;
  };
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== element.contentWindow) return;
    const message = readFromFrame(data);
    if (message === undefined) return;
    onAnswer();
    if (message.type === "fetch") void relay(message.id, message.url, send);
    else if (message.type !== "ready") events.onMessage(message);
    else if (!isReady) {
      isReady = true;
      send({ type: "start", page: location.href, mode: currentColorMode() });
      events.onReady();
    }
  };
  const waitingFor = () => (askedAt === undefined ? 0 : performance.now() - askedAt);
  const ask = () => {
    if (!isReady || askedAt !== undefined) return;
    askedAt = performance.now();
    send({ type: "ping" });
  };
  const beat = () => {
    if (!element.isConnected) return end();
    if (document.hidden) {
      // Time in which a page is not seen may be time in which it sleeps.
      if (waitingFor() > BEAT_MS) askedAt = undefined;
    } else if (askedAt === undefined) {
      ask();
    } else if (!isSilent && waitingFor() > SILENCE_MS) {
      isSilent = true;
      events.onSilence(true);
    }
  };
  const timer = setInterval(beat, BEAT_MS);
  const end = () => {
    clearInterval(timer);
    ending.abort();
  };

  addEventListener("message", onMessage, { signal: ending.signal });
  onColorMode((mode) => send({ type: "mode", mode }), ending.signal);
  element.addEventListener("load", () => {
    setTimeout(() => !isReady && element.isConnected && events.onMissing(), GREETING_MS);
  });
  element.title = title;
  element.setAttribute("sandbox", SANDBOX);
  // The mode stands in the address so that the frame's first paint has it.
  element.src = `${frameAddress()}#${currentColorMode()}`;
  box.prepend(element);
  return {
    element,
    isReady: () => isReady,
    send,
    ask,
    waitingFor,
    remove: () => {
      end();
      element.remove();
    },
  };
}

async function relay(id: number, url: string, send: SampleFrame["send"]): Promise<void> {
  try {
    send({ type: "file", id, answer: await fetchForSample(url, SITE_ADDRESS) });
  } catch (error) {
    send({ type: "file", id, answer: { failure: error instanceof Error ? error.message : String(error) } });
  }
}

/** Calls back whenever the page's colour mode changes, by the toggle or by the system. */
function onColorMode(tell: (mode: ColorMode) => void, signal: AbortSignal): void {
  const observer = new MutationObserver(() => tell(currentColorMode()));
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => observer.disconnect());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => tell(currentColorMode()), { signal });
}
