import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mimes } from "mrmime";
import { Failure } from "./failure.ts";

/** What a server answers to one request. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  /** A stream is read as it is sent, and destroyed at the end; its length, where it is known, is a header. */
  readonly body: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers for a decoded path that begins with `/`; undefined: there is nothing.
 *
 * @param query as it was sent, with its question mark; empty without one
 * @param headers of the request
 */
export type Handler = (
  path: string,
  query: string,
  headers: IncomingHttpHeaders,
) => Promise<Answer | undefined> | Answer | undefined;

/** Hosts know icons, too. */
const TYPES: Readonly<Record<string, string>> = { ...mimes, ico: "image/x-icon" };
const IN_UTF8 = /^text\/|^application\/(?:.*\+)?(?:json|xml)$/;

/** Media type of a file by its ending. */
export function typeOf(file: string): string {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
  const type = (Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined) ?? "application/octet-stream";
  return IN_UTF8.test(type) ? `${type}; charset=utf-8` : type;
}

/** `text/plain` for what can't be answered. */
export function plainAnswer(status: number, body: string): Answer {
  return { status, type: "text/plain; charset=utf-8", body };
}

/**
 * Decodes a request's path. Query strings are dropped before anything is decided; what could name a
 * file in a second way is refused.
 *
 * @returns undefined for a request that gets status 400
 */
export function requestPath(target: string): string | undefined {
  if (!target.startsWith("/") || target.includes("#")) return undefined;
  const [raw = ""] = target.split("?", 1);
  if (/%(?:2f|5c|00)/i.test(raw)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  const hasControl = [...path].some((char) => char < " " || char === "\x7f");
  if (hasControl || path.includes("\\") || path.startsWith("//") || /(^|\/)\.{1,2}(\/|$)/.test(path)) return undefined;
  return path;
}

/**
 * True for names that only this machine answers to, and for IP addresses: others could be rebound.
 *
 * @param others names allowed besides; one that begins with a dot stands for all below it, too
 */
export function isAllowedHost(host: string | undefined, others: readonly string[] = []): boolean {
  const name = (host ?? "")
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost") || isIP(name) !== 0) return true;
  return others.some((other) => {
    const wanted = other.toLowerCase();
    return wanted.startsWith(".") ? `.${name}`.endsWith(wanted) : name === wanted;
  });
}

/** What a server does besides answering. */
export interface HttpOptions {
  /** Whether a `Host` header is the server's. */
  readonly allows?: (host: string | undefined) => boolean;
}

/** A server on one handler: GET and HEAD, known hosts, no path that could mean two things. */
export function createHttpServer(handler: Handler, options: HttpOptions = {}): Server {
  const server = createServer((request, response) => {
    // What can't be answered must not end the server: such as a header that HTTP cannot say.
    respond(request, response, handler, options).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** More than browsers open, and fewer than a process may have files open; those beyond it are closed. */
const MAX_CONNECTIONS = 800;

/** Ports tried after one that is taken. */
const MORE_PORTS = 50;

/** Listens at a port or the next one that is free; resolved with it. @throws Failure (exit code 2) where all are taken */
export async function listenFrom(server: Server, port: number, host: string): Promise<number> {
  for (let next = port; next < Math.min(port + MORE_PORTS, 65_535); next++) {
    try {
      return await listen(server, next, host);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
  return listen(server, Math.min(port + MORE_PORTS, 65_535), host);
}

/** Listens; resolved with the port. @throws Failure (exit code 2) where the port is taken */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") return reject(error);
      reject(new Failure(2, `port ${port} is taken; choose another with --port`));
    };
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
  { allows = isAllowedHost }: HttpOptions,
): Promise<void> {
  // Of requests that are sent ahead of their answers only the first is worked on.
  if (response.socket === null) await once(response, "socket");
  const { status, type, body, headers } = await answerFor(request, handler, allows);
  try {
    const known = { "Content-Type": type, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" };
    // One by one: names of headers may be written in any case.
    for (const [name, value] of Object.entries({ ...known, ...headers })) response.setHeader(name, value);
    // A file that is cut while it is sent ends the connection: the reader would wait for the rest.
    response.strictContentLength = true;
    if (!(body instanceof Readable)) {
      if (status !== 304) response.setHeader("Content-Length", Buffer.byteLength(body));
      return void response.writeHead(status).end(body);
    }
    response.writeHead(status);
    if (request.method !== "HEAD") await pipeline(body, response, { end: false });
    response.end();
  } finally {
    if (body instanceof Readable) body.destroy();
  }
}

async function answerFor(
  request: IncomingMessage,
  handler: Handler,
  allows: NonNullable<HttpOptions["allows"]>,
): Promise<Answer> {
  if (hasTwoHosts(request)) return plainAnswer(400, "Two host names.\n");
  if (!allows(request.headers.host)) return plainAnswer(403, "This host name is not served here.\n");
  if (request.method !== "GET" && request.method !== "HEAD") return plainAnswer(405, "Only GET and HEAD.\n");
  const path = requestPath(request.url ?? "");
  if (path === undefined) return plainAnswer(400, "Malformed address.\n");
  try {
    const query = /\?.*$/.exec(request.url ?? "")?.[0] ?? "";
    return (await handler(path, query, request.headers)) ?? plainAnswer(404, "Not found.\n");
  } catch (error) {
    return plainAnswer(500, `${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Of two, Node takes the first and a proxy in front of it maybe the other. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length > 1;
}
