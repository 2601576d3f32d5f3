import { hash } from "node:crypto";
import type { Node } from "./node.ts";
import { NO_STORE, type ResultStore } from "./result-store.ts";
import type { SharedResults } from "./shared-results.ts";
import { type StoredGraph, storedValue } from "./stored-graph.ts";

/**
 * Maximum number of results in memory, by where they are kept; the least recently used is dropped first. Several tasks
 * read a page's document, some after all pages were compiled; a build stages an output some time after it was made.
 */
const MAX_IN_MEMORY = { disk: 512, output: 256 };

/** Where values of results are kept. */
export interface ValueStores {
  readonly store: ResultStore;
  /** Results of an earlier process. */
  readonly stored: StoredGraph;
  readonly shared: SharedResults | undefined;
  /** See `EngineOptions.readOutput`. */
  readonly readOutput: ((node: Pick<Node, "def" | "key" | "digest">) => unknown) | undefined;
  /** Results in memory, the most recently used last. */
  readonly inMemory: Readonly<Record<Exclude<Node["def"]["keep"], "memory" | "graph">, Set<Node>>>;
}

/** The value of a result that is up to date, from memory or from the place where it is stored. */
export function storedResult(stores: ValueStores, node: Node): { readonly of: unknown } | undefined {
  const { store, readOutput } = stores;
  if (node.value !== undefined || (node.trace === undefined && node.stored === -1)) return node.value;
  const read = {
    memory: () => undefined,
    graph: () => inlineOf(stores, node),
    disk: () => store.value(node.digest),
    output: () => readOutput?.(node),
  };
  const value = read[node.def.keep]();
  return value === undefined ? undefined : { of: value };
}

/** The stored value of a `graph` result; undefined if it has none. */
export function inlineOf({ stored }: Pick<ValueStores, "stored">, node: Node): unknown {
  if (node.stored !== -1) node.inline ??= storedValue(stored, node.stored);
  return node.inline;
}

/** Marks a result as the most recently used and drops the least recently used from memory. */
export function touch(stores: ValueStores, node: Node): void {
  const { inMemory, store } = stores;
  const { keep } = node.def;
  if (keep !== "disk" && keep !== "output") return;
  const nodes = inMemory[keep];
  nodes.delete(node);
  nodes.add(node);
  const [oldest] = nodes;
  if (oldest !== undefined && nodes.size > MAX_IN_MEMORY[keep] && store !== NO_STORE) drop(stores, oldest);
}

/** Drops the value of a result from memory. */
export function drop({ inMemory }: Pick<ValueStores, "inMemory">, node: Node): void {
  const { keep } = node.def;
  if (keep === "disk" || keep === "output") inMemory[keep].delete(node);
  node.value = undefined;
}

/** The value of a result that another machine made; undefined if it can't be loaded. */
export async function sharedValue(stores: ValueStores, { def, key, digest }: Node) {
  const shared = await stores.shared?.value(def, key, digest);
  return shared !== undefined && hash("sha1", shared.bytes, "base64url") === digest ? shared : undefined;
}

/** Loads the value of a result that another machine made into memory. @returns whether that succeeded */
export async function loadShared(stores: ValueStores, node: Node): Promise<boolean> {
  const { def, digest } = node;
  const shared = await sharedValue(stores, node);
  if (shared === undefined) return false;
  const text = def.keep === "disk" || shared.isText ? shared.bytes.toString("utf8") : "";
  node.value = { of: def.keep === "disk" ? JSON.parse(text) : shared.isText ? text : shared.bytes };
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
