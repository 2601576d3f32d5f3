import type { Problem } from "../shared/problem.ts";
import type { InputName } from "./inputs.ts";
import { SEPARATOR } from "./key.ts";
import type { TaskDef } from "./task.ts";

/** The dependencies of a result in the order in which they were read, each with its digest then. */
export type Trace = readonly (readonly [of: InputName | Node, digest: string])[];

/** Prefix of the digest of an error. */
export const ERROR_PREFIX = "error ";

/** A node of the dependency graph: a task, a key, and the state of its result. */
export interface Node {
  readonly def: TaskDef<unknown>;
  readonly key: string;
  /** Number of the result in the stored graph, as long as its trace is only there; otherwise -1. */
  stored: number;
  /** Undefined until the first run, and as long as it is only in the stored graph. */
  trace: Trace | undefined;
  digest: string;
  problems: readonly Problem[];
  /** Stored value of a `graph` result from an earlier process. */
  inline: unknown;
  value: { readonly of: unknown } | undefined;
  /** Whether the result comes from a run without errors. */
  isGood: boolean;
  /** Whether the last run had errors, and the result of an earlier one is kept. */
  isOutdated: boolean;
  /** What the task threw instead of returning a result. */
  error: { readonly of: unknown } | undefined;
  /** The last revision in which the trace was found unchanged. */
  verified: number;
  /** The last revision in which checking the trace would have required running a task. */
  unverified: number;
  running: Promise<void> | undefined;
  /** Results that the current run is waiting for; undefined until it waits. */
  waitsFor: Set<Node> | undefined;
}

/** Creates the node of a result that is not computed yet. */
export function newNode(def: TaskDef<unknown>, key: string): Node {
  return {
    def,
    key,
    stored: -1,
    trace: undefined,
    digest: "",
    problems: [],
    inline: undefined,
    value: undefined,
    isGood: false,
    isOutdated: false,
    error: undefined,
    verified: 0,
    unverified: 0,
    running: undefined,
    waitsFor: undefined,
  };
}

/** Id of a node: its task's name and its key. */
export function nodeId({ name }: Pick<TaskDef<unknown>, "name">, key: string): string {
  return name + SEPARATOR + key;
}

/**
 * Waits for the current run of a result, or starts one.
 *
 * @param by the result whose run waits for it
 * @throws Error for tasks that depend on each other
 */
export async function runOnce(node: Node, by: Node | undefined, start: () => Promise<void>): Promise<void> {
  const cycle = by === undefined ? undefined : waitChain(node, by);
  if (by !== undefined && cycle !== undefined) {
    const names = [by, ...cycle].map(({ def, key }) => `${def.name} ${key}`);
    throw new Error(`tasks depend on each other: ${names.join(" > ")}`);
  }
  if (by !== undefined) by.waitsFor = (by.waitsFor ?? new Set()).add(node);
  try {
    node.running ??= start().finally(() => {
      node.running = undefined;
    });
    await node.running;
  } finally {
    by?.waitsFor?.delete(node);
  }
}

/** The chain by which one result waits for another; undefined if there is none. */
function waitChain(from: Node, to: Node): readonly Node[] | undefined {
  if (from === to) return [from];
  for (const next of from.waitsFor ?? []) {
    const chain = waitChain(next, to);
    if (chain !== undefined) return [from, ...chain];
  }
  return undefined;
}

/** A run of a task. Times are those of `performance.now()`. */
export interface TaskRun {
  readonly name: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Milliseconds without the time spent waiting for other tasks. */
  readonly ownMs: number;
}

/** Measures a run. */
export interface RunClock {
  /** Waits without counting the time as the task's own. */
  readonly waiting: <T>(wait: () => Promise<T>) => Promise<T>;
  readonly stop: () => Pick<TaskRun, "start" | "end" | "ownMs">;
}

/** Starts to measure a run. */
export function startClock(): RunClock {
  const start = performance.now();
  let waits = 0;
  let since = 0;
  let waited = 0;
  return {
    waiting: async (wait) => {
      if (waits++ === 0) since = performance.now();
      try {
        return await wait();
      } finally {
        if (--waits === 0) waited += performance.now() - since;
      }
    },
    stop: () => {
      const end = performance.now();
      return { start, end, ownMs: end - start - waited };
    },
  };
}
