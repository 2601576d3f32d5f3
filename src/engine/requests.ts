import { forgetNode, type Graph, inputNames, isFresh, isStoredFresh, nodeOf, reached } from "./graph.ts";
import { type Node, nodeId } from "./node.ts";
import type { TaskDef } from "./task.ts";

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
    for (const [result, last] of ofStored.entries()) if (last > 0 && last < revision) roots.push(result);
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
