import type { Problem } from "../shared/problem.ts";
import type { Entry } from "./entries.ts";
import type { InputFile } from "./inputs.ts";

/**
 * The interface through which a task reads everything that its result may depend on. Each read is recorded in the
 * trace, and the result is valid as long as the whole trace is unchanged.
 */
export interface Task {
  /** A file; undefined if there is none. @param path absolute, or relative to the root */
  readonly file: (path: string) => InputFile | undefined;
  /** The entry at a path; undefined if there is none. @param path relative to the root */
  readonly entry: (path: string) => Entry | undefined;
  /** The entries of a folder; empty if it doesn't exist. @param path relative to the root */
  readonly list: (path: string) => readonly Entry[];
  /** Records a dependency on the names of the modules in a folder. @param path absolute, or relative to the root */
  readonly modules: (path: string) => void;
  /** An environment variable. An empty name records a dependency on all variables and returns undefined. */
  readonly variable: (name: string) => string | undefined;
  /** An option of the command. */
  readonly setting: (name: string) => unknown;
  /** Records a dependency on the state of another program. @param name as in `InputSources.states` */
  readonly state: (name: string) => void;
  /** Whether a day, `2026-11-21`, has begun in UTC. Recorded only if not: a day that has begun remains so. */
  readonly isReached: (day: string) => boolean;
  /** Marks the result as volatile: the task runs again in each revision. */
  readonly volatile: () => void;
  /** The result of another task. @throws what that task threw */
  readonly get: <T>(task: TaskDef<T>, key: string) => Promise<T>;
  /** The digest of the result of another task; the value is not loaded. @throws what that task threw */
  readonly digest: <T>(task: TaskDef<T>, key: string) => Promise<string>;
  /** The digest of another task's result when this one ran before, as for `last`; undefined if it wasn't read. */
  readonly lastDigest: <T>(task: TaskDef<T>, key: string) => string | undefined;
  /** Waits for another thread without counting the time as the task's own. */
  readonly aside: <T>(wait: () => Promise<T>) => Promise<T>;
  /** Starts work that keeps this thread busy for some milliseconds, after a turn of the event loop if one is due. */
  readonly inTurn: <T>(work: () => T) => Promise<Awaited<T>>;
  /** Reports problems. They are stored with the result and reported again while it is valid. */
  readonly report: (...problems: readonly Problem[]) => void;
}

/** A named function of a key. */
export interface TaskDef<T> {
  readonly name: string;
  /**
   * Where results are stored for later processes: `memory`: nowhere, only the digest is stored; `graph`: in the graph,
   * for small results; `disk`: in a file each; `output`: in the output folder, see `EngineOptions.readOutput`.
   */
  readonly keep: "memory" | "graph" | "disk" | "output";
  /** What the digest is computed from; default: JSON. Required for `memory` results that are not plain data. */
  digest?(value: T): string;
  /** Errors that are part of the result and that another task reports. */
  faults?(value: T): readonly Problem[];
  /** Whether results contain absolute paths or the like of this machine: they are not shared with others. */
  readonly isLocal?: boolean;
  /** Whether an output is text that other tasks read, and not bytes. */
  readonly isText?: boolean;
  /** Whether results are too large for memory: each reader loads them from where they are stored. */
  readonly isLarge?: boolean;
  /** Whether the last good result stands while a rerun fails; needs `EngineOptions.explain`. */
  readonly keepsLastGood?: boolean;
  /** Computes a result. @param last returns the previous result, so that unchanged parts of it can be reused */
  run(task: Task, key: string, last: () => T | undefined): T | Promise<T>;
}

/** Registers a task, so that its stored results are found. */
export type DefineTask = <T>(
  name: string,
  options: Omit<TaskDef<T>, "name" | "run">,
  run: TaskDef<T>["run"],
) => TaskDef<T>;
