import { attempt } from "../shared/attempt.ts";
import type { Problem } from "../shared/problem.ts";
import { bringUpToDate, type Evaluation, outputOf, resultOf, throwError } from "./evaluate.ts";
import { createRequests, inputNames, isFresh, isStoredFresh, reached } from "./graph.ts";
import { createInputs, type InputSources, inputsAt, type KnownInputs } from "./inputs.ts";
import { type Node, nodeId, type TaskRun } from "./node.ts";
import { NO_STORE, type ResultStore } from "./result-store.ts";
import type { SharedResults } from "./shared-results.ts";
import { createLookup, EMPTY_GRAPH, packGraph, readGraph, type StoredGraph, type UsedResults } from "./stored-graph.ts";
import type { TaskDef } from "./task.ts";

/** Options of an engine. Without `store`, nothing is stored. */
export interface EngineOptions extends InputSources {
  /** Absolute path of the site's root. */
  readonly root: string;
  readonly store?: ResultStore;
  readonly shared?: SharedResults | undefined;
  /** Name of the stored graph: each command that uses the store has its own. Empty: the graph is not stored. */
  readonly graph?: string;
  /** Names of graphs to start from, those of other commands as well: the first that is stored. Default: `graph`. */
  readonly startFrom?: readonly string[];
  /** All tasks whose results may be in the store. */
  readonly tasks?: readonly TaskDef<unknown>[];
  /** Reads an output of an earlier build; undefined if it is absent or was changed since. */
  readonly readOutput?: (node: Pick<Node, "def" | "key" | "digest">) => unknown;
  /** Converts what a task threw to problems; without it, no task keeps its last good result (`keepsLastGood`). */
  readonly explain?: (error: unknown, node: Pick<Node, "def" | "key">) => readonly Problem[];
  /** Called for each run of a task. Without it, runs are not timed. */
  readonly onRun?: ((run: TaskRun) => void) | undefined;
}

/** Runs tasks incrementally: a task runs again only when something that it read has changed. */
export interface Engine {
  /** Brings a result up to date and returns its value. @throws what the task threw */
  readonly get: <T>(task: TaskDef<T>, key: string) => Promise<T>;
  /** The value of an `output`, to be written; bytes for a text of another machine. @throws what the task threw */
  readonly output: <T>(task: TaskDef<T>, key: string) => Promise<T | Uint8Array>;
  /** Brings a result up to date and returns its digest. The value is neither loaded nor computed again. */
  readonly digest: <T>(task: TaskDef<T>, key: string) => Promise<string>;
  /** The digest of a result that is up to date without running any task; otherwise undefined. */
  readonly freshDigest: <T>(task: TaskDef<T>, key: string) => string | undefined;
  /**
   * Starts a new revision, in which inputs that may have changed are read again.
   *
   * @param paths relative to the root; default: all
   * @returns paths of files and folders that differ from what was read
   */
  readonly changed: (paths?: Iterable<string>) => readonly string[];
  /**
   * Compares all files and folders that were read with what they are now, one with each step; starts a new revision for
   * what differs.
   *
   * @returns for each step, paths that differ
   */
  readonly sweep: () => Iterable<readonly string[]>;
  readonly files: () => readonly string[];
  /** Problems of results and of their dependencies, as far as they are up to date. @param of default: all requested */
  readonly problems: (of?: readonly (readonly [task: TaskDef<unknown>, key: string])[]) => readonly Problem[];
  /** Whether nothing was stored by an earlier process. */
  readonly isNew: boolean;
  /**
   * Stores the requested results and their dependencies, and forgets those that were not requested for many revisions.
   *
   * @returns the inputs of what is stored
   */
  readonly save: () => KnownInputs;
}

/** Creates an engine, with the results that the store has. */
export function createEngine(options: EngineOptions): Engine {
  const { root, store = NO_STORE, shared, graph = "", tasks = [], readOutput, explain, onRun } = options;
  const { startFrom = graph === "" ? [] : [graph] } = options;
  const stored = firstGraph(store, startFrom) ?? EMPTY_GRAPH;
  const results = stored.digests.length;
  const inputs = createInputs(root, options, stored.inputs);
  const taskNamed = new Map(tasks.map((def) => [def.name, def]));
  if (taskNamed.size !== tasks.length) throw new Error("two tasks have the same name");
  const nodes = new Map<string, Node>();
  const all: Evaluation = {
    root,
    nodes,
    stored,
    storedNumber: createLookup(stored),
    storedNodes: new Array<Node | undefined>(results).fill(undefined),
    storedChecks: new Int32Array(results),
    inputs,
    store,
    shared,
    taskNamed,
    readOutput,
    explain,
    onRun,
    inMemory: { disk: new Set(), output: new Set() },
    revision: 1,
    hasChanged: false,
    turnedAt: performance.now(),
    turn: undefined,
  };
  const requests = createRequests(all);
  return {
    get: async <T>(def: TaskDef<T>, key: string) =>
      (await resultOf(all, requests.node(def as TaskDef<unknown>, key))) as T,
    output: async <T>(def: TaskDef<T>, key: string) =>
      (await outputOf(all, requests.node(def as TaskDef<unknown>, key))) as T | Uint8Array,
    digest: async (def, key) => {
      const node = requests.node(def as TaskDef<unknown>, key);
      await bringUpToDate(all, node);
      throwError(node);
      return node.digest;
    },
    freshDigest: (def, key) => requests.freshDigest(def as TaskDef<unknown>, key),
    changed: (paths) => {
      all.revision++;
      return inputs.refresh(paths === undefined ? inputs.files() : [...paths].flatMap(inputsAt));
    },
    sweep: function* () {
      for (const name of inputs.files()) {
        const paths = inputs.refresh([name]);
        if (paths.length > 0) all.revision++;
        yield paths;
      }
    },
    files: () => inputs.files().flatMap((name) => (name.startsWith("file:") ? [name.slice("file:".length)] : [])),
    problems: (of) => {
      const rootOf = ({ name }: TaskDef<unknown>, key: string) => {
        const result = all.storedNumber(name, key);
        return nodes.get(nodeId({ name }, key)) ?? (result === -1 ? [] : result);
      };
      const used = reached(all, of?.flatMap(([def, key]) => rootOf(def, key)) ?? requests.roots());
      const ofNodes = used.nodes.flatMap((node) => {
        // Errors of a run with an input that has errors itself by now may have been corrected.
        const hidesCause = node.isOutdated && node.trace?.some(([of]) => typeof of !== "string" && of.isOutdated);
        if (!isFresh(all, node) || hidesCause) return [];
        return node.error === undefined || explain === undefined ? node.problems : explain(node.error.of, node);
      });
      const ofStored = used.stored.flatMap((result) => {
        const problems = stored.problems.get(result);
        return problems !== undefined && isStoredFresh(all, result) ? problems : [];
      });
      return [...ofNodes, ...ofStored];
    },
    isNew: stored === EMPTY_GRAPH,
    save: () => {
      requests.forgetOld();
      const used = reached(all, requests.roots());
      const now = inputs.known(inputNames(all, used));
      if (graph === "") return now;
      const hasSameResults = !all.hasChanged && used.stored.length + used.nodes.length === results;
      if (hasSameResults && isSame(now, stored.inputs)) return now;
      store.putGraphBytes(
        graph,
        packGraph(used, stored, (result) => all.storedNodes[result], now),
      );
      store.trim(graph, digestsOnDisk(all, used));
      return now;
    },
  };
}

/** The first of some graphs that is stored. */
function firstGraph(store: ResultStore, names: readonly string[]): StoredGraph | undefined {
  for (const name of names) {
    const bytes = store.graphBytes(name);
    const graph = bytes && attempt(() => readGraph(bytes));
    if (graph !== undefined) return graph;
  }
  return undefined;
}

/** Digests of the results that have a file in the store. */
function digestsOnDisk({ stored, taskNamed }: Evaluation, used: UsedResults): Set<string> {
  const isOnDisk = stored.tasks.map((name) => taskNamed.get(name)?.keep === "disk");
  const digests = used.nodes.flatMap(({ def, digest }) => (def.keep === "disk" ? [digest] : []));
  for (const result of used.stored) {
    if (isOnDisk[stored.taskOf[result] ?? 0] === true) digests.push(stored.digests[result] ?? "");
  }
  return new Set(digests);
}

function isSame(a: KnownInputs, b: KnownInputs): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name]?.join(" ") === b[name]?.join(" "));
}
