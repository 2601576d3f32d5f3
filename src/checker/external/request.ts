import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { get as getHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { get as getHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-address.ts";

/** Maximum size of a page that is searched for ids, in bytes. */
const MAX_BODY_BYTES = 5_000_000;
const USER_AGENT = "Mozilla/5.0 (compatible; docgen check-links)";

/** Resolves a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface RequestSettings {
  /** Time limit for the complete response, in milliseconds. */
  readonly timeout: number;
  /** Hosts, with or without a port, that may have private addresses. */
  readonly allowPrivate: readonly string[];
  readonly resolve?: Resolve | undefined;
}

export interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly isHtml: boolean;
  /** HTML of a page, for GET, unless it is too large. */
  readonly body?: string;
}

/** The reason for a failed request. */
export class RequestFault extends Error {
  readonly reason: "private" | "timeout" | "host" | "lookup" | "certificate" | "redirects" | "connection";

  constructor(reason: RequestFault["reason"], message: string) {
    super(message);
    this.name = "RequestFault";
    this.reason = reason;
  }
}

/**
 * Sends a request over its own connection. The host is resolved once, and the connection uses a checked address, which
 * prevents DNS rebinding.
 *
 * @throws RequestFault
 */
export async function request(url: URL, method: "HEAD" | "GET", settings: RequestSettings): Promise<Reply> {
  const mayBePrivate = settings.allowPrivate.some((host) => host === url.host || host === url.hostname);
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && isPrivateAddress(literal) && !mayBePrivate) throw privateFault(literal);
  const options: RequestOptions = {
    method,
    agent: false,
    lookup: checkedLookup(settings.resolve ?? ((host) => lookup(host, { all: true })), mayBePrivate),
    headers: { "user-agent": USER_AGENT, accept: "text/html,*/*;q=0.8", "accept-encoding": "identity" },
  };
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), settings.timeout);
  try {
    const response = await send(url, { ...options, signal: abort.signal });
    const { statusCode = 0, headers } = response;
    const isHtml = /^(text\/html|application\/xhtml\+xml)\b/i.test(headers["content-type"] ?? "");
    const { location, "retry-after": retryAfter } = headers;
    const about = { status: statusCode, location, retryAfter, isHtml };
    const isPage = method === "GET" && isHtml && statusCode >= 200 && statusCode < 300;
    const body = isPage ? await readBody(response) : undefined;
    // A body of unknown length looks complete when the connection is aborted.
    abort.signal.throwIfAborted();
    return body === undefined ? about : { ...about, body };
  } catch (error) {
    throw explain(error, abort.signal.aborted, settings.timeout);
  } finally {
    clearTimeout(timer);
    // Discards an unread body.
    abort.abort();
  }
}

/** Sends a request. Always settles: if the server closes the connection without a response, Node emits only `close`. */
function send(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage) => {
      response.on("error", () => {});
      resolve(response);
    };
    const sent = (url.protocol === "https:" ? getHttps : getHttp)(url, options, take);
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      take(response);
    });
    sent.on("error", reject);
    sent.on("close", () => reject(new RequestFault("connection", "the connection was closed without a response")));
  });
}

async function readBody(response: IncomingMessage): Promise<string | undefined> {
  if (Number(response.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function checkedLookup(resolve: Resolve, mayBePrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then((all) => {
        const allowed = all.filter(({ address }) => mayBePrivate || !isPrivateAddress(address));
        const [first] = allowed;
        if (first === undefined) throw privateFault(all[0]?.address ?? host);
        if (options.all === true) callback(null, allowed as LookupAddress[]);
        else callback(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, ""));
  };
}

function privateFault(address: string): RequestFault {
  return new RequestFault("private", `${address} is an address in a private network`);
}

function explain(error: unknown, isAborted: boolean, timeout: number): RequestFault {
  if (error instanceof RequestFault) return error;
  if (isAborted) return new RequestFault("timeout", `no response within ${timeout / 1000} s`);
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND") return new RequestFault("host", "host not found");
  if (code === "EAI_AGAIN") return new RequestFault("lookup", "host lookup failed");
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code))
    return new RequestFault("certificate", `bad certificate (${code})`);
  return new RequestFault("connection", `no connection (${code || message})`);
}
