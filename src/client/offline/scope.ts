/** A worker's own side of its events; the compiler knows those of a window. */
export interface Lifetime extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
export interface FetchEvent extends Lifetime {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}
export interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <T extends Event>(type: string, listener: (event: T) => void) => void;
}
