import { hash } from "node:crypto";
import type { Node } from "./node.ts";
import { NO_STORE, type ResultStore } from "./result-store.ts";
import type { SharedResults } from "./shared-results.ts";

/** Maximum number of `disk` and `output` results in memory; the least recently used is dropped first. */
const MAX_IN_MEMORY = 256;

/** Where values of results are kept. */
export interface ValueStores {
  readonly store: ResultStore;
  readonly shared: SharedResults | undefined;
  /** See `EngineOptions.readOutput`. */
  readonly readOutput: ((node: Pick<Node, "def" | "key" | "digest">) => unknown) | undefined;
  /** `disk` and `output` results in memory, the most recently used last. */
  readonly inMemory: Set<Node>;
}

/** The value of a result that is up to date, from memory or from the place where it is stored. */
export function storedResult({ store, readOutput }: ValueStores, node: Node): { readonly of: unknown } | undefined {
  if (node.value !== undefined || node.trace === undefined) return node.value;
  const read = {
    memory: () => undefined,
    graph: () => node.inline,
    disk: () => store.value(node.digest),
    output: () => readOutput?.(node),
  };
  const found = read[node.def.keep]();
  return found === undefined ? undefined : { of: found };
}

/** Marks a result as the most recently used and drops the least recently used from memory. */
export function touch(stores: ValueStores, node: Node): void {
  const { inMemory, store } = stores;
  inMemory.delete(node);
  inMemory.add(node);
  if (inMemory.size <= MAX_IN_MEMORY || store === NO_STORE) return;
  const [oldest] = inMemory;
  if (oldest !== undefined) drop(stores, oldest);
}

function drop({ inMemory }: ValueStores, node: Node): void {
  inMemory.delete(node);
  node.value = undefined;
}

/** The value of a result that another machine made; undefined if it can't be loaded. */
export async function sharedValue(stores: ValueStores, { def, key, digest }: Node) {
  const found = await stores.shared?.value(def, key, digest);
  return found !== undefined && hash("sha1", found.bytes, "base64url") === digest ? found : undefined;
}

/** Loads the value of a result that another machine made into memory. @returns whether that succeeded */
export async function loadShared(stores: ValueStores, node: Node): Promise<boolean> {
  const { def, digest } = node;
  const found = await sharedValue(stores, node);
  if (found === undefined) return false;
  const text = def.keep === "disk" || found.isText ? found.bytes.toString("utf8") : "";
  node.value = { of: def.keep === "disk" ? JSON.parse(text) : found.isText ? text : found.bytes };
  if (def.keep === "disk") stores.store.putValue(digest, text);
  touch(stores, node);
  return true;
}

/** Keeps a value in memory; a large one is dropped if the next reader can load it again. */
export function keepInMemory(stores: ValueStores, node: Node, value: Node["value"]): void {
  if (node.def.isLarge === true && canBeLoaded(stores, node)) drop(stores, node);
  else if (node.def.keep === "disk") {
    node.value = value;
    touch(stores, node);
  }
}

/** Whether a value that is dropped from memory can be loaded again, rather than computed. */
function canBeLoaded({ store, readOutput }: ValueStores, { def }: Node): boolean {
  return def.keep === "disk" ? store !== NO_STORE : def.keep === "output" && readOutput !== undefined;
}
