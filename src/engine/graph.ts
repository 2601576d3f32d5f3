import { type InputName, type Inputs, isVolatile } from "./inputs.ts";
import { ERROR_PREFIX, type Node, newNode, nodeId, type Trace } from "./node.ts";
import { inputAt, readDigest, type UsedResults } from "./stored-graph.ts";
import type { TaskDef } from "./task.ts";
import { drop, inlineOf, type ValueStores } from "./values.ts";

/** The dependency graph: nodes, and results of an earlier process that no node was made of. */
export interface Graph extends ValueStores {
  readonly nodes: Map<string, Node>;
  readonly inputs: Inputs;
  readonly taskNamed: ReadonlyMap<string, TaskDef<unknown>>;
  /** The number of a stored result; -1 if there is none. */
  readonly storedNumber: (task: string, key: string) => number;
  /** Nodes of stored results, by number. */
  readonly storedNodes: (Node | undefined)[];
  /** For each stored result the revision in which it was checked last; negative if it was not up to date. */
  readonly storedChecks: Int32Array;
  /** Incremented whenever inputs may have changed. */
  revision: number;
}

/** The node of a task and key; created on first use. */
export function nodeOf(all: Graph, def: TaskDef<unknown>, key: string): Node {
  const id = nodeId(def, key);
  const existing = all.nodes.get(id);
  if (existing !== undefined) return existing;
  const node = newNode(def, key);
  all.nodes.set(id, node);
  const stored = all.storedNumber(def.name, key);
  if (stored === -1) return node;
  all.storedNodes[stored] = node;
  const digest = all.stored.digests[stored] ?? "";
  // Errors are not stored: the task runs again.
  if (digest === ERROR_PREFIX) return node;
  return Object.assign(node, { stored, digest, problems: all.stored.problems.get(stored) ?? [], isGood: true });
}

/** The node of a stored result; undefined if its task no longer exists. */
function storedNode(all: Graph, result: number): Node | undefined {
  const { tasks, taskOf, keys, keyOf } = all.stored;
  const def = all.taskNamed.get(tasks[taskOf[result] ?? 0] ?? "");
  return all.storedNodes[result] ?? (def && nodeOf(all, def, keys[keyOf[result] ?? 0] ?? ""));
}

/** The trace of a result; loads it from the stored graph. Undefined if it refers to something that no longer exists. */
export function traceOf(all: Graph, node: Node): Trace | undefined {
  const { stored } = node;
  if (stored === -1) return node.trace;
  const { dependencies, dependenciesOf } = all.stored;
  const trace: [of: InputName | Node, digest: string][] = [];
  const end = dependenciesOf[stored + 1] ?? 0;
  const first = dependenciesOf[stored] ?? 0;
  for (let at = first; at < end; at++) {
    const to = dependencies[at] ?? 0;
    const of = inputAt(all.stored, to) ?? storedNode(all, to);
    if (of !== undefined) trace.push([of, readDigest(all.stored, at)]);
  }
  node.inline = inlineOf(all, node);
  node.trace = trace.length === end - first ? trace : undefined;
  node.stored = -1;
  return node.trace;
}

/** Forgets a result; if it is requested again, it is computed again. */
function forgetNode(all: Graph, node: Node): void {
  all.nodes.delete(nodeId(node.def, node.key));
  const stored = all.storedNumber(node.def.name, node.key);
  if (stored !== -1) all.storedNodes[stored] = undefined;
  drop(all, node);
}

/** Whether a result is known to be up to date without running any task. */
export function isFresh(all: Graph, node: Node): boolean {
  const { revision, inputs } = all;
  if (node.verified === revision) return true;
  if (node.unverified === revision || node.running !== undefined) return false;
  node.unverified = revision;
  const holds =
    node.stored === -1
      ? node.trace?.every(([of, digest]) => {
          if (typeof of === "string") return !isVolatile(of) && inputs.digestOf(of) === digest;
          return isFresh(all, of) && of.digest === digest;
        })
      : isStoredTraceUnchanged(all, node.stored);
  if (holds === true) node.verified = revision;
  return holds === true;
}

/** Like `isFresh`, for a stored result. No node is made. */
export function isStoredFresh(all: Graph, result: number): boolean {
  const { storedNodes, storedChecks, revision } = all;
  const node = storedNodes[result];
  if (node !== undefined) return isFresh(all, node);
  const checked = storedChecks[result] ?? 0;
  if (Math.abs(checked) === revision) return checked > 0;
  storedChecks[result] = -revision;
  const isUpToDate = all.stored.digests[result] !== ERROR_PREFIX && isStoredTraceUnchanged(all, result);
  if (isUpToDate) storedChecks[result] = revision;
  return isUpToDate;
}

function isStoredTraceUnchanged(all: Graph, result: number): boolean {
  const { stored, storedNodes, inputs } = all;
  const { dependencies, dependenciesOf, digests } = stored;
  for (let at = dependenciesOf[result] ?? 0; at < (dependenciesOf[result + 1] ?? 0); at++) {
    const to = dependencies[at] ?? 0;
    const input = inputAt(stored, to);
    const read = readDigest(stored, at);
    if (input === undefined) {
      if (!isStoredFresh(all, to) || (storedNodes[to]?.digest ?? digests[to]) !== read) return false;
    } else if (isVolatile(input) || inputs.digestOf(input) !== read) return false;
  }
  return true;
}

/** Results and their transitive dependencies. @param roots nodes, and numbers of stored results */
export function reached({ stored, storedNodes }: Graph, roots: Iterable<Node | number>): UsedResults {
  const { dependencies, dependenciesOf, digests } = stored;
  const nodes = new Set<Node>();
  const results: number[] = [];
  const isReached = new Uint8Array(digests.length);
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const node = typeof next === "number" ? storedNodes[next] : next;
    if (node?.stored === -1) {
      if (nodes.has(node)) continue;
      nodes.add(node);
      for (const [of] of node.trace ?? []) if (typeof of !== "string") pending.push(of);
      continue;
    }
    const result = typeof next === "number" ? next : next.stored;
    if (isReached[result] === 1) continue;
    isReached[result] = 1;
    results.push(result);
    for (let at = dependenciesOf[result] ?? 0; at < (dependenciesOf[result + 1] ?? 0); at++) {
      const to = dependencies[at] ?? 0;
      if (to >= 0) pending.push(to);
    }
  }
  return { stored: results, nodes: [...nodes] };
}

/** The inputs in the traces of results. */
export function inputNames({ stored }: Graph, used: UsedResults): Set<InputName> {
  const { dependencies, dependenciesOf } = stored;
  const isRead = new Uint8Array(stored.inputNames.length);
  for (const result of used.stored) {
    for (let at = dependenciesOf[result] ?? 0; at < (dependenciesOf[result + 1] ?? 0); at++) {
      const to = dependencies[at] ?? 0;
      if (to < 0) isRead[-1 - to] = 1;
    }
  }
  const names = new Set(stored.inputNames.filter((_, number) => isRead[number] === 1));
  for (const { trace } of used.nodes) for (const [of] of trace ?? []) if (typeof of === "string") names.add(of);
  return names;
}

/** Number of revisions after which a result that is no longer requested is forgotten. */
const KEPT_REVISIONS = 100;

/** Which results were requested, and when. */
export interface Requests {
  /** Requests a result. */
  readonly node: (def: TaskDef<unknown>, key: string) => Node;
  /** Requests the digest of a result, without making a node. @returns undefined if not up to date, or an error */
  readonly freshDigest: (def: TaskDef<unknown>, key: string) => string | undefined;
  /** Requested results: nodes, and numbers of stored ones without a node. */
  readonly roots: () => (Node | number)[];
  /** Forgets results that have not been requested for a long time, e.g. those of deleted pages, and their inputs. */
  readonly forgetOld: () => void;
}

/** Records which results of a graph are requested, in the revisions of the graph. */
export function createRequests(all: Graph): Requests {
  /** Revision of the last request, for nodes and for stored results by number; 0: none. */
  const ofNodes = new Map<Node, number>();
  const ofStored = new Int32Array(all.stored.digests.length);
  const requestedBefore = (revision: number): (Node | number)[] => {
    const roots: (Node | number)[] = [...ofNodes].flatMap(([node, last]) => (last < revision ? [node] : []));
    ofStored.forEach((last, result) => {
      if (last > 0 && last < revision) roots.push(result);
    });
    return roots;
  };
  const node = (def: TaskDef<unknown>, key: string) => {
    const asked = nodeOf(all, def, key);
    ofNodes.set(asked, all.revision);
    return asked;
  };
  return {
    node,
    freshDigest: (def, key) => {
      const result = all.nodes.has(nodeId(def, key)) ? -1 : all.storedNumber(def.name, key);
      if (result !== -1 && isStoredFresh(all, result)) {
        ofStored[result] = all.revision;
        return all.stored.digests[result];
      }
      const asked = node(def, key);
      return isFresh(all, asked) && asked.error === undefined ? asked.digest : undefined;
    },
    roots: () => requestedBefore(Number.POSITIVE_INFINITY),
    forgetOld: () => {
      const old = requestedBefore(all.revision - KEPT_REVISIONS);
      if (old.length === 0) return;
      for (const root of old) {
        if (typeof root === "number") ofStored[root] = 0;
        else ofNodes.delete(root);
      }
      const used = reached(all, requestedBefore(Number.POSITIVE_INFINITY));
      const isUsed = new Set<Node | number>([...used.nodes, ...used.stored]);
      const unused = reached(all, old);
      const kept = inputNames(all, used);
      all.inputs.forget([...inputNames(all, unused)].filter((name) => !kept.has(name)));
      for (const result of [...unused.nodes, ...unused.stored]) {
        const of = typeof result === "number" ? all.storedNodes[result] : result;
        if (of !== undefined && !isUsed.has(result)) forgetNode(all, of);
      }
    },
  };
}
