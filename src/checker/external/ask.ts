import { idsIn } from "../../markdown/ids.ts";
import type { Limiter } from "./limiter.ts";
import { type Reply, RequestFault, type RequestSettings, request } from "./request.ts";

const MAX_REDIRECTS = 10;
const MAX_TRIES = 3;
/** Who asks to be left alone for longer is not asked again. */
const MAX_WAIT_MS = 60_000;

/** What another site said. Plain data: kept on disk. */
export interface Answer {
  readonly state: "fine" | "broken" | "unsure" | "private";
  /** Why it isn't fine. */
  readonly why: string;
  /** Where the page has moved for good. */
  readonly moved?: string;
  /** False for a fragment that the page does not have; true, too, where that could not be told. */
  readonly fragments: Readonly<Record<string, boolean>>;
  /** False for what may be otherwise in an hour. */
  readonly lasts: boolean;
}

export interface AskSettings extends RequestSettings {
  /** Milliseconds before the second try; twice as many before the third. */
  readonly backoff: number;
  readonly limiter: Limiter;
}

/** Where a chain of redirects ended. */
interface Walk extends Reply {
  readonly moved: string | undefined;
  readonly host: string;
}

/** What one try came to; `again` where another may come to something else. */
type Try = Omit<Answer, "lasts"> & { readonly again?: { readonly wait: number | undefined; readonly host: string } };

/** Asks another site whether it has a page, and fragments of it. */
export async function ask(url: string, fragments: readonly string[], settings: AskSettings): Promise<Answer> {
  const { limiter, backoff } = settings;
  for (let number = 1; ; number++) {
    const { again, ...answer } = await tryOnce(url, fragments, settings, number);
    const wait = again?.wait ?? backoff * 2 ** (number - 1);
    if (again === undefined || number === MAX_TRIES || wait > MAX_WAIT_MS) {
      const isUnsure = again?.wait !== undefined && wait > MAX_WAIT_MS;
      const state = isUnsure ? "unsure" : answer.state;
      return { ...answer, state, lasts: again === undefined && state !== "unsure" };
    }
    if (again.wait === undefined) await limiter.clock.sleep(wait);
    else limiter.pause(again.host, wait);
  }
}

async function tryOnce(url: string, fragments: readonly string[], settings: AskSettings, number: number): Promise<Try> {
  try {
    const head = number === 1 ? await headOf(url, settings) : undefined;
    const isEnough =
      head !== undefined && (isFine(head) ? fragments.length === 0 || !head.isHtml : head.status === 429);
    return judge(isEnough ? head : await walk(url, "GET", settings), fragments);
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    const { reason, message } = error;
    const about = { why: message, fragments: {} };
    if (reason === "private") return { ...about, state: "private" };
    if (reason === "host" || reason === "certificate" || reason === "redirects") return { ...about, state: "broken" };
    const state = reason === "lookup" ? "unsure" : "broken";
    return { ...about, state, again: { wait: undefined, host: "" } };
  }
}

/** Some servers know no HEAD, and answer it with an error or not at all. */
async function headOf(url: string, settings: AskSettings): Promise<Walk | undefined> {
  try {
    return await walk(url, "HEAD", settings);
  } catch (error) {
    if (error instanceof RequestFault && error.reason === "connection") return undefined;
    throw error;
  }
}

async function walk(url: string, method: "HEAD" | "GET", settings: AskSettings): Promise<Walk> {
  let address = new URL(url);
  let moved: string | undefined;
  let isPermanent = true;
  for (let hops = 0; ; hops++) {
    const { host } = address;
    const reply = await settings.limiter.run(host, () => request(address, method, settings));
    const isRedirect = [301, 302, 303, 307, 308].includes(reply.status) && reply.location !== undefined;
    if (!isRedirect) return { ...reply, moved, host };
    if (hops === MAX_REDIRECTS) throw new RequestFault("redirects", `more than ${MAX_REDIRECTS} redirects`);
    const next = URL.canParse(reply.location ?? "", address) ? new URL(reply.location ?? "", address) : undefined;
    if (next === undefined || !/^https?:$/.test(next.protocol)) {
      throw new RequestFault("redirects", `a redirect to "${reply.location}"`);
    }
    isPermanent &&= reply.status === 301 || reply.status === 308;
    if (isPermanent) moved = next.href;
    address = next;
  }
}

function judge({ status, moved, body, retryAfter, host }: Walk, fragments: readonly string[]): Try {
  const why = `it answers ${status}`;
  if (status >= 200 && status < 300) {
    const found = findFragments(body, fragments);
    return { state: "fine", why: "", fragments: found, ...(moved === undefined ? {} : { moved }) };
  }
  const again = { wait: waitOf(retryAfter), host };
  if (status === 429) return { state: "unsure", why, fragments: {}, again };
  if (status >= 500 && status < 600) return { state: "broken", why, fragments: {}, again };
  const isClear = status >= 400 && status < 500 && status !== 401 && status !== 403;
  return { state: isClear ? "broken" : "unsure", why, fragments: {} };
}

function isFine({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

/** A fragment may be written with another encoding than the id, and GitHub gives ids a prefix. */
function findFragments(html: string | undefined, fragments: readonly string[]): Record<string, boolean> {
  const ids = html === undefined ? undefined : new Set(idsIn(html).anchors);
  const has = (fragment: string) => ids === undefined || ids.has(fragment) || ids.has(`user-content-${fragment}`);
  return Object.fromEntries(fragments.map((fragment) => [fragment, has(fragment)]));
}

/** Milliseconds of a `Retry-After`: seconds or a date. */
function waitOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
