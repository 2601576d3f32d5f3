import type { Problem } from "../shared/problem.ts";
import type { Entry } from "./entries.ts";
import type { InputFile } from "./inputs.ts";

/**
 * What a task reads by: the only way to anything that its result may depend on. All of it is recorded, and a result is
 * valid as long as all of it is what it was.
 */
export interface Task {
  /** A file; undefined where there is none. @param path relative to the root */
  readonly file: (path: string) => InputFile | undefined;
  /** What stands at a path; undefined where nothing does. @param path relative to the root */
  readonly entry: (path: string) => Entry | undefined;
  /** What a folder holds; empty where there is none. @param path relative to the root */
  readonly list: (path: string) => readonly Entry[];
  /** Records which modules stand in a folder. @param path relative to the root */
  readonly modules: (path: string) => void;
  /** A variable of the environment; an empty name stands for all of them, whose values are not given. */
  readonly variable: (name: string) => string | undefined;
  /** What the command was told. */
  readonly setting: (name: string) => unknown;
  /** Records that the result depends on the state of another program, as the engine's options name it. */
  readonly state: (name: string) => void;
  /** Records that the result may be another at any time: the task runs anew in each revision. */
  readonly volatile: () => void;
  /** The result of another task. @throws what that task threw */
  readonly get: <T>(task: TaskDef<T>, key: string) => Promise<T>;
  /** Says what is wrong. A result that is valid still says it again. */
  readonly report: (...problems: readonly Problem[]) => void;
}

/** A named function of a key. */
export interface TaskDef<T> {
  readonly name: string;
  /**
   * Where results are kept for a later process: `memory`: nowhere, only their digest is known; `graph`: beside it, for
   * small ones; `disk`: in a file each; `output`: where the output was written, see `EngineOptions.readOutput`.
   */
  readonly keep: "memory" | "graph" | "disk" | "output";
  /** What tells results apart; default: their JSON. Results of `memory` that are no plain data have to give it. */
  digest?(value: T): string;
  /** What is wrong according to the result itself, where that is for others to report. */
  faults?(value: T): readonly Problem[];
  /** Where a rerun throws, or gives a result with faults, the last good result stands, if the engine is told to keep it. */
  readonly keepsGood?: boolean;
  /** @param last the result of the last run, to take parts of it that are made of the same */
  run(task: Task, key: string, last: () => T | undefined): T | Promise<T>;
}

/** Takes note of a task, so that results of an earlier process find it. */
export type DefineTask = <T>(def: TaskDef<T>) => TaskDef<T>;
