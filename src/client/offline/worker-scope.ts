/** Types of a service worker's scope and events, as the compiler's are those of a window. */
export interface LifetimeEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
export interface FetchEvent extends LifetimeEvent {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: () => Promise<readonly { readonly postMessage: (message: string) => void }[]>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <T extends Event>(type: string, listener: (event: T) => void) => void;
}
