import { type EventLoopUtilization, performance } from "node:perf_hooks";
import pLimit from "p-limit";
import { readBody } from "../shared/response-body.ts";
import { isIntact, MAX_ENTRY, type Remote, type RemoteKind } from "./remote.ts";

/** Options of a store on a server. */
export interface HttpRemoteOptions {
  /** Base URL, without user, query and hash. */
  readonly url: string;
  /** Value of the `Authorization` header. Messages never contain it. */
  readonly authorization?: string | undefined;
  readonly isReadOnly: boolean;
  /** Timeout for a response, in milliseconds. */
  readonly readLimit?: number;
}

const REQUESTS_AT_ONCE = 16;
/** Timeouts of requests, in milliseconds: default and minimum for reads, and for writes. */
const READ_LIMIT = 5000;
const MIN_LIMIT = 500;
const WRITE_LIMIT = 10_000;
/** Added to the timeout of a write for each MiB of its body, in milliseconds. */
const WRITE_LIMIT_PER_MIB = 1000;
/** Time that reads may keep this process idle, in ms, and more per byte: below 1 MiB/s the store saves no time. */
const WAIT = 5000;
const WAIT_PER_BYTE = 1000 / (1 << 20);
/** How long `close` waits for writes in addition to what reads have left of `WAIT`, as a share of the time without them. */
const WRITE_SHARE = 0.5;
/** Maximum size of pending writes, in bytes; further entries are not written. */
const MAX_UNDER_WAY = 1 << 28;
/** Number of consecutive failures after which the store is no longer used. */
const MAX_FAULTS = 3;
/** Status codes that a retry doesn't change. */
const REFUSED = [401, 403];
const TOO_LARGE = 413;

interface Answer {
  readonly status: number;
  readonly data: Buffer;
}

/** State of reading from the store, or of writing to it; `over` is the reason why it stopped. */
interface Use {
  faults: number;
  over: string | undefined;
}

/** A server for Bazel's HTTP cache. Once it is slow, full or unreachable, it isn't used; `close` returns why. */
export function httpRemote(options: HttpRemoteOptions): Remote {
  const { url, authorization, isReadOnly, readLimit = READ_LIMIT } = options;
  const started = performance.now();
  const base = url.replace(/\/*$/, "");
  const slots = pLimit(REQUESTS_AT_ONCE);
  const idle = createIdleWatch();
  const reads: Use = { faults: 0, over: undefined };
  const writes: Use = { faults: 0, over: undefined };
  const under = new Set<Promise<unknown>>();
  const asking = new Set<AbortController>();
  let received = 0;
  let bytesUnderWay = 0;
  const patience = () => WAIT + received * WAIT_PER_BYTE - idle.passed();
  const ask = async (use: Use, path: string, limit: number, body?: Buffer): Promise<Answer | undefined> => {
    // Not `AbortSignal.any`: Node 20 may collect the signals it is given too early.
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(new DOMException("", "TimeoutError")), limit);
    asking.add(end);
    try {
      const response = await fetch(`${base}/${path}`, {
        method: body === undefined ? "GET" : "PUT",
        headers: authorization === undefined ? {} : { authorization },
        // A redirect could send the `Authorization` header to another host.
        redirect: "error",
        signal: end.signal,
        ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      });
      const data = await readBody(response, end.signal, MAX_ENTRY);
      if (data === undefined) throw new Error("too large");
      const answer = { status: response.status, data };
      if (response.ok || answer.status === (body === undefined ? 404 : TOO_LARGE)) use.faults = 0;
      else fail(use, `answered ${answer.status}`, REFUSED.includes(answer.status));
      return answer;
    } catch (error) {
      fail(use, faultOf(error), false);
      return undefined;
    } finally {
      clearTimeout(timer);
      asking.delete(end);
    }
  };
  const read = async (kind: RemoteKind, key: string): Promise<Buffer | undefined> => {
    if (reads.over !== undefined) return undefined;
    const end = idle.start();
    const answer = await ask(reads, `${kind}/${key}`, Math.min(readLimit, Math.max(MIN_LIMIT, patience())));
    end();
    received += answer?.data.length ?? 0;
    if (patience() < 0) reads.over ??= "is slower than building without it";
    // Writing to a server that is too slow for reads, or refuses them, would only cost time.
    if (reads.over !== undefined) writes.over ??= reads.over;
    return answer?.status === 200 && isIntact(kind, key, answer.data) ? answer.data : undefined;
  };
  const write = async (kind: RemoteKind, key: string, data: Buffer): Promise<boolean> => {
    if (writes.over !== undefined) return false;
    const limit = WRITE_LIMIT + (data.length / (1 << 20)) * WRITE_LIMIT_PER_MIB;
    const answer = await ask(writes, `${kind}/${key}`, limit, data);
    return answer !== undefined && answer.status >= 200 && answer.status < 300;
  };
  return {
    get: (kind, key) => slots(() => read(kind, key)),
    put: async (kind, key, data) => {
      if (bytesUnderWay + data.length > MAX_UNDER_WAY) return false;
      bytesUnderWay += data.length;
      const done = slots(() => write(kind, key, data)).finally(() => {
        bytesUnderWay -= data.length;
        under.delete(done);
      });
      under.add(done);
      return done;
    },
    canWrite: () => !isReadOnly && writes.over === undefined,
    close: async () => {
      const waited = idle.passed();
      const wait = Math.max(0, WAIT - waited) + (performance.now() - started - waited) * WRITE_SHARE;
      const timer = setTimeout(() => {
        writes.over ??= "is too slow for writes";
        for (const request of asking) request.abort();
      }, wait);
      while (under.size > 0) await Promise.all(under);
      clearTimeout(timer);
      const said = [reads.over, writes.over].flatMap((why) => (why === undefined ? [] : [why]));
      return [...new Set(said)];
    },
  };
}

function fail(use: Use, why: string, isFinal: boolean): void {
  use.faults++;
  if (isFinal || use.faults >= MAX_FAULTS) use.over ??= why;
}

/** Describes the failure of a request, without its URL and headers. */
function faultOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === "TimeoutError") return "did not answer in time";
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return `can't be reached${code === undefined ? "" : ` (${code})`}`;
}

/** Measures how long this thread was idle while at least one request was pending, in milliseconds. */
function createIdleWatch(): { readonly start: () => () => void; readonly passed: () => number } {
  let running = 0;
  let before = 0;
  let since: EventLoopUtilization | undefined;
  const now = () => before + (since === undefined ? 0 : performance.eventLoopUtilization(since).idle);
  return {
    passed: now,
    start: () => {
      if (running++ === 0) since = performance.eventLoopUtilization();
      return () => {
        if (--running > 0) return;
        before = now();
        since = undefined;
      };
    },
  };
}
