import type { Problem } from "../shared/problem.ts";
import type { InputName, KnownInputs } from "./inputs.ts";
import { ERROR_PREFIX, type Node, newNode, nodeId, type Trace } from "./node.ts";
import type { TaskDef } from "./task.ts";

/** The stored form of the dependency graph: results and their traces. */
interface StoredGraph {
  readonly inputs: KnownInputs;
  readonly nodes: readonly StoredNode[];
}

/**
 * A result. `trace` alternates references and digests: a reference ≥ 0 is an index in `nodes`, a negative one an input
 * in `inputs`, from -1 down.
 */
type StoredNode = readonly [
  task: string,
  key: string,
  digest: string,
  trace: readonly (number | string)[],
  problems: readonly Problem[],
  inline?: unknown,
];

/** Converts a graph to its stored form. @param nodes results without errors, with all of their dependencies */
export function packGraph(nodes: readonly Node[], inputs: KnownInputs): StoredGraph {
  const places = new Map<Node | InputName, number>();
  for (const node of nodes) places.set(node, places.size);
  for (const [index, name] of Object.keys(inputs).entries()) places.set(name as InputName, -1 - index);
  const kept = nodes.map((node): StoredNode => {
    const trace = (node.trace ?? []).flatMap(([of, digest]) => [places.get(of) ?? 0, digest]);
    const result = [node.def.name, node.key, node.digest, trace, node.problems] as const;
    return node.def.keep === "graph" ? [...result, node.value === undefined ? node.inline : node.value.of] : result;
  });
  return { inputs, nodes: kept };
}

/**
 * Reads a stored graph. A result is dropped if its task no longer exists.
 *
 * @param kept as the store returns it
 * @param tasks all tasks of the program
 * @throws Error if two tasks have the same name
 */
export function unpackGraph(
  kept: unknown,
  tasks: readonly TaskDef<unknown>[],
): { readonly nodes: Map<string, Node>; readonly knownInputs: KnownInputs } {
  const nodes = new Map<string, Node>();
  const byName = new Map(tasks.map((def) => [def.name, def]));
  if (byName.size !== tasks.length) throw new Error("two tasks have the same name");
  if (!isGraph(kept)) return { nodes, knownInputs: {} };
  const names = Object.keys(kept.inputs) as InputName[];
  const all = kept.nodes.map(([task, key]) => {
    const def = byName.get(task);
    return def === undefined ? undefined : newNode(def, key);
  });
  for (const [index, node] of all.entries()) {
    const [, , digest, trace, problems, inline] = kept.nodes[index] as StoredNode;
    const read = node === undefined ? undefined : readTrace(trace, all, names);
    if (node === undefined || read === undefined) continue;
    nodes.set(nodeId(node.def, node.key), node);
    // Errors are not stored: the task runs again.
    if (digest.startsWith(ERROR_PREFIX)) continue;
    Object.assign(node, { digest, trace: read, problems, inline, isGood: true } satisfies Partial<Node>);
  }
  return { nodes, knownInputs: kept.inputs };
}

/** Reads a stored trace. @returns undefined if it refers to something that no longer exists */
function readTrace(
  trace: readonly (number | string)[],
  nodes: readonly (Node | undefined)[],
  names: readonly InputName[],
): Trace | undefined {
  const read: [of: InputName | Node, digest: string][] = [];
  for (let at = 0; at < trace.length; at += 2) {
    const index = trace[at] as number;
    const of = index < 0 ? names[-1 - index] : nodes[index];
    if (of === undefined) return undefined;
    read.push([of, trace[at + 1] as string]);
  }
  return read;
}

function isGraph(value: unknown): value is StoredGraph {
  const { inputs, nodes } = (value ?? {}) as Partial<StoredGraph>;
  return typeof inputs === "object" && inputs !== null && Array.isArray(nodes) && nodes.every(isNode);
}

function isNode(value: unknown): value is StoredNode {
  if (!Array.isArray(value)) return false;
  const [task, key, digest, trace, problems] = value as readonly unknown[];
  const isText = typeof task === "string" && typeof key === "string" && typeof digest === "string";
  return isText && Array.isArray(trace) && Array.isArray(problems);
}
