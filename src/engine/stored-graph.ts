import type { Problem } from "../shared/problem.ts";
import type { InputName, KnownInputs } from "./inputs.ts";
import { ERROR_PREFIX, type Node, newNode, nodeId, type Trace } from "./node.ts";
import type { TaskDef } from "./task.ts";

/** The stored form of the dependency graph: results and their traces. Names and keys are stored once. */
interface StoredGraph {
  readonly inputs: KnownInputs;
  readonly tasks: readonly string[];
  readonly keys: readonly string[];
  readonly nodes: readonly StoredNode[];
}

/**
 * A result; its task and key are indexes in `tasks` and `keys`. `trace` holds references: one ≥ 0 is an index in `nodes`,
 * a negative one an input in `inputs`, from -1 down. Where the digest that was read is not the one stored there, it
 * follows the reference.
 */
type StoredNode = readonly [
  task: number,
  key: number,
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
  const [tasks, keys] = [new Map<string, number>(), new Map<string, number>()];
  const kept = nodes.map(({ def, key, digest, trace = [], problems, value, inline }): StoredNode => {
    const references = trace.flatMap(([of, read]) => {
      const stored = typeof of === "string" ? inputs[of]?.[1] : of.digest;
      return read === stored ? (places.get(of) ?? 0) : [places.get(of) ?? 0, read];
    });
    const result = [indexIn(tasks, def.name), indexIn(keys, key), digest, references, problems] as const;
    return def.keep === "graph" ? [...result, value === undefined ? inline : value.of] : result;
  });
  return { inputs, tasks: [...tasks.keys()], keys: [...keys.keys()], nodes: kept };
}

/** Index of a text among the distinct ones so far; a new one is added. */
function indexIn(texts: Map<string, number>, text: string): number {
  const index = texts.get(text) ?? texts.size;
  if (index === texts.size) texts.set(text, index);
  return index;
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
  const inputs = Object.entries(kept.inputs).map(([name, [, digest]]) => ({ of: name as InputName, digest }));
  const defs = kept.tasks.map((name) => byName.get(name));
  const all = kept.nodes.map(([task, key]) => {
    const def = defs[task];
    return def && newNode(def, kept.keys[key] ?? "");
  });
  const ofReference = (at: number) => (at < 0 ? inputs[-1 - at]?.of : all[at]);
  const digestAt = (at: number) => (at < 0 ? inputs[-1 - at]?.digest : kept.nodes[at]?.[2]) ?? "";
  for (const [index, node] of all.entries()) {
    const [, , digest, trace, problems, inline] = kept.nodes[index] as StoredNode;
    const read = node === undefined ? undefined : readTrace(trace, ofReference, digestAt);
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
  ofReference: (at: number) => InputName | Node | undefined,
  digestAt: (at: number) => string,
): Trace | undefined {
  const read: [of: InputName | Node, digest: string][] = [];
  for (let at = 0; at < trace.length; at++) {
    const reference = trace[at] as number;
    const of = ofReference(reference);
    if (of === undefined) return undefined;
    const next = trace[at + 1];
    if (typeof next === "string") at++;
    read.push([of, typeof next === "string" ? next : digestAt(reference)]);
  }
  return read;
}

function isGraph(value: unknown): value is StoredGraph {
  const { inputs, tasks, keys, nodes } = (value ?? {}) as Partial<StoredGraph>;
  const areLists = [tasks, keys, nodes].every(Array.isArray);
  return typeof inputs === "object" && inputs !== null && areLists && nodes?.every(isNode) === true;
}

function isNode(value: unknown): value is StoredNode {
  if (!Array.isArray(value)) return false;
  const [task, key, digest, trace, problems] = value as readonly unknown[];
  const isResult = typeof task === "number" && typeof key === "number" && typeof digest === "string";
  return isResult && Array.isArray(trace) && Array.isArray(problems);
}
