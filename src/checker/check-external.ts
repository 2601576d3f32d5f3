import { lookup } from "node:dns/promises";
import { mkdirSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import * as v from "valibot";
import type { Counter } from "../builder/stages.ts";
import type { LinksConfig } from "../config/schema.ts";
import type { LinkFinding, LinkUse } from "../links/use.ts";
import { idsIn } from "../markdown/html-ids.ts";
import { attempt } from "../shared/attempt.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { groupBy } from "../shared/group-by.ts";
import { readOwnFile, replaceOwnFile } from "../shared/own-file.ts";
import { readBody } from "../shared/response-body.ts";
import type { Site } from "../site/model/site.ts";

/** Time for which a URL that was fine isn't requested again, in milliseconds. */
const KEPT_MS = 7 * 86_400_000;
/** URLs that were fine: when that was, in milliseconds since 1970, and the fragments that their pages have. */
const fineUrls = v.record(v.string(), v.object({ at: v.number(), has: v.array(v.string()) }));

const PRIVATE_HINT = "readers can't follow it; allow it in links.external.allowPrivate, or ignore it in links.ignore";

/** Checks external links, each URL once. Those that are fine are not requested again for a few days. */
export async function checkExternal(
  { root, plan }: Site,
  uses: readonly LinkUse[],
  counter: Counter,
): Promise<LinkFinding[]> {
  const file = join(root, WORK_FOLDER, "links.json");
  const now = Date.now();
  const stored = attempt(() => v.parse(fineUrls, JSON.parse(readOwnFile(file).toString("utf8")))) ?? {};
  const fine = new Map(Object.entries(stored).filter(([, { at }]) => now - at < KEPT_MS && at <= now));
  const checkUrl = createUrlCheck(plan.config.links.external);
  const check = async (url: string, links: readonly LinkUse[]): Promise<LinkFinding[]> => {
    const has = [...new Set(links.map((link) => addressOf(link).fragment))].filter((fragment) => fragment !== "");
    const isKnown = fine.has(url) && has.every((fragment) => fine.get(url)?.has.includes(fragment));
    const status: ExternalStatus = isKnown ? { state: "fine" } : await checkUrl(url, has);
    counter.done(isKnown ? "known" : url);
    const findings = links.flatMap((link) => findingsOf(link, status));
    // What is reported may be repaired, or be the fault of this machine's network: it is requested in each run.
    if (findings.length > 0) fine.delete(url);
    else if (!isKnown) fine.set(url, { at: now, has });
    return findings;
  };
  const byUrl = groupBy(uses, (use) => addressOf(use).url);
  counter.expect(byUrl.size);
  const findings = await Promise.all([...byUrl].map(([url, links]) => check(url, links)));
  attempt(() => {
    mkdirSync(dirname(file), { recursive: true });
    replaceOwnFile(file, JSON.stringify(Object.fromEntries([...fine].sort(([a], [b]) => (a < b ? -1 : 1)))));
  });
  return findings.flat();
}

/** The URL to request for a link, and the fragment to find in the page; empty for none. */
function addressOf({ target }: LinkUse): { readonly url: string; readonly fragment: string } {
  const address = target.replace(/^(?=\/\/)/, "https:");
  const url = attempt(() => new URL(address));
  if (url === undefined) return { url: address, fragment: "" };
  const text = url.hash.slice(1).replace(/:~:.*$/s, "");
  url.hash = "";
  // Routes of an app and lines of a source file are no ids.
  const isId = text !== "top" && !/^[/!]|^L\d+/.test(text);
  return { url: url.href, fragment: isId ? (attempt(() => decodeURIComponent(text)) ?? text) : "" };
}

function findingsOf(use: LinkUse, { state, why, moved, missing = [] }: ExternalStatus): LinkFinding[] {
  const { path, line, column, target } = use;
  const { url, fragment } = addressOf(use);
  const about = { path, line, column, target, subject: url };
  const faults = {
    broken: { message: `broken link "${target}": ${why}` },
    unsure: { message: `link "${target}" can't be checked: ${why}` },
    private: { message: `link "${target}" was not requested: ${why}`, hint: PRIVATE_HINT },
  };
  if (state !== "fine") return [{ ...about, kind: `external-${state}`, ...faults[state] }];
  const findings: LinkFinding[] = [];
  if (missing.includes(fragment)) {
    const message = `broken link "${target}": the page has no anchor "${fragment}"`;
    findings.push({ ...about, kind: "external-anchor", subject: `${url}#${fragment}`, message });
  }
  if (moved !== undefined) {
    const hint = `write ${moved}${moved.includes("#") ? "" : (/#.*$/s.exec(target)?.[0] ?? "")}`;
    findings.push({ ...about, kind: "external-moved", message: `link "${target}" has moved permanently`, hint });
  }
  return findings;
}

/** Maximum number of concurrent requests. */
const PER_HOST = 4;
const TOTAL = 32;
const MAX_REDIRECTS = 10;
const MAX_ATTEMPTS = 3;
/** Maximum delay that a server may request, in milliseconds; after a longer one there is no retry. */
const MAX_DELAY_MS = 60_000;
/** Maximum size of a page that is searched for ids, in bytes. */
const MAX_BODY_BYTES = 5_000_000;
const HEADERS = { "user-agent": "Mozilla/5.0 (compatible; docgen check-links)", accept: "text/html,*/*;q=0.8" };

/** Result of checking an external URL. */
export interface ExternalStatus {
  readonly state: "fine" | "broken" | "unsure" | "private";
  /** Reason, unless the state is `fine`. */
  readonly why?: string;
  /** Target of a permanent redirect. */
  readonly moved?: string | undefined;
  /** Fragments that the page lacks. */
  readonly missing?: readonly string[];
  /** Whether a retry may succeed. */
  readonly mayPass?: boolean;
}

type Method = "HEAD" | "GET";
/** Sends a request. @returns the response, with the HTML of a page that isn't too large; for HEAD it is empty */
type Send = (url: URL, method: Method) => Promise<{ response: Response; html: string | undefined } | ExternalStatus>;

/** Creates a function that checks whether an external page exists and has fragments, within limits of all requests. */
export function createUrlCheck({ timeout, interval, backoff, allowPrivate }: LinksConfig["external"]) {
  const total = pLimit(TOTAL);
  const hosts = new Map<string, { readonly limit: LimitFunction; nextMs: number }>();
  const request: Send = async (url, method) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const isAllowed = allowPrivate.includes(url.host) || allowPrivate.includes(url.hostname);
      const address = isAllowed ? undefined : await privateAddressOf(url);
      if (address !== undefined) return { state: "private", why: `${address} is an address in a private network` };
      // fetch refuses credentials.
      const bare = Object.assign(new URL(url), { username: "", password: "" });
      const response = await fetch(bare, { method, redirect: "manual", signal, headers: HEADERS });
      const type = response.headers.get("content-type") ?? "";
      const isPage = response.ok && /^(text\/html|application\/xhtml\+xml)\b/i.test(type);
      const body = isPage ? await readBody(response, signal, MAX_BODY_BYTES) : undefined;
      if (!isPage) await response.body?.cancel();
      return { response, html: body?.toString() };
    } catch (error) {
      if (signal.aborted) return { state: "broken", why: `no response within ${timeout / 1000} s`, mayPass: true };
      const { code = "", message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      if (code === "ENOTFOUND") return { state: "broken", why: "host not found" };
      if (code === "EAI_AGAIN") return { state: "unsure", why: "host lookup failed", mayPass: true };
      if (/CERT|SIGNATURE|ALTNAME/.test(code)) return { state: "broken", why: `bad certificate (${code})` };
      // The codes of fetch itself are less clear than its messages.
      return { state: "broken", why: `no connection (${/^(UND_|$)/.test(code) ? message : code})`, mayPass: true };
    }
  };
  const send: Send = (url, method) => {
    const host = hosts.get(url.host) ?? { limit: pLimit(PER_HOST), nextMs: 0 };
    hosts.set(url.host, host);
    return host.limit(async () => {
      while (performance.now() < host.nextMs) await pause(host.nextMs - performance.now());
      host.nextMs = performance.now() + interval;
      const reply = await total(request, url, method);
      const delay = "response" in reply ? retryAfter(reply.response) : 0;
      if (delay <= MAX_DELAY_MS) host.nextMs = Math.max(host.nextMs, performance.now() + delay);
      return reply;
    });
  };
  return async (url: string, fragments: readonly string[]): Promise<ExternalStatus> => {
    if (!URL.canParse(url)) return { state: "broken", why: "not an address" };
    for (let number = 1; ; number++) {
      const status = await visit(new URL(url), number === 1 ? "HEAD" : "GET", fragments, send);
      if (status.mayPass !== true || number === MAX_ATTEMPTS) return status;
      await pause(backoff * 2 ** (number - 1));
    }
  };
}

/** @param method HEAD: GET follows if the page is needed, or if the server may not support HEAD */
async function visit(url: URL, method: Method, fragments: readonly string[], send: Send): Promise<ExternalStatus> {
  let address = url;
  let moved: string | undefined;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const reply = await send(address, method);
    if ("state" in reply) return reply;
    const { response, html } = reply;
    const { ok, status, headers } = response;
    const location = headers.get("location");
    if (location === null || ![301, 302, 303, 307, 308].includes(status)) {
      const ids = html === undefined || fragments.length === 0 ? undefined : new Set(idsIn(html).anchors);
      if (method === "HEAD" && (ok ? ids !== undefined : status !== 429)) return visit(url, "GET", fragments, send);
      // GitHub adds a prefix to ids.
      const missing = fragments.filter((id) => ids?.has(id) === false && !ids.has(`user-content-${id}`));
      if (ok) return { state: "fine", moved, missing };
      const mayPass = (status === 429 || status >= 500) && retryAfter(response) <= MAX_DELAY_MS;
      const isUnsure = status < 400 || [401, 403, 429].includes(status) || (status >= 500 && !mayPass);
      return { state: isUnsure ? "unsure" : "broken", why: `status ${status}`, mayPass };
    }
    const next = attempt(() => new URL(location, address));
    if (!next?.protocol.startsWith("http")) return { state: "broken", why: `a redirect to "${location}"` };
    // Only as long as each redirect so far was permanent.
    if ((status === 301 || status === 308) && (moved ?? url.href) === address.href) moved = next.href;
    address = next;
  }
  return { state: "broken", why: `more than ${MAX_REDIRECTS} redirects` };
}

/** The delay that a response requests, in milliseconds; zero or less for none. */
function retryAfter({ headers }: Response): number {
  const header = headers.get("retry-after") ?? "";
  return Number(header) * 1000 || Date.parse(header) - Date.now() || 0;
}

const networks = new BlockList();
/** Networks that are not on the public internet, and those of IPv6 that embed IPv4 addresses. */
const NETWORKS =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 " +
  "64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8";
for (const [, address = "", bits] of NETWORKS.matchAll(/(\S+)\/(\d+)/g)) {
  networks.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
}

/** The address of a host that has only private addresses; undefined for others. @throws the system's error */
export async function privateAddressOf({ hostname }: URL): Promise<string | undefined> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(literal) === 0 ? await lookup(hostname, { all: true }) : [{ address: literal }];
  // Node compares IPv4-mapped addresses with the IPv4 networks as well.
  const isPrivate = addresses.every(({ address }) => networks.check(address, address.includes(":") ? "ipv6" : "ipv4"));
  return isPrivate ? addresses[0]?.address : undefined;
}
