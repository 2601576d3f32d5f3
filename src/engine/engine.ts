import type { Problem } from "../shared/problem.ts";
import {
  bringUpToDate,
  type Evaluation,
  forgetNode,
  isFresh,
  nodeOf,
  outputOf,
  resultOf,
  throwError,
} from "./evaluate.ts";
import { createInputs, type InputName, type InputSources, inputsAt, type KnownInputs } from "./inputs.ts";
import { type Node, nodeId } from "./node.ts";
import { NO_STORE, type ResultStore } from "./result-store.ts";
import type { TaskRun } from "./run-clock.ts";
import type { SharedResults } from "./shared-results.ts";
import { packGraph, unpackGraph } from "./stored-graph.ts";
import type { TaskDef } from "./task.ts";

/** Number of revisions after which a result that is no longer requested is forgotten. */
const KEPT_REVISIONS = 100;

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
  /**
   * Converts what a task threw to problems. If given, a task with `keepsLastGood` keeps its last good result while an
   * input is broken.
   */
  readonly explain?: (error: unknown, node: Pick<Node, "def" | "key">) => readonly Problem[];
  /** Called for each run of a task. Without it, runs are not timed. */
  readonly onRun?: ((run: TaskRun) => void) | undefined;
}

/** Runs tasks incrementally: a task runs again only when something that it read has changed. */
export interface Engine {
  /** Brings a result up to date and returns its value. @throws what the task threw */
  readonly get: <T>(task: TaskDef<T>, key: string) => Promise<T>;
  /**
   * The value of an `output` result, to be written; bytes for a text that another machine made.
   *
   * @throws what the task threw
   */
  readonly output: <T>(task: TaskDef<T>, key: string) => Promise<T | Uint8Array>;
  /**
   * Brings a result up to date and returns its digest. The value is not loaded, nor computed again if it wasn't stored.
   */
  readonly digest: <T>(task: TaskDef<T>, key: string) => Promise<string>;
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
  /**
   * Problems of results and of their dependencies, as far as they are up to date.
   *
   * @param of default: all results that were requested
   */
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
  let stored: unknown;
  for (const name of startFrom) stored ??= store.graph(name);
  const { nodes, knownInputs } = unpackGraph(stored, tasks);
  const inputs = createInputs(root, options, knownInputs);
  const all: Evaluation = {
    root,
    nodes,
    inputs,
    store,
    shared,
    taskNamed: new Map(tasks.map((def) => [def.name, def])),
    readOutput,
    explain,
    onRun,
    inMemory: { disk: new Set(), output: new Set() },
    revision: 1,
    hasChanged: false,
    turnedAt: performance.now(),
  };
  /** Results that were requested, with the revision of the last request. */
  const requested = new Map<Node, number>();
  const ask = (def: TaskDef<unknown>, key: string): Node => {
    const node = nodeOf(all, def, key);
    requested.set(node, all.revision);
    return node;
  };
  /** Forgets results that have not been requested for a long time, e.g. those of deleted pages. */
  const forgetOld = () => {
    const old = [...requested].flatMap(([node, last]) => (last < all.revision - KEPT_REVISIONS ? [node] : []));
    if (old.length === 0) return;
    for (const node of old) requested.delete(node);
    const used = reached(requested.keys());
    const unused = [...reached(old)].filter((node) => !used.has(node));
    for (const node of unused) forgetNode(all, node);
    const kept = inputNames(used);
    inputs.forget([...inputNames(unused)].filter((name) => !kept.has(name)));
  };
  return {
    get: async <T>(def: TaskDef<T>, key: string) => (await resultOf(all, ask(def as TaskDef<unknown>, key))) as T,
    output: async <T>(def: TaskDef<T>, key: string) =>
      (await outputOf(all, ask(def as TaskDef<unknown>, key))) as T | Uint8Array,
    digest: async (def, key) => {
      const node = ask(def as TaskDef<unknown>, key);
      await bringUpToDate(all, node);
      throwError(node);
      return node.digest;
    },
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
      const roots = of === undefined ? requested.keys() : of.flatMap(([def, key]) => nodes.get(nodeId(def, key)) ?? []);
      return [...reached(roots)].flatMap((node) => {
        if (!isFresh(all, node)) return [];
        return node.error === undefined || explain === undefined ? node.problems : explain(node.error.of, node);
      });
    },
    isNew: stored === undefined,
    save: () => {
      forgetOld();
      const used = [...reached(requested.keys())];
      const now = inputs.known(inputNames(used));
      if (graph === "") return now;
      if (!all.hasChanged && used.length === nodes.size && isSame(now, knownInputs)) return now;
      store.putGraph(graph, packGraph(used, now));
      store.trim(graph, new Set(used.flatMap(({ def, digest }) => (def.keep === "disk" ? [digest] : []))));
      return now;
    },
  };
}

/** The given results and their transitive dependencies. */
function reached(from: Iterable<Node>): ReadonlySet<Node> {
  const nodes = new Set<Node>();
  const visit = (node: Node) => {
    if (nodes.has(node)) return;
    nodes.add(node);
    for (const [of] of node.trace ?? []) if (typeof of !== "string") visit(of);
  };
  for (const node of from) visit(node);
  return nodes;
}

function isSame(a: KnownInputs, b: KnownInputs): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name]?.join(" ") === b[name]?.join(" "));
}

function inputNames(nodes: Iterable<Node>): Set<InputName> {
  const names = new Set<InputName>();
  for (const { trace } of nodes) for (const [of] of trace ?? []) if (typeof of === "string") names.add(of);
  return names;
}
