import { DEV_ARTICLE_EVENT, DEV_CHANGED_EVENT, NAVIGATED_EVENT } from "../../shared/constants.ts";
import { DEV_SCRIPT, DEV_SOCKET, type FromPage, type FromServer, type OpenPlace } from "./dev-messages.ts";
import { createDevNotices } from "./dev-notices.ts";
import { createPageUpdater, refreshFiles } from "./update-page.ts";

const shown = createPageUpdater();
// Before the client starts and changes the page.
shown.record();
document.addEventListener(DEV_ARTICLE_EVENT, shown.record);
const notice = createDevNotices((position) => server.open(position));

const onMessage = (message: FromServer) => {
  if (message.type === "page") shown.show(message.html);
  else if (message.type === "problems") notice(message);
  else if (message.type === "files") refreshFiles(message.paths);
  else if (message.type === "reload") location.reload();
  else document.dispatchEvent(new Event(DEV_CHANGED_EVENT));
};
const server = connectToServer(() => ({ path: location.pathname, version: shown.version() }), onMessage);
document.addEventListener(NAVIGATED_EVENT, server.sendState);

/** Delays between attempts to reconnect, in milliseconds. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;
/** Interval of a timer whose delay reveals that the page was suspended, which breaks the connection. */
const BEAT_MS = 5000;

/**
 * Connects to the dev server, and reconnects whenever the connection is lost.
 *
 * @param getState returns the state of the page
 * @param onMessage receives the server's messages
 */
function connectToServer(getState: () => FromPage, onMessage: (message: FromServer) => void) {
  const token = tokenOf(document);
  let socket: WebSocket | undefined;
  let isFirst = true;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (message: FromPage | OpenPlace) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const sendState = () => send(getState());
  const connect = () => {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const attempt = new WebSocket(`${scheme}://${location.host}${DEV_SOCKET}?token=${token}`);
    socket = attempt;
    attempt.onopen = () => {
      wait = FIRST_WAIT_MS;
      sendState();
      // Messages in between were missed.
      if (!isFirst) onMessage({ type: "changed" });
      isFirst = false;
    };
    attempt.onmessage = ({ data }) => {
      if (socket === attempt) onMessage(JSON.parse(String(data)) as FromServer);
    };
    attempt.onclose = () => {
      if (socket !== attempt) return;
      timer = setTimeout(() => void again(), wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    };
  };
  /** A restarted server has another token, which its pages contain, and possibly another client. */
  const again = async () => {
    try {
      const html = await (await fetch(location.href, { cache: "no-store" })).text();
      const next = tokenOf(new DOMParser().parseFromString(html, "text/html"));
      if (next !== undefined && next !== token) return location.reload();
    } catch {
      // The server isn't up yet.
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
  // The back-forward cache closes connections.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) renew();
  });
  connect();
  return {
    /** Sends the state of the page; it is also sent on each new connection. */
    sendState,
    open: ({ path, line, column }: OpenPlace["open"]) => send({ open: { path, line, column } }),
  };
}

function tokenOf(from: Document): string | undefined {
  return from.querySelector<HTMLScriptElement>(`script[src="${DEV_SCRIPT}"]`)?.dataset.token;
}
