import { make } from "../../dom.ts";
import type { LibraryState } from "../frame-messages.ts";

/** Attributes of a script of the library, from the site's configuration. */
interface LibraryScript {
  /** Absolute address. */
  readonly src: string;
  readonly type?: string;
  readonly integrity?: string;
  readonly crossorigin?: string;
}

/** The library that the samples use, from the site's configuration. */
export interface Library {
  /** Name of the global variable that its scripts set; empty if there is no library. */
  readonly global: string;
  /** Run in their order. */
  readonly scripts: readonly LibraryScript[];
}

/**
 * Loads the library that the samples use.
 *
 * @param onState called on each change, with the address of the script that failed
 * @returns a function that loads the scripts once and returns whether some are still missing; a call after a failure
 *   retries the failed ones
 */
export function createLibraryLoader(
  { global, scripts }: Library,
  onState: (state: LibraryState, address?: string) => void,
): () => boolean {
  let missing = scripts;
  let isLoading = false;
  const load = async () => {
    if (isLoading || missing.length === 0) return;
    isLoading = true;
    onState("loading");
    const outcomes = await Promise.all(missing.map(addScript));
    missing = missing.filter((_, index) => outcomes[index] === false);
    isLoading = false;
    const globals = globalThis as unknown as Record<string, object | undefined>;
    const value = globals[global];
    if (value !== undefined) globals[global] = rethrowingProxy(value);
    if (missing[0] === undefined) onState("ready");
    else onState("failed", missing[0].src);
  };
  return () => {
    void load();
    return missing.length > 0;
  };
}

function addScript(attributes: LibraryScript): Promise<boolean> {
  const script = make("script", { async: false });
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  return new Promise((resolve) => {
    script.addEventListener("load", () => resolve(true));
    script.addEventListener("error", () => {
      script.remove();
      resolve(false);
    });
    document.head.append(script);
  });
}

/**
 * Wraps an object so that its functions throw errors created here. Browsers hide details of errors thrown by a script
 * of another origin ("Script error." without a line, and no event for rejected promises); rethrown by this script
 * they are reported like the sample's own.
 */
function rethrowingProxy<T extends object>(original: T): T {
  const proxies = new WeakMap<object, object>();
  const wrap = <V>(value: V): V => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return value;
    const existing = proxies.get(value);
    if (existing !== undefined) return existing as V;
    const proxy = new Proxy<object>(value, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        return isNamespaceOrFunction(member) ? wrap(member) : member;
      },
      apply: (target, self, args) => {
        try {
          return Reflect.apply(target as () => unknown, self, args);
        } catch (error) {
          throw error instanceof Error ? Object.assign(new Error(error.message), { name: error.name }) : error;
        }
      },
    });
    proxies.set(value, proxy);
    return proxy as V;
  };
  return wrap(original);
}

function isNamespaceOrFunction(value: unknown): boolean {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
