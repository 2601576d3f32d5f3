import type { Problem } from "../shared/problem.ts";
import type { InputName } from "./inputs.ts";
import { joinKey } from "./key.ts";
import type { TaskDef } from "./task.ts";

/** What a result was made of, in the order in which it was read: an input's name, or another result; and its digest. */
export type Trace = readonly (readonly [of: InputName | Node, digest: string])[];

/** Begins the digest of what a task threw. */
export const ERROR = "error ";

/** A task at a key, and what is known of its result. */
export interface Node {
  readonly def: TaskDef<unknown>;
  readonly key: string;
  /** Undefined as long as it has never run. */
  trace: Trace | undefined;
  digest: string;
  problems: readonly Problem[];
  /** Of a task that keeps its result beside its digest: as an earlier process left it. */
  inline: unknown;
  value: { readonly of: unknown } | undefined;
  /** The result is of a run that found no errors. */
  isGood: boolean;
  /** What the task threw, in the place of a result. */
  error: { readonly of: unknown } | undefined;
  /** The revision in which its trace was last found to hold. */
  verified: number;
  /** The revision in which it was last found that something has to run before that is known. */
  doubted: number;
  running: Promise<void> | undefined;
  /** Results that its run is waiting for. */
  readonly waitsFor: Set<Node>;
}

export function newNode(def: TaskDef<unknown>, key: string): Node {
  return {
    def,
    key,
    trace: undefined,
    digest: "",
    problems: [],
    inline: undefined,
    value: undefined,
    isGood: false,
    error: undefined,
    verified: 0,
    doubted: 0,
    running: undefined,
    waitsFor: new Set(),
  };
}

export function nodeId({ name }: Pick<TaskDef<unknown>, "name">, key: string): string {
  return joinKey(name, key);
}
