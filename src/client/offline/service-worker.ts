import type { FetchEvent, Lifetime, Scope } from "./scope.ts";

/** What the build tells this worker; put in its place when it is bundled. */
declare const DOCGEN_OFFLINE: {
  /** Stands for every byte of the build that this worker belongs to. */
  readonly build: string;
  /** Paths of what reading and searching need on every page. */
  readonly needed: readonly string[];
  /** Path of the file that names the build that is deployed. */
  readonly buildFile: string;
  /** The page for what was not visited. */
  readonly offlinePage: string;
};

const worker = globalThis as unknown as Scope;
const { build, needed, buildFile, offlinePage } = DOCGEN_OFFLINE;
const base = new URL(worker.registration.scope).pathname;
/** One cache per build, so that nothing of two builds ever stands in one. */
const PREFIX = `docgen ${base} `;
const CACHE = PREFIX + build;
/** Named by their content: no build has other bytes under the same name. */
const ASSETS = `${base}assets/`;

worker.addEventListener("install", (event: Lifetime) => event.waitUntil(prepare()));
worker.addEventListener("activate", (event: Lifetime) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event: Lifetime & MessageEvent<readonly string[]>) => {
  event.waitUntil(keepVisited(event.data));
});
worker.addEventListener("fetch", (event: FetchEvent) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || !isKept(request.url) || request.headers.has("range")) return;
  event.respondWith(pathname.startsWith(ASSETS) ? assetOf(request) : pageOf(request, event));
});

/** Fetches what every page needs; fails, to be tried again, where another build is deployed by now. */
async function prepare(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(
      needed.map(async (path) => {
        const response = await fetch(path, { cache: "no-cache" });
        if (!response.ok) throw new Error(`${path}: status ${response.status}`);
        await cache.put(keyOf(path), await plain(response));
      }),
    );
    if ((await deployed()) !== build) throw new Error("another build is deployed");
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

/** Another build's pages are dropped as a whole. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/** A page that was open before this worker, and what it has loaded. */
async function keepVisited(addresses: readonly string[]): Promise<void> {
  await Promise.allSettled(
    addresses.filter(isKept).map(async (address) => {
      if ((await cached(address)) === undefined) await keep(address, await fetch(address));
    }),
  );
}

async function assetOf(request: Request): Promise<Response> {
  const found = await cached(request.url);
  if (found !== undefined) return found;
  const [response, cache] = await Promise.all([fetch(request), own()]);
  if (response.ok) await cache?.put(keyOf(request.url), await plain(response.clone()));
  return response;
}

/** What is deployed, and without a network what was visited. */
async function pageOf(request: Request, event: Lifetime): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const found = await cached(request.url);
    if (found !== undefined) return found;
    if (request.mode !== "navigate") throw error;
    return new Response(offlinePage, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  const copy = response.clone();
  event.waitUntil(keep(request.url, copy));
  return response;
}

/**
 * Keeps an answer, if it is of this worker's build: the build that is deployed is asked for after the
 * answer has come, and builds only go forward. Of another build nothing is kept, and nothing of this
 * one any more: what is shown from now on would be of two.
 */
async function keep(address: string, response: Response): Promise<void> {
  if (!response.ok || response.type !== "basic") return;
  const current = await deployed();
  if (current === undefined) return;
  if (current !== build) {
    await caches.delete(CACHE);
    await worker.registration.update();
    return;
  }
  await (await own())?.put(keyOf(address), await plain(response));
}

/** This worker's cache, unless it was dropped: what opens a cache by its name would begin it anew. */
async function own(): Promise<Cache | undefined> {
  if (!(await caches.has(CACHE))) return undefined;
  const cache = await caches.open(CACHE);
  // Dropped between the two, it came back empty: it began with what every page needs.
  const [first] = needed;
  if (first === undefined || (await cache.match(keyOf(first))) !== undefined) return cache;
  await caches.delete(CACHE);
  return undefined;
}

/** The build that the host has; undefined where it can't be asked. */
async function deployed(): Promise<string | undefined> {
  try {
    const response = await fetch(buildFile, { cache: "no-store" });
    return response.ok ? ((await response.json()) as { id?: string }).id : undefined;
  } catch {
    return undefined;
  }
}

/** Looks an address up as hosts do: with and without its last slash. */
async function cached(address: string): Promise<Response | undefined> {
  const key = keyOf(address);
  const other = key.endsWith("/") ? key.slice(0, -1) : `${key}/`;
  for (const name of [key, other]) {
    const found = await caches.match(name, { cacheName: CACHE, ignoreVary: true });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All of the site but the name of its build. */
function isKept(address: string): boolean {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin && pathname.startsWith(base) && pathname !== buildFile;
}

/** Queries make no difference to files. */
function keyOf(address: string): string {
  const { origin, pathname } = new URL(address, location.origin);
  return origin + pathname;
}

/** A browser refuses to show an answer that came by a redirect in another's place. */
async function plain(response: Response): Promise<Response> {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { status: response.status, headers: response.headers });
}
