import { DEV_SCRIPT, DEV_SOCKET, type FromPage, type FromServer } from "./messages.ts";

/** Waits between attempts to reach the server again, in milliseconds. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;
/** A clock that has stood still for longer was asleep, and the line with it. */
const BEAT_MS = 5000;

/**
 * Opens the line to the watch server, and takes it up again whenever it breaks.
 *
 * @param told asked for what is shown
 * @param onMessage told what the server says
 * @returns says what is shown; said again on each new line
 */
export function openLine(told: () => FromPage, onMessage: (message: FromServer) => void): () => void {
  const token = tokenOf(document);
  let socket: WebSocket | undefined;
  let isFirst = true;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(told()));
  };
  const connect = () => {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const own = new WebSocket(`${scheme}://${location.host}${DEV_SOCKET}?token=${token}`);
    socket = own;
    own.onopen = () => {
      wait = FIRST_WAIT_MS;
      say();
      // Whatever was said in between was missed.
      if (!isFirst) onMessage({ type: "changed" });
      isFirst = false;
    };
    own.onmessage = ({ data }) => {
      if (socket === own) onMessage(JSON.parse(String(data)) as FromServer);
    };
    own.onclose = () => {
      if (socket !== own) return;
      timer = setTimeout(() => void again(), wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    };
  };
  /** A server that was started anew has another token, which its pages know, and perhaps another client. */
  const again = async () => {
    try {
      const html = await (await fetch(location.href, { cache: "no-store" })).text();
      const next = tokenOf(new DOMParser().parseFromString(html, "text/html"));
      if (next !== undefined && next !== token) return location.reload();
    } catch {
      // Not back yet.
    }
    connect();
  };
  const renew = () => {
    const old = socket;
    socket = undefined;
    old?.close();
    connect();
  };
  let beatMs = Date.now();
  setInterval(() => {
    const late = Date.now() - beatMs;
    beatMs = Date.now();
    if (late > 3 * BEAT_MS) renew();
  }, BEAT_MS);
  const wake = () => {
    if (document.visibilityState === "visible" && socket?.readyState !== WebSocket.OPEN) renew();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", renew);
  // A page that the browser had put away comes back with its lines cut.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) renew();
  });
  connect();
  return say;
}

function tokenOf(from: Document): string | undefined {
  return from.querySelector<HTMLScriptElement>(`script[src="${DEV_SCRIPT}"]`)?.dataset.token;
}
