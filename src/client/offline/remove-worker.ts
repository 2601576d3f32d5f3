/** Takes the place of a worker that a site no longer wants: drops what it kept, and itself. */
interface Lifetime extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: (type: string, listener: (event: Lifetime) => void) => void;
}

const worker = globalThis as unknown as Scope;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const own = `docgen ${new URL(worker.registration.scope).pathname} `;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(own)).map((name) => caches.delete(name)));
  await worker.registration.unregister();
}

// A module: its names are its own.
export {};
