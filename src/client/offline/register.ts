import { siteTag } from "../page.ts";
import { mayPrefetch } from "../router/load-pages.ts";

/** Caches the site for offline reading, unless the reader saves data. @param address of the service worker */
export function keepOffline(address: string): void {
  register(address).catch((error) => console.info(`docgen: pages are not available offline: ${String(error)}`));
}

async function register(address: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !mayPrefetch()) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(address);
  // The service worker has found that another build is deployed.
  serviceWorker.addEventListener("message", () => registration.update().catch(() => {}));
  const { active } = await serviceWorker.ready;
  // The service worker didn't see the requests of this page.
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage([location.href, siteTag().site ?? "", ...loaded]);
}
