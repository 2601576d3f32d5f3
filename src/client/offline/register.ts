import { mayPrefetch } from "../router/prefetch.ts";

/** Has the site kept for reading without a network, unless the reader saves data. @param address of the worker */
export async function keepOffline(address: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !mayPrefetch()) return;
  const { serviceWorker } = navigator;
  await serviceWorker.register(address);
  const { active } = await serviceWorker.ready;
  // This page was loaded without it.
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage([location.href, ...loaded]);
}
