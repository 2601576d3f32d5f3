import { LIVE_FRAME_META } from "../../shared/constants.ts";
import { currentColorMode } from "../../theme/color-mode.ts";
import { make } from "../dom.ts";
import { onColorMode } from "../on-color-mode.ts";
import { type FileAnswer, type FromFrame, readFromFrame, type ToFrame } from "./frame-messages.ts";

/** Without `allow-same-origin` the sample has no access to the page or the site's storage. */
const SANDBOX = "allow-scripts allow-downloads allow-popups allow-modals allow-forms";
/** Interval between pings to a frame, in milliseconds. */
const BEAT_MS = 1000;
/** Timeout of a ping: the frame, or another one in its process, is in an endless loop. In milliseconds. */
const SILENCE_MS = 5000;
/** Timeout of loading, and of the first message after it: without one the page isn't ours. In milliseconds. */
const GREETING_MS = 3000;

/**
 * Time without an answer after which a frame counts as blocked by an endless loop, in milliseconds. The loop may be in
 * another sample: frames can share a process.
 */
const HELD_UP_MS = 2000;
/** Time for samples in other tabs to close their frames, in milliseconds. */
const GONE_MS = 100;
/** Timeout of a new frame, in milliseconds: without a start, it shares the process that is still blocked. */
const COMING_MS = 3000;
const MAX_RETRIES = 3;
/** Name of the channel by which samples are stopped. */
const CHANNEL = "docgen-live";
/** Time for a frame that isn't blocked to answer, in milliseconds. */
const ANSWER_MS = 300;

/** Absolute base URL of the site, with a final slash: scripts are in `assets/`, directly below it. */
const SITE_ADDRESS: string = new URL("../", import.meta.url).href;

/** Events of a frame. */
interface FrameEvents {
  readonly onReady: () => void;
  readonly onMessage: (message: FromFrame) => void;
  /** Called with true if a ping isn't answered within `SILENCE_MS`, with false if it is answered later. */
  readonly onSilence: (isSilent: boolean) => void;
  /** The frame's page couldn't be loaded. */
  readonly onMissing: () => void;
  /** The answer to a fetch if it isn't a file of the site. */
  readonly onFetch: (url: string) => Promise<FileAnswer | undefined>;
  /** The frame is blocked, and about to be closed. */
  readonly onBlocked: () => void;
  /** The frame is about to be replaced. */
  readonly onReopen: () => void;
}

/** Opens the sandboxed frame of a sample in `box`, with `title` as accessible name. Relays the sample's fetches. */
function openFrame(box: HTMLElement, title: string, events: FrameEvents) {
  const element = make("iframe", { title });
  const ending = new AbortController();
  let isLoading = true;
  let isReady = false;
  let isSilent = false;
  let askedAt: number | undefined;

  const send = (message: ToFrame) => {
    const bytes = message.type === "file" && "body" in message.answer ? [message.answer.body] : [];
    // An opaque origin can't be given as the target; the window is the frame's.
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
    if (message.type === "fetch") void relay(message.id, message.url, send, events.onFetch);
    else if (message.type !== "ready") events.onMessage(message);
    else if (!isReady) {
      isReady = true;
      send({ type: "start", page: location.href, mode: currentColorMode() });
      events.onReady();
    }
  };
  /** Milliseconds since an unanswered ping. */
  const waitingFor = () => (askedAt === undefined ? 0 : performance.now() - askedAt);
  /** Pings the frame; called every second while the page is visible. */
  const ask = () => {
    if (!isReady || askedAt !== undefined) return;
    askedAt = performance.now();
    send({ type: "ping" });
  };
  const beat = () => {
    if (!element.isConnected) return end();
    // A hidden page may be suspended.
    if (document.hidden && waitingFor() > BEAT_MS) askedAt = undefined;
    if (document.hidden) return;
    if (askedAt === undefined) ask();
    else if (!isSilent && waitingFor() > SILENCE_MS) {
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
  const check = () => !isReady && element.isConnected && events.onMissing();
  element.addEventListener("load", () => {
    isLoading = false;
    setTimeout(check, GREETING_MS);
  });
  // Firefox has no event for a frame that can't be loaded.
  setTimeout(() => isLoading && fetch(element.src).catch(check), GREETING_MS);
  element.setAttribute("sandbox", SANDBOX);
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${LIVE_FRAME_META}"]`)?.content ?? "";
  // The mode is part of the address for the frame's first paint.
  element.src = `${address}#${currentColorMode()}`;
  box.prepend(element);
  return {
    element,
    isReady: () => isReady,
    send,
    ask,
    waitingFor,
    /** Removes the frame, which ends whatever runs in it. */
    remove: () => {
      end();
      element.remove();
    },
  };
}

async function relay(id: number, url: string, send: (message: ToFrame) => void, onFetch: FrameEvents["onFetch"]) {
  try {
    send({ type: "file", id, answer: (await onFetch(url)) ?? (await fetchForSample(url)) });
  } catch (error) {
    send({ type: "file", id, answer: { failure: error instanceof Error ? error.message : String(error) } });
  }
}

/**
 * Fetches a file of the site for a sample. The origin of the sample's frame is opaque, so its requests to the site are
 * cross-origin, which static hosts don't allow. The page makes them instead, restricted to what any visitor may do:
 * GET, below the site's base URL, without credentials.
 *
 * @param url absolute address; a path that is not below the base URL is resolved against it, as in links of
 *   pages: `/files/a.json` on a site at `/sub/` is `/sub/files/a.json`
 * @throws if the address isn't of the site or can't be fetched
 */
async function fetchForSample(url: string): Promise<FileAnswer> {
  const base = new URL(SITE_ADDRESS);
  const address = new URL(url);
  if (address.origin !== base.origin) throw new Error(`${url} is not a file of this site`);
  if (!address.pathname.startsWith(base.pathname)) address.pathname = base.pathname + address.pathname.slice(1);
  const response = await fetch(address, { credentials: "omit" });
  if (!response.url.startsWith(SITE_ADDRESS)) throw new Error(`${url} leads out of this site`);
  const { url: final, status, statusText, headers } = response;
  return { url: final, status, statusText, headers: [...headers], body: await response.arrayBuffer() };
}

/** Opens a sample's frame, and replaces it when it is blocked. */
export function createFrameKeeper(figure: HTMLElement, box: HTMLElement, title: string, events: FrameEvents) {
  /** Remaining attempts to stop all samples for a frame that doesn't open. */
  let retries = MAX_RETRIES;
  const onReady = () => {
    retries = MAX_RETRIES;
    events.onReady();
  };
  const open = () => openFrame(box, title, { ...events, onReady });
  let frame = open();

  // A hidden tab pings its frames only when samples are stopped.
  const isHeldUp = () => frame.waitingFor() > (document.hidden ? 0 : HELD_UP_MS);
  const reopen = () => {
    events.onReopen();
    frame.remove();
    frame = open();
  };
  const closeBlocked = () => {
    if (frame.isReady() && !isHeldUp()) return;
    events.onBlocked();
    frame.remove();
    setTimeout(comeBack, GONE_MS);
  };
  const comeBack = () => {
    if (frame.element.isConnected || !figure.isConnected) return;
    reopen();
    const opened = frame;
    setTimeout(() => {
      const isLost = frame === opened && !frame.isReady() && figure.isConnected;
      if (isLost && retries-- > 0) stopAll();
    }, COMING_MS);
  };

  const channel = new BroadcastChannel(CHANNEL);
  const take = (step: unknown) => {
    if (!figure.isConnected) return channel.close();
    // Hidden tabs don't ping by themselves.
    if (step === "ping") frame.ask();
    if (step === "close") closeBlocked();
  };
  const tell = (step: "ping" | "close") => {
    // A closed channel throws on `postMessage`.
    if (figure.isConnected) channel.postMessage(step);
    take(step);
  };
  channel.addEventListener("message", ({ data }) => take(data));
  /**
   * Stops the blocked samples together, in all tabs: browsers put the sandboxed frames of a site into one process, and
   * end it only when the last of them is closed.
   */
  const stopAll = () => {
    tell("ping");
    setTimeout(() => tell("close"), ANSWER_MS);
  };
  return { current: () => frame, isHeldUp, reopen, stopAll };
}
