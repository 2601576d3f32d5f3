import type { LifetimeEvent, WorkerScope } from "./worker-scope.ts";

/** Replaces the service worker when offline reading was turned off: deletes its caches, and unregisters itself. */
const worker = globalThis as unknown as WorkerScope;

worker.addEventListener("install", (event: LifetimeEvent) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event: LifetimeEvent) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const prefix = `docgen ${new URL(worker.registration.scope).pathname} `;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
