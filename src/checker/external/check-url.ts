import { idsIn } from "../../markdown/ids.ts";
import type { Limiter } from "./limiter.ts";
import { type Reply, RequestFault, type RequestSettings, request } from "./request.ts";

const MAX_REDIRECTS = 10;
const MAX_ATTEMPTS = 3;
/** Maximum wait that a server may request, in milliseconds; after a longer one there is no retry. */
const MAX_WAIT_MS = 60_000;

/** Result of checking an external URL. */
export interface ExternalStatus {
  readonly state: "fine" | "broken" | "unsure" | "private";
  /** Reason, unless the state is `fine`. */
  readonly why: string;
  /** Target of a permanent redirect. */
  readonly moved?: string | undefined;
  /** Whether the page has each fragment; true if unknown. */
  readonly fragments: Readonly<Record<string, boolean>>;
}

export interface CheckUrlSettings extends RequestSettings {
  /** Delay before the second attempt in milliseconds; doubled for the third. */
  readonly backoff: number;
  readonly limiter: Limiter;
}

/** The end of a redirect chain. */
interface RedirectEnd extends Reply {
  readonly moved: string | undefined;
  readonly host: string;
}

/** Result of one attempt; `again` if a retry may succeed. */
type Attempt = ExternalStatus & {
  readonly again?: { readonly wait: number | undefined; readonly host: string };
};

/** Checks whether an external page exists and has the given fragments. */
export async function checkUrl(
  url: string,
  fragments: readonly string[],
  settings: CheckUrlSettings,
): Promise<ExternalStatus> {
  const { limiter, backoff } = settings;
  for (let number = 1; ; number++) {
    const { again, ...status } = await attemptOnce(url, fragments, settings, number);
    const wait = again?.wait ?? backoff * 2 ** (number - 1);
    if (again === undefined || number === MAX_ATTEMPTS || wait > MAX_WAIT_MS) {
      const isUnsure = again?.wait !== undefined && wait > MAX_WAIT_MS;
      return isUnsure ? { ...status, state: "unsure" } : status;
    }
    if (again.wait === undefined) await limiter.clock.sleep(wait);
    else limiter.pause(again.host, wait);
  }
}

async function attemptOnce(
  url: string,
  fragments: readonly string[],
  settings: CheckUrlSettings,
  number: number,
): Promise<Attempt> {
  try {
    const head = number === 1 ? await headOf(url, settings) : undefined;
    const isEnough =
      head !== undefined && (isFine(head) ? fragments.length === 0 || !head.isHtml : head.status === 429);
    return judge(isEnough ? head : await followRedirects(url, "GET", settings), fragments);
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

/** Tries HEAD, which some servers don't support: they respond with an error or not at all. */
async function headOf(url: string, settings: CheckUrlSettings): Promise<RedirectEnd | undefined> {
  try {
    return await followRedirects(url, "HEAD", settings);
  } catch (error) {
    if (error instanceof RequestFault && error.reason === "connection") return undefined;
    throw error;
  }
}

async function followRedirects(url: string, method: "HEAD" | "GET", settings: CheckUrlSettings): Promise<RedirectEnd> {
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

function judge({ status, moved, body, retryAfter, host }: RedirectEnd, fragments: readonly string[]): Attempt {
  const why = `status ${status}`;
  if (isFine({ status })) return { state: "fine", why: "", fragments: findFragments(body, fragments), moved };
  const again = { wait: parseRetryAfter(retryAfter), host };
  if (status === 429) return { state: "unsure", why, fragments: {}, again };
  if (status >= 500 && status < 600) return { state: "broken", why, fragments: {}, again };
  const isClear = status >= 400 && status < 500 && status !== 401 && status !== 403;
  return { state: isClear ? "broken" : "unsure", why, fragments: {} };
}

function isFine({ status }: Pick<Reply, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Finds fragments in a page; GitHub adds a prefix to ids. */
function findFragments(html: string | undefined, fragments: readonly string[]): Record<string, boolean> {
  const ids = html === undefined ? undefined : new Set(idsIn(html).anchors);
  const has = (fragment: string) => ids === undefined || ids.has(fragment) || ids.has(`user-content-${fragment}`);
  return Object.fromEntries(fragments.map((fragment) => [fragment, has(fragment)]));
}

/** Parses `Retry-After`, in seconds or as a date, to milliseconds. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
