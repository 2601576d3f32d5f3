import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { DEV_SOCKET, type FromPage, type FromServer, type OpenPlace } from "../client/dev/dev-messages.ts";
import { attempt } from "../shared/attempt.ts";

/** Limit for messages from pages, which send only their path and version. */
const MAX_MESSAGE_BYTES = 8192;
/** Maximum number of connections: more than are open in practice, as each page is rendered anew after every change. */
const MAX_VIEWERS = 200;

/** A page open in a browser, and the version that it shows. */
export interface Viewer {
  path: string;
  version: string;
  /** Whether the browser is on this machine. */
  readonly isLocal: boolean;
  readonly send: (message: FromServer) => void;
}

/**
 * The websocket connections to open pages.
 *
 * @param allows whether a host name is allowed
 * @param token the secret that only pages of this server know
 * @param onLook called when a page reports what it shows
 * @param onOpen called when a page on this machine asks for a place to be opened in the editor
 */
export function createChannel(
  allows: (host: string | undefined) => boolean,
  token: string,
  onLook: (viewer: Viewer) => Promise<void>,
  onOpen: (position: OpenPlace["open"]) => Promise<void>,
) {
  /** Loaded with the first connection, after the first page is shown. */
  let sockets: Promise<WebSocketServer> | undefined;
  const viewers = new Set<Viewer>();
  const open = (client: WebSocket, request: IncomingMessage) => {
    const isLocal = isFromThisMachine(request);
    const send = (message: FromServer) => client.send(JSON.stringify(message), () => undefined);
    const viewer: Viewer = { path: "", version: "", isLocal, send };
    viewers.add(viewer);
    client.on("close", () => viewers.delete(viewer));
    client.on("error", () => client.terminate());
    client.on("message", (data) => {
      const message = parse(String(data));
      if (message === undefined) return client.terminate();
      if ("open" in message) return void (isLocal && onOpen(message.open));
      Object.assign(viewer, message);
      void onLook(viewer);
    });
  };
  return {
    onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // A dropped connection is no error of the server.
      socket.on("error", () => socket.destroy());
      const refuse = (status: string) =>
        void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
      if (!mayConnect(request, token, allows)) return refuse("403 Forbidden");
      sockets ??= import("ws").then(({ WebSocketServer: Sockets }) => {
        return new Sockets({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
      });
      const take = (server: WebSocketServer) => {
        if (viewers.size >= MAX_VIEWERS) refuse("503 Service Unavailable");
        else server.handleUpgrade(request, socket, head, open);
      };
      sockets.then(take).catch(() => socket.destroy());
    },
    viewers: () => [...viewers].filter(({ path }) => path !== ""),
    close: () => {
      sockets?.then(({ clients }) => {
        for (const client of clients) client.terminate();
      });
    },
  };
}

/** Checks host, token and origin, against pages of other origins. The token is required even without an origin. */
function mayConnect(
  { url = "", headers }: IncomingMessage,
  token: string,
  allows: (host: string | undefined) => boolean,
): boolean {
  if (!allows(headers.host) || url !== `${DEV_SOCKET}?token=${token}`) return false;
  if (headers.origin === undefined) return true;
  if (!URL.canParse(headers.origin)) return false;
  const { host } = new URL(headers.origin);
  // A tunnel may rewrite the host but not the origin.
  return host === headers.host || (allows(host) && allows(headers.host) && !isLocal(host));
}

function isLocal(host: string): boolean {
  return /^(?:[^:]*\.)?localhost(?::|$)|^[\d.]+(?::|$)|^\[/i.test(host);
}

/** Headers in which proxies and tunnels name the client. */
const FORWARDING = /^(?:forwarded|via|x-forwarded(?:-.*)?|(?:.*-)?(?:real|client|connecting)-ip)$/;

/** Whether a browser on this machine asks, not one behind a tunnel or proxy, which connects from here for others. */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const { host = "", origin = "" } = headers;
  const originHost = URL.canParse(origin) ? new URL(origin).hostname : "";
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
  return isLoopback && !isForwarded && isLoopbackName(host.replace(/:\d*$/, "")) && isLoopbackName(originHost);
}

function isLoopbackName(host: string): boolean {
  return /^(?:(?:[^:]*\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);
}

function parse(text: string): FromPage | OpenPlace | undefined {
  return attempt(() => {
    const { path, version, open } = JSON.parse(text) as Partial<FromPage & OpenPlace>;
    if (open !== undefined) {
      const isPlace = typeof open.path === "string" && Number.isInteger(open.line) && Number.isInteger(open.column);
      return isPlace ? { open } : undefined;
    }
    return typeof path === "string" && typeof version === "string" ? { path, version } : undefined;
  });
}
