import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { DEV_SOCKET, type FromPage, type FromServer } from "../client/dev/messages.ts";

/** Pages say where they are, and nothing longer. */
const MAX_MESSAGE_BYTES = 8192;
/** More pages than anybody has open; each is shown anew with every change. */
const MAX_VIEWERS = 200;

/** A browser's page, and what it shows. */
export interface Viewer {
  path: string;
  version: string;
  readonly send: (message: FromServer) => void;
}

/** The line to the pages that are open. */
export interface Channel {
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly viewers: () => readonly Viewer[];
  readonly close: () => void;
}

/**
 * @param allows whether a host name is this server's
 * @param token that pages of this server know
 * @param onLook told when a page says what it shows
 */
export function createChannel(
  allows: (host: string | undefined) => boolean,
  token: string,
  onLook: (viewer: Viewer) => void,
): Channel {
  /** Made for the first page that asks: by then it is shown. */
  let sockets: Promise<WebSocketServer> | undefined;
  const viewers = new Set<Viewer>();
  const open = (client: WebSocket) => {
    const send = (message: FromServer) => client.send(JSON.stringify(message), () => undefined);
    const viewer: Viewer = { path: "", version: "", send };
    viewers.add(viewer);
    client.on("close", () => viewers.delete(viewer));
    client.on("error", () => client.terminate());
    client.on("message", (data) => {
      const message = parse(String(data));
      if (message === undefined) return client.terminate();
      Object.assign(viewer, message);
      onLook(viewer);
    });
  };
  return {
    onUpgrade: (request, socket, head) => {
      // A client that cuts the line is its own affair.
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

/** A page of another origin knows neither our host nor the token; the token is asked for with or without an origin. */
function mayConnect(
  { url = "", headers }: IncomingMessage,
  token: string,
  allows: (host: string | undefined) => boolean,
): boolean {
  if (!allows(headers.host) || url !== `${DEV_SOCKET}?token=${token}`) return false;
  if (headers.origin === undefined) return true;
  if (!URL.canParse(headers.origin)) return false;
  const { host } = new URL(headers.origin);
  // Behind a tunnel the host may be rewritten, and the origin not.
  return host === headers.host || (allows(host) && allows(headers.host) && !isLocal(host));
}

function isLocal(host: string): boolean {
  return /^(?:[^:]*\.)?localhost(?::|$)|^[\d.]+(?::|$)|^\[/i.test(host);
}

function parse(text: string): FromPage | undefined {
  try {
    const { path, version } = JSON.parse(text) as Partial<FromPage>;
    return typeof path === "string" && typeof version === "string" ? { path, version } : undefined;
  } catch {
    return undefined;
  }
}
