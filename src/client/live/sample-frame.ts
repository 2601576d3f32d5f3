import { LIVE_FRAME_META } from "../../shared/constants.ts";
import { type ColorMode, currentColorMode } from "../../theme/color-mode.ts";
import { type FileAnswer, type FromFrame, readFromFrame, type ToFrame } from "./messages.ts";

/** No `allow-same-origin`: the sample can reach neither the page nor what the site stores. */
const SANDBOX = "allow-scripts allow-downloads allow-popups allow-modals allow-forms";
/** How often a frame is asked whether it still answers, in milliseconds. */
const BEAT_MS = 1000;
/** A frame that has not answered for this long is in an endless loop, or shares its process with one that is. */
const SILENCE_MS = 5000;
/** A page that has loaded and still says nothing after this long is not ours, in milliseconds. */
const GREETING_MS = 3000;

/** The site's own base URL, absolute, with a slash at its end: scripts lie in `assets/`, directly below it. */
const SITE_ADDRESS: string = new URL("../", import.meta.url).href;

/** What a sample is told of its frame. */
export interface FrameEvents {
  readonly onReady: () => void;
  readonly onMessage: (message: FromFrame) => void;
  /** Called with true after `SILENCE_MS` without an answer, with false when one came after all. */
  readonly onSilence: (isSilent: boolean) => void;
  /** The frame's page could not be loaded. */
  readonly onMissing: () => void;
}

/** Opens the sandboxed frame of one sample in `box`; `title` is its accessible name. Files that the sample fetches are relayed. */
export function openFrame(box: HTMLElement, title: string, events: FrameEvents) {
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
  /** Milliseconds since the frame was asked for a sign of life that it has not given. */
  const waitingFor = () => (askedAt === undefined ? 0 : performance.now() - askedAt);
  /** Asks for a sign of life, as is done every second while the page is seen. */
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
    /** Takes the frame away, with whatever runs in it. */
    remove: () => {
      end();
      element.remove();
    },
  };
}

async function relay(id: number, url: string, send: (message: ToFrame) => void): Promise<void> {
  try {
    send({ type: "file", id, answer: await fetchForSample(url) });
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

/**
 * Fetches a file of the site for a sample. The sample's frame has an opaque origin: to the browser
 * its requests to the very site it stands on are cross-origin, and static hosts don't allow those.
 * So the page makes them, but only what any visitor may have: GET, below the site's base URL,
 * without credentials.
 *
 * @param url what the sample asked for, absolute; a path that is not below the base URL is taken as
 *   relative to it, as in links of the pages: `/files/a.xlsx` on a site at `/sub/` is `/sub/files/a.xlsx`
 * @throws where the address is not of the site or nothing could be fetched
 */
async function fetchForSample(url: string): Promise<FileAnswer> {
  const base = new URL(SITE_ADDRESS);
  const address = new URL(url);
  if (address.origin !== base.origin) throw new Error(`${url} is not a file of this site`);
  if (!address.pathname.startsWith(base.pathname)) address.pathname = base.pathname + address.pathname.slice(1);
  const response = await fetch(address, { credentials: "omit" });
  if (!response.url.startsWith(SITE_ADDRESS)) throw new Error(`${url} leads out of this site`);
  return {
    url: response.url,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  };
}

/** Address of the page that samples run in, as the head of every page with samples names it. */
function frameAddress(): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${LIVE_FRAME_META}"]`);
  return new URL(meta?.content ?? "", location.href).href;
}
