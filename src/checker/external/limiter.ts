/** Limits of concurrency and rate. */
export interface LimiterSettings {
  readonly perHost: number;
  readonly total: number;
  /** Minimum time between the starts of requests to a host, in milliseconds. */
  readonly interval: number;
  readonly clock?: Clock;
}

export interface Clock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export type Limiter = ReturnType<typeof createLimiter>;

interface Host {
  active: number;
  /** Earliest time of the next request. */
  next: number;
  isWaiting: boolean;
  readonly queue: (() => void)[];
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export function createLimiter({ perHost, total, interval, clock = systemClock }: LimiterSettings) {
  const hosts = new Map<string, Host>();
  let active = 0;
  const hostOf = (name: string): Host => {
    const host = hosts.get(name) ?? { active: 0, next: 0, isWaiting: false, queue: [] };
    hosts.set(name, host);
    return host;
  };
  const startNext = (host: Host): boolean => {
    if (host.isWaiting || host.queue.length === 0 || active >= total || host.active >= perHost) return false;
    const wait = host.next - clock.now();
    if (wait > 0) {
      host.isWaiting = true;
      void clock.sleep(wait).then(() => {
        host.isWaiting = false;
        startAll();
      });
      return false;
    }
    host.next = clock.now() + interval;
    host.active += 1;
    active += 1;
    host.queue.shift()?.();
    return true;
  };
  const startAll = () => {
    for (const host of hosts.values()) while (startNext(host));
  };
  return {
    clock,
    /** Runs a task when the limits allow it. @param name of the host */
    run: async <T>(name: string, task: () => Promise<T>): Promise<T> => {
      const host = hostOf(name);
      await new Promise<void>((resolve) => {
        host.queue.push(resolve);
        startAll();
      });
      try {
        return await task();
      } finally {
        host.active -= 1;
        active -= 1;
        startAll();
      }
    },
    /** Delays further requests to a host. */
    pause: (name: string, milliseconds: number) => {
      const host = hostOf(name);
      host.next = Math.max(host.next, clock.now() + milliseconds);
    },
  };
}
