import type { Lifetime, Scope } from "./scope.ts";

/** Takes the place of a worker that a site no longer wants: drops what it kept, and itself. */
const worker = globalThis as unknown as Scope;

worker.addEventListener("install", (event: Lifetime) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event: Lifetime) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const own = `docgen ${new URL(worker.registration.scope).pathname} `;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(own)).map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
