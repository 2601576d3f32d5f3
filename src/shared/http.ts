import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mimes } from "mrmime";
import { Failure } from "./failure.ts";
import { decodePath } from "./route.ts";
import { type ContentResponse, type FileResponse, openFile } from "./send-file.ts";

/** The response to a request. */
export type HttpResponse = FileResponse | ContentResponse;

/**
 * Handles a request.
 *
 * @param path decoded; begins with `/`
 * @param query as sent, with its question mark; empty if there is none, or if no header could contain it
 * @param wantsMarkdown whether the client prefers Markdown to HTML
 * @returns undefined for status 404
 */
export type Handler = (
  path: string,
  query: string,
  wantsMarkdown: boolean,
) => Promise<HttpResponse | undefined> | HttpResponse | undefined;

/** Headers of an address that has HTML and Markdown, so that caches keep them apart. */
export const NEGOTIATED = { vary: "Accept, Accept-Encoding" };

/** `mrmime` lacks the type of icons. */
const TYPES: Readonly<Record<string, string>> = { ...mimes, ico: "image/x-icon" };
const IN_UTF8 = /^text\/|^application\/(?:.*\+)?(?:json|xml)$/;

/** Media type of a file, by its extension. */
export function typeOf(file: string): string {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
  const type = (Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined) ?? "application/octet-stream";
  return IN_UTF8.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether a client prefers Markdown to HTML: it has a higher quality, or comes first with the same. */
function prefersMarkdown(accept = ""): boolean {
  const types = accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const preferred = types.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return preferred.find(({ type }) => type === "text/markdown" || type === "text/html")?.type === "text/markdown";
}

/** A plain text response, for errors. */
export function textResponse(status: number, body: string): ContentResponse {
  return { status, type: "text/plain; charset=utf-8", body };
}

/**
 * Decodes and validates the path of a request, without its query. A path that could name a file in a second way is
 * rejected.
 *
 * @returns undefined for a request that gets status 400
 */
export function requestPath(target: string): string | undefined {
  if (!target.startsWith("/") || target.includes("#")) return undefined;
  const [raw = ""] = target.split("?", 1);
  if (/%(?:2f|5c|00)/i.test(raw)) return undefined;
  const path = decodePath(raw);
  if (path === undefined) return undefined;
  const hasControl = [...path].some((char) => char < " " || char === "\x7f");
  if (hasControl || path.includes("\\") || path.startsWith("//") || /(^|\/)\.{1,2}(\/|$)/.test(path)) return undefined;
  return path;
}

/**
 * Whether a `Host` header is safe: a local name, an IP address or an allowed name. Other names could be used for DNS
 * rebinding.
 *
 * @param others further allowed names; one that begins with a dot includes its subdomains
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

/** Whether a `Host` header is allowed. */
type Allows = (host: string | undefined) => boolean;

/** Creates a server that accepts GET and HEAD for allowed hosts and unambiguous paths. */
export function createHttpServer(handler: Handler, allows: Allows = isAllowedHost): Server {
  const server = createServer((request, response) => {
    // A response that can't be sent, e.g. for an invalid header, must not end the server.
    respond(request, response, handler, allows).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** More than browsers open, and below the usual limit of open files per process; further connections are closed. */
const MAX_CONNECTIONS = 800;

/** Number of further ports that are tried. */
const MORE_PORTS = 50;

/** Listens on a port or on the next free one. @returns the port @throws Failure (exit code 2) if there is none */
export async function listenFrom(server: Server, port: number, host: string): Promise<number> {
  const last = Math.min(port + MORE_PORTS, 65_535);
  for (let next = port; ; next++) {
    try {
      return await listen(server, next, host);
    } catch (error) {
      if (next >= last || !(error instanceof Failure && error.cause === TAKEN)) throw error;
    }
  }
}

const TAKEN = "EADDRINUSE";
/** System error codes for a host that is not an address of this machine. */
const FOREIGN = ["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EINVAL", "EAFNOSUPPORT"];

/** Listens on a port. @returns the port @throws Failure (exit code 2) if the port is taken or the address is invalid */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    const { code: cause = "" } = error as NodeJS.ErrnoException;
    if (cause === TAKEN) throw new Failure(2, `port ${port} is in use; choose another with --port`, { cause });
    if (!FOREIGN.includes(cause)) throw error;
    throw new Failure(
      2,
      `--host: "${host}" is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all addresses`,
    );
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
  allows: Allows,
): Promise<void> {
  // A pipelined request has no socket until the responses before it are sent.
  if (response.socket === null) await once(response, "socket");
  const { status, type, body, headers } = await responseFor(request, handler, allows);
  try {
    const common = { "Content-Type": type, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" };
    // `setHeader` ignores the case of names, which an object passed to `writeHead` doesn't.
    for (const [name, value] of Object.entries({ ...common, ...headers })) response.setHeader(name, value);
    // If a file is truncated while it is sent, the connection is closed; otherwise the client would wait for the rest.
    response.strictContentLength = true;
    if (!(body instanceof Readable)) {
      // Node takes 1 ms longer for a string of 150 kB, which it joins to the headers first.
      const bytes = typeof body === "string" ? Buffer.from(body) : body;
      if (status !== 304) response.setHeader("Content-Length", bytes.length);
      return void response.writeHead(status).end(bytes);
    }
    response.writeHead(status);
    if (request.method !== "HEAD") await pipeline(body, sinkOf(response));
    response.end();
  } finally {
    if (body instanceof Readable) body.destroy();
  }
}

/**
 * A stream into a response. A response throws at a byte beyond its length, as of a file that grows while it is sent;
 * piped directly, that would end the process.
 */
function sinkOf(response: ServerResponse): Writable {
  const sink = new Writable({
    write: (chunk, _, done) => {
      try {
        response.write(chunk, done);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  response.once("close", () => sink.destroy());
  return sink;
}

async function responseFor(request: IncomingMessage, handler: Handler, allows: Allows): Promise<ContentResponse> {
  const { method, url = "", headers } = request;
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
  // Of two `Host` headers, Node uses the first, and a proxy in front of it possibly the other.
  if (names.filter((name) => name.toLowerCase() === "host").length > 1)
    return textResponse(400, "More than one host name.\n");
  if (!allows(headers.host)) return textResponse(403, "This host name is not served here.\n");
  if (method !== "GET" && method !== "HEAD")
    return { ...textResponse(405, "Only GET and HEAD are allowed.\n"), headers: { Allow: "GET, HEAD" } };
  const path = requestPath(url);
  if (path === undefined) return textResponse(400, "Malformed address.\n");
  try {
    const query = /^[^?]*(\?[\x21-\x7e]*)$/.exec(url)?.[1] ?? "";
    const response = await handler(path, query, prefersMarkdown(headers.accept));
    const content = response !== undefined && "file" in response ? await openFile(response, headers) : response;
    return content ?? textResponse(404, "Not found.\n");
  } catch (error) {
    return textResponse(500, `${error instanceof Error ? error.message : String(error)}\n`);
  }
}
