import type { Problem } from "../shared/problem.ts";
import { bring, type Evaluation, isFresh, nodeOf, resultOf, throwError } from "./evaluate.ts";
import { createInputs, type InputName, inputsAt, type KnownInputs, type Surroundings } from "./inputs.ts";
import { packGraph, unpackGraph } from "./kept-graph.ts";
import { type Node, nodeId } from "./node.ts";
import { NO_STORE, type ResultStore } from "./result-store.ts";
import type { TaskDef } from "./task.ts";

export interface EngineOptions extends Surroundings {
  /** Absolute path of the site's root. */
  readonly root: string;
  readonly store?: ResultStore;
  /** Names what is kept of one use of the store. */
  readonly graph?: string;
  /** All tasks whose results may be in the store. */
  readonly tasks?: readonly TaskDef<unknown>[];
  /** Gives an output that was written earlier, if it is there as it was written. */
  readonly readOutput?: (node: Pick<Node, "def" | "key" | "digest">) => unknown;
  /**
   * Says what a task that throws says is wrong. Where it is given, the last good result of tasks that say so stands as
   * long as an input is broken.
   */
  readonly explain?: (error: unknown, node: Pick<Node, "def" | "key">) => readonly Problem[];
}

/** Runs tasks, each only when something that it read has changed. */
export interface Engine {
  /** @throws what the task threw */
  readonly get: <T>(task: TaskDef<T>, key: string) => Promise<T>;
  /** Brings a result up to date without giving it: nothing is run for a result that is only kept elsewhere. */
  readonly digest: <T>(task: TaskDef<T>, key: string) => Promise<string>;
  /**
   * Begins a revision in which inputs may be others.
   *
   * @param paths relative to the root; default: any
   * @param states names of states of other programs; others are not asked again
   */
  readonly changed: (paths?: Iterable<string>, states?: readonly string[]) => void;
  /**
   * What results say, and those that they are made of, as far as they are up to date.
   *
   * @param of default: all that were asked for
   */
  readonly problems: (of?: readonly (readonly [task: TaskDef<unknown>, key: string])[]) => readonly Problem[];
  /** Names of all inputs of these results. */
  readonly inputs: () => ReadonlySet<string>;
  /** Keeps the results that were asked for, and what they are made of. @returns their inputs */
  readonly save: () => KnownInputs;
}

export function createEngine(options: EngineOptions): Engine {
  const { root, store = NO_STORE, graph = "", tasks = [], readOutput, explain } = options;
  const { nodes, known } = unpackGraph(graph === "" ? undefined : store.graph(graph), tasks);
  const inputs = createInputs(root, options, known);
  const all: Evaluation = { nodes, inputs, store, readOutput, explain, held: new Set(), revision: 1, hasRun: false };
  const asked = new Set<Node>();
  const ask = (def: TaskDef<unknown>, key: string): Node => {
    const node = nodeOf(all, def, key);
    asked.add(node);
    return node;
  };
  return {
    get: async <T>(def: TaskDef<T>, key: string) => (await resultOf(all, ask(def as TaskDef<unknown>, key))) as T,
    digest: async (def, key) => {
      const node = ask(def as TaskDef<unknown>, key);
      await bring(all, node);
      throwError(node);
      return node.digest;
    },
    changed: (paths, states = []) => {
      all.revision++;
      const files = paths === undefined ? inputs.files() : [...paths].flatMap(inputsAt);
      inputs.forget([...files, ...states.map((name) => `state:${name}`)]);
    },
    problems: (of) => {
      const roots = of === undefined ? asked : of.flatMap(([def, key]) => nodes.get(nodeId(def, key)) ?? []);
      return [...reached(roots)].flatMap((node) => {
        if (!isFresh(all, node)) return [];
        return node.error === undefined || explain === undefined ? node.problems : explain(node.error.of, node);
      });
    },
    inputs: () => inputNames(reached(asked)),
    save: () => {
      const used = [...reached(asked)];
      const now = inputs.known(inputNames(used));
      if (graph === "") return now;
      if (!all.hasRun && used.length === nodes.size && isSame(now, known)) return now;
      store.putGraph(graph, packGraph(used, now));
      store.trim(new Set(used.flatMap(({ def, digest }) => (def.keep === "disk" ? [digest] : []))));
      return now;
    },
  };
}

/** Results, and those that they are made of. */
function reached(from: Iterable<Node>): ReadonlySet<Node> {
  const found = new Set<Node>();
  const visit = (node: Node) => {
    if (found.has(node)) return;
    found.add(node);
    for (const [of] of node.trace ?? []) if (typeof of !== "string") visit(of);
  };
  for (const node of from) visit(node);
  return found;
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
