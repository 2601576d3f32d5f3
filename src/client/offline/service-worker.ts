import type { SiteData } from "../../theme/theme-types.ts";
import type { FetchEvent, LifetimeEvent, WorkerScope } from "./worker-scope.ts";

declare const DOCGEN_OFFLINE: {
  /** Hash of the whole build. */
  readonly build: string;
  /** Paths of files that every page of the default language and the last version needs for reading and searching. */
  readonly needed: readonly string[];
  readonly buildFile: string;
  /** All languages. The default one is last, as its folder contains those of the others. */
  readonly languages: readonly {
    readonly folder: string;
    /** Shown for pages that aren't cached. */
    readonly offlinePage: string;
  }[];
};

const worker = globalThis as unknown as WorkerScope;
const { build, needed, buildFile, languages } = DOCGEN_OFFLINE;
const base = new URL(worker.registration.scope).pathname;
/** One cache per build, so that builds are never mixed. */
const PREFIX = `docgen ${base} `;
const CACHE = PREFIX + build;
/** Files with a hash of their content in the name: immutable. */
const ASSETS = `${base}assets/`;

worker.addEventListener("install", (event: LifetimeEvent) => event.waitUntil(prepare()));
worker.addEventListener("activate", (event: LifetimeEvent) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event: LifetimeEvent & MessageEvent<readonly string[]>) => {
  event.waitUntil(keepVisited(event.data));
});
worker.addEventListener("fetch", (event: FetchEvent) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || !isCacheable(request.url) || request.headers.has("range")) return;
  event.respondWith(pathname.startsWith(ASSETS) ? assetOf(request) : pageOf(request, event));
});

/** Fetches the files that every page needs; fails if another build was deployed since, to be retried. */
async function prepare(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(
      needed.map(async (path) => {
        const response = await fetch(path, { cache: "no-cache" });
        if (!response.ok) throw new Error(`${path}: status ${response.status}`);
        await cache.put(keyOf(path), await withoutRedirect(response));
      }),
    );
    if ((await deployed()) !== build) throw new Error("another build is deployed");
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Caches a visited page with all that it uses: the site data of its language and version, the search indexes named
 * there, and the resources that it loaded before this worker was active.
 */
async function keepVisited([page = base, site = base, ...loaded]: readonly string[]): Promise<void> {
  const indexes = await indexesOf(site).catch(() => []);
  const addresses = [page, site, ...indexes, ...loaded];
  await Promise.allSettled(
    addresses.filter(isCacheable).map(async (address) => {
      if ((await cached(address)) !== undefined) return;
      const response = await fetch(address);
      if (mayKeep(response)) await addToCache(address, response);
    }),
  );
}

/** Paths of the search indexes that a site's data names. */
async function indexesOf(site: string): Promise<string[]> {
  const response = (await cached(site)) ?? (await fetch(site));
  const { baseUrl, searchTags } = (await response.json()) as Pick<SiteData, "baseUrl" | "searchTags">;
  return searchTags.map((tag) => `${baseUrl}search-index-${tag}.json`);
}

async function assetOf(request: Request): Promise<Response> {
  const cachedResponse = await cached(request.url);
  if (cachedResponse !== undefined) return cachedResponse;
  const [response, cache] = await Promise.all([fetch(request), openOwnCache()]);
  if (response.ok) await cache?.put(keyOf(request.url), await withoutRedirect(response.clone()));
  return response;
}

/** Network first; offline the cached response, else the offline page. */
async function pageOf(request: Request, event: LifetimeEvent): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const cachedResponse = await cached(request.url);
    if (cachedResponse !== undefined) return cachedResponse;
    if (request.mode !== "navigate") throw error;
    const { pathname } = new URL(request.url);
    const language = languages.find(({ folder }) => pathname.startsWith(folder));
    return new Response(language?.offlinePage, {
      status: 503,
      headers: { "Content-Type": "text/html; charset=utf-8" },
    });
  }
  if (mayKeep(response)) event.waitUntil(addToCache(request.url, response.clone()));
  return response;
}

/**
 * Whether a response may be cached: successful, of this origin, and neither `no-store` nor an event stream. Other apps
 * may run below the site's root.
 */
function mayKeep({ ok, type, headers }: Response): boolean {
  const isMomentary = /\bno-store\b/i.test(headers.get("Cache-Control") ?? "");
  return ok && type === "basic" && !isMomentary && !headers.get("Content-Type")?.startsWith("text/event-stream");
}

/**
 * Caches a response if it belongs to this worker's build: the hash of the deployed build is fetched after the response,
 * and deploys only go forward. If it belongs to another build, this build's cache is deleted too, or later pages would
 * mix two builds.
 */
async function addToCache(address: string, response: Response): Promise<void> {
  const current = await deployed();
  if (current === undefined) return;
  if (current !== build) {
    await caches.delete(CACHE);
    // Let the page check for the next worker: in Chromium, a worker that updates itself is kept waiting, and so is the
    // next one.
    for (const client of await worker.clients.matchAll()) client.postMessage("update");
    return;
  }
  await (await openOwnCache())?.put(keyOf(address), await withoutRedirect(response));
}

/** Opens this worker's cache, unless it was deleted: `caches.open` would recreate it. */
async function openOwnCache(): Promise<Cache | undefined> {
  if (!(await caches.has(CACHE))) return undefined;
  const cache = await caches.open(CACHE);
  // If it was deleted in between, it is empty: without the files that every page needs.
  const [first] = needed;
  if (first === undefined || (await cache.match(keyOf(first))) !== undefined) return cache;
  await caches.delete(CACHE);
  return undefined;
}

/** Hash of the deployed build; undefined offline. */
async function deployed(): Promise<string | undefined> {
  try {
    const response = await fetch(buildFile, { cache: "no-store" });
    return response.ok ? ((await response.json()) as { id?: string }).id : undefined;
  } catch {
    return undefined;
  }
}

/** Looks an address up with and without its final slash, as hosts do. */
async function cached(address: string): Promise<Response | undefined> {
  const key = keyOf(address);
  const other = key.endsWith("/") ? key.slice(0, -1) : `${key}/`;
  for (const name of [key, other]) {
    const response = await caches.match(name, { cacheName: CACHE, ignoreVary: true });
    if (response !== undefined) return response;
  }
  return undefined;
}

/** Whether a file may be cached: all but the file with the hash of the build. */
function isCacheable(address: string): boolean {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin && pathname.startsWith(base) && pathname !== buildFile;
}

/** Cache key: files don't depend on queries. */
function keyOf(address: string): string {
  const { origin, pathname } = new URL(address, location.origin);
  return origin + pathname;
}

/** Browsers reject a redirected response for a navigation. */
async function withoutRedirect(response: Response): Promise<Response> {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { status: response.status, headers: response.headers });
}
