import { DEV_ARTICLE_EVENT, DEV_CHANGED_EVENT, DEV_META, NAVIGATED_EVENT } from "../../shared/constants.ts";
import { DEV_SCRIPT, DEV_SOCKET, type FromPage, type FromServer, type OpenPlace } from "./dev-messages.ts";
import { createDevNotices } from "./dev-notices.ts";
import { recordPage, refreshFiles, updatePage } from "./update-page.ts";

/** Delays between attempts to reconnect, in milliseconds. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;
/** Interval of a timer whose delay reveals that the page was suspended, which breaks the connection. */
const BEAT_MS = 5000;

// Before the client starts and changes the page.
recordPage();
document.addEventListener(DEV_ARTICLE_EVENT, recordPage);
const notice = createDevNotices(({ path, line, column }) => send({ open: { path, line, column } }));

const token = tokenOf(document);
let socket: WebSocket | undefined;
let isFirst = true;
let wait = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let beatMs = Date.now();

connect();
document.addEventListener(NAVIGATED_EVENT, sendState);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && socket?.readyState !== WebSocket.OPEN) renew();
});
addEventListener("online", renew);
// The back-forward cache closes connections.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) renew();
});
setInterval(() => {
  const late = Date.now() - beatMs;
  beatMs = Date.now();
  if (late > 3 * BEAT_MS) renew();
}, BEAT_MS);

function onMessage(message: FromServer): void {
  if (message.type === "page") updatePage(message.html);
  else if (message.type === "problems") notice(message);
  else if (message.type === "files") refreshFiles(message.paths);
  else if (message.type === "reload") location.reload();
  else document.dispatchEvent(new Event(DEV_CHANGED_EVENT));
}

function send(message: FromPage | OpenPlace): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function sendState(): void {
  const version = document.querySelector<HTMLMetaElement>(`meta[name="${DEV_META}"]`)?.content ?? "";
  send({ path: location.pathname, version });
}

/** Connects to the dev server, and reconnects whenever the connection is lost. */
function connect(): void {
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
    timer = setTimeout(() => void reconnect(), wait);
    wait = Math.min(wait * 2, MAX_WAIT_MS);
  };
}

/** A restarted server has another token, which its pages contain, and possibly another client. */
async function reconnect(): Promise<void> {
  try {
    const html = await (await fetch(location.href, { cache: "no-store" })).text();
    const next = tokenOf(new DOMParser().parseFromString(html, "text/html"));
    if (next !== undefined && next !== token) return location.reload();
  } catch {
    // The server isn't up yet.
  }
  connect();
}

function renew(): void {
  const old = socket;
  socket = undefined;
  old?.close();
  connect();
}

function tokenOf(from: Document): string | undefined {
  return from.querySelector<HTMLScriptElement>(`script[src="${DEV_SCRIPT}"]`)?.dataset.token;
}
