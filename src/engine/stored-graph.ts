import type { Problem } from "../shared/problem.ts";
import type { InputName, KnownInputs } from "./inputs.ts";
import { ERROR_PREFIX, type Node } from "./node.ts";

/**
 * Results of an earlier process, with their traces. They stay in the columns in which they are stored, as most edits
 * change few of them: only those become nodes. A result is a row, and its number is its position in the columns.
 */
export interface StoredGraph {
  readonly inputs: KnownInputs;
  readonly inputNames: readonly InputName[];
  readonly tasks: readonly string[];
  readonly keys: readonly string[];
  /** Positions in `tasks` and `keys`. */
  readonly taskOf: Int32Array;
  readonly keyOf: Int32Array;
  readonly digests: readonly string[];
  /** Where the dependencies of each result begin in `dependencies`; one number more, for their end. */
  readonly dependenciesOf: Int32Array;
  /** Numbers of results, or of inputs: -1 for the first of `inputNames`, and down from there. */
  readonly dependencies: Int32Array;
  /** Digests that were read, by position in `dependencies`, where they differ from that of the result or input. */
  readonly reads: ReadonlyMap<number, string>;
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
  /** Where the JSON of each value begins in `values`; one number more, for their end. Only `graph` results have one. */
  readonly valuesOf: Int32Array;
  readonly values: Buffer;
}

/** The part of a stored graph that is JSON: the first line, before the columns. */
interface Head extends Pick<StoredGraph, "inputs" | "tasks" | "keys"> {
  readonly reads: readonly (readonly [dependency: number, digest: string])[];
  readonly problems: readonly (readonly [result: number, problems: readonly Problem[]])[];
  /** Numbers of results and of dependencies, and the size of the digests in bytes. */
  readonly sizes: readonly [results: number, dependencies: number, digests: number];
}

/** The graph of a first build. */
export const EMPTY_GRAPH: StoredGraph = readGraph(Buffer.concat(createRows({}).pack()));

/** Reads a stored graph. @param bytes what `packGraph` returned, which the store has verified */
export function readGraph(bytes: Buffer): StoredGraph {
  let at = bytes.indexOf("\n") + 1;
  const head = JSON.parse(bytes.toString("utf8", 0, at)) as Head;
  const [results, count, digests] = head.sizes;
  const take = (size: number) => {
    at += size;
    return bytes.subarray(at - size, at);
  };
  // Copied, as the columns are not aligned in the file.
  const column = (length: number) =>
    new Int32Array(Uint8Array.from(take(length * Int32Array.BYTES_PER_ELEMENT)).buffer);
  return {
    inputs: head.inputs,
    inputNames: Object.keys(head.inputs) as InputName[],
    tasks: head.tasks,
    keys: head.keys,
    reads: new Map(head.reads),
    problems: new Map(head.problems),
    taskOf: column(results),
    keyOf: column(results),
    dependenciesOf: column(results + 1),
    dependencies: column(count),
    valuesOf: column(results + 1),
    digests: take(digests).toString("latin1").split("\n").slice(0, results),
    values: bytes.subarray(at),
  };
}

/** A function that returns the number of a stored result; -1 if there is none. */
export function createLookup({ tasks, keys, taskOf, keyOf }: StoredGraph): (task: string, key: string) => number {
  const taskNumbers = new Map(tasks.map((task, number) => [task, number]));
  const keyNumbers = new Map(keys.map((key, number) => [key, number]));
  // The results of each key are a chain: a map of all results takes ten times as long to fill.
  const firstOf = new Int32Array(keys.length).fill(-1);
  const nextOf = new Int32Array(keyOf.length);
  keyOf.forEach((key, result) => {
    nextOf[result] = firstOf[key] ?? -1;
    firstOf[key] = result;
  });
  return (task, key) => {
    const taskNumber = taskNumbers.get(task);
    const keyNumber = keyNumbers.get(key);
    if (taskNumber === undefined || keyNumber === undefined) return -1;
    let result = firstOf[keyNumber] ?? -1;
    while (result !== -1 && taskOf[result] !== taskNumber) result = nextOf[result] ?? -1;
    return result;
  };
}

/** The input that a stored dependency leads to; undefined if it leads to a result. */
export function inputAt({ inputNames }: StoredGraph, dependency: number): InputName | undefined {
  return dependency < 0 ? inputNames[-1 - dependency] : undefined;
}

/** The digest that a result has read from a dependency. @param at position in `dependencies` */
export function readDigest({ reads, dependencies, inputs, inputNames, digests }: StoredGraph, at: number): string {
  const to = dependencies[at] ?? 0;
  return reads.get(at) ?? (to < 0 ? inputs[inputNames[-1 - to] ?? ""]?.[1] : digests[to]) ?? "";
}

/** The value of a stored result; undefined if it has none. */
export function storedValue({ valuesOf, values }: StoredGraph, result: number): unknown {
  const json = values.toString("utf8", valuesOf[result], valuesOf[result + 1]);
  return json === "" ? undefined : JSON.parse(json);
}

/** Results to store: those that are only in the stored graph, by number, and nodes; with all of their dependencies. */
export interface UsedResults {
  readonly stored: readonly number[];
  readonly nodes: readonly Node[];
}

/**
 * Converts results to their stored form.
 *
 * @param graph the stored ones
 * @param nodeAt the node of a stored result, if it was made
 * @param inputs the state of all inputs of the results
 * @returns the parts of the file
 */
export function packGraph(
  { stored, nodes }: UsedResults,
  graph: StoredGraph,
  nodeAt: (result: number) => Node | undefined,
  inputs: KnownInputs,
): Uint8Array[] {
  const rows = createRows(inputs);
  const { taskOf, keyOf, tasks, keys, digests, valuesOf, dependenciesOf, dependencies } = graph;
  const nodeNumbers = new Map(nodes.map((node, number) => [node, stored.length + number]));
  // Looked up for each result and input, as they have many times more dependents.
  const numbers = new Int32Array(digests.length);
  stored.forEach((result, number) => {
    numbers[result] = number;
  });
  const digestsNow = digests.slice();
  for (let result = 0; result < digests.length; result++) {
    const node = nodeAt(result);
    if (node?.stored !== -1) continue;
    numbers[result] = nodeNumbers.get(node) ?? 0;
    digestsNow[result] = storedDigest(node.digest);
  }
  const inputNumbers = graph.inputNames.map(rows.numberOfInput);
  const inputsNow = graph.inputNames.map((name) => inputs[name]?.[1] ?? "");
  for (const result of stored) {
    for (let at = dependenciesOf[result] ?? 0; at < (dependenciesOf[result + 1] ?? 0); at++) {
      const to = dependencies[at] ?? 0;
      if (to < 0) rows.depend(inputNumbers[-1 - to] ?? 0, readDigest(graph, at), inputsNow[-1 - to] ?? "");
      else rows.depend(numbers[to] ?? 0, readDigest(graph, at), digestsNow[to] ?? "");
    }
    rows.add({
      task: tasks[taskOf[result] ?? 0] ?? "",
      key: keys[keyOf[result] ?? 0] ?? "",
      digest: digests[result] ?? "",
      problems: graph.problems.get(result) ?? [],
      value: graph.values.subarray(valuesOf[result], valuesOf[result + 1]),
    });
  }
  for (const { def, key, digest, trace = [], problems, value, inline } of nodes) {
    for (const [of, read] of trace) {
      if (typeof of === "string") rows.depend(rows.numberOfInput(of), read, inputs[of]?.[1] ?? "");
      else rows.depend(nodeNumbers.get(of) ?? numbers[of.stored] ?? 0, read, storedDigest(of.digest));
    }
    const json = def.keep === "graph" ? JSON.stringify(value === undefined ? inline : value.of) : undefined;
    rows.add({ task: def.name, key, digest, problems, value: Buffer.from(json ?? "") });
  }
  return rows.pack();
}

interface Row {
  readonly task: string;
  readonly key: string;
  readonly digest: string;
  readonly problems: readonly Problem[];
  /** JSON; empty if there is none. */
  readonly value: Uint8Array;
}

/** Collects the columns of a graph, row by row: first the dependencies of a result, then the result. */
function createRows(inputs: KnownInputs) {
  const inputNumbers = new Map(Object.keys(inputs).map((name, number) => [name, -1 - number]));
  const [tasks, keys] = [new Map<string, number>(), new Map<string, number>()];
  const taskOf: number[] = [];
  const keyOf: number[] = [];
  const dependenciesOf = [0];
  const dependencies: number[] = [];
  const valuesOf = [0];
  const values: Uint8Array[] = [];
  const digests: string[] = [];
  const reads: [number, string][] = [];
  const problems: [number, readonly Problem[]][] = [];
  return {
    /** @param now the digest of the dependency, as it is stored with it */
    depend: (number: number, read: string, now: string) => {
      if (read !== now) reads.push([dependencies.length, read]);
      dependencies.push(number);
    },
    numberOfInput: (name: InputName) => inputNumbers.get(name) ?? 0,
    add: (row: Row) => {
      if (row.problems.length > 0) problems.push([digests.length, row.problems]);
      taskOf.push(indexIn(tasks, row.task));
      keyOf.push(indexIn(keys, row.key));
      digests.push(storedDigest(row.digest));
      dependenciesOf.push(dependencies.length);
      valuesOf.push((valuesOf.at(-1) ?? 0) + row.value.length);
      if (row.value.length > 0) values.push(row.value);
    },
    pack: (): Uint8Array[] => {
      const texts = Buffer.from(digests.join("\n"), "latin1");
      const head: Head = {
        inputs,
        tasks: [...tasks.keys()],
        keys: [...keys.keys()],
        reads,
        problems,
        sizes: [digests.length, dependencies.length, texts.length],
      };
      const columns = [taskOf, keyOf, dependenciesOf, dependencies, valuesOf];
      const numbers = columns.map((column) => new Uint8Array(Int32Array.from(column).buffer));
      return [Buffer.from(`${JSON.stringify(head)}\n`), ...numbers, texts, Buffer.concat(values)];
    },
  };
}

/** The digest of a result as it is stored: an error is not, so its task runs again. */
function storedDigest(digest: string): string {
  return digest.startsWith(ERROR_PREFIX) ? ERROR_PREFIX : digest;
}

/** Index of a text among the distinct ones so far; a new one is added. */
function indexIn(texts: Map<string, number>, text: string): number {
  const index = texts.get(text) ?? texts.size;
  if (index === texts.size) texts.set(text, index);
  return index;
}
