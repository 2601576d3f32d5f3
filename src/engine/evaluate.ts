import { hash } from "node:crypto";
import { isAbsolute } from "node:path";
import { setImmediate } from "node:timers/promises";
import { slashedPath } from "../shared/disk-path.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { type Graph, isFresh, nodeOf, traceOf } from "./graph.ts";
import { ChangedDuringBuild, type InputName, isVolatile } from "./inputs.ts";
import { ERROR_PREFIX, type Node, type RunClock, runOnce, startClock, type TaskRun, type Trace } from "./node.ts";
import { readSharedTrace, shareResult } from "./shared-trace.ts";
import type { Task, TaskDef } from "./task.ts";
import { keepInMemory, loadShared, sharedValue, storedResult, touch } from "./values.ts";

/** The state of an engine: all known results and where they come from. */
export interface Evaluation extends Graph {
  /** Absolute path of the site's root. */
  readonly root: string;
  /** See `EngineOptions.explain`. */
  readonly explain: ((error: unknown, node: Pick<Node, "def" | "key">) => readonly Problem[]) | undefined;
  /** See `EngineOptions.onRun`. */
  readonly onRun: ((run: TaskRun) => void) | undefined;
  /** Whether the run of a task changed its trace or its digest: then the stored graph is out of date. */
  hasChanged: boolean;
  /** Time of `performance.now()` at which the event loop last turned between two tasks. */
  turnedAt: number;
  /** Resolves when the event loop has turned, for everything that waits for that. */
  turn: Promise<void> | undefined;
}

/**
 * Time in milliseconds that tasks may take in one turn of the event loop. Without a limit, those that wait for nothing
 * run in a single one, while threads wait for the messages of this one.
 */
const MAX_TURN_MS = 20;

/** Brings a result up to date. @param by the result whose run waits for it */
export async function bringUpToDate(all: Evaluation, node: Node, by?: Node): Promise<void> {
  // A run that started in an earlier revision doesn't count for this one.
  while (!isFresh(all, node)) await runOnce(node, by, () => refresh(all, node));
}

async function refresh(all: Evaluation, node: Node): Promise<void> {
  const { revision } = all;
  if (!(await holds(all, node, traceOf(all, node))) && !(await adopt(all, node))) await run(all, node);
  node.verified = revision;
}

/**
 * Whether all entries of a trace are unchanged; dependencies are brought up to date. Entries are checked in their
 * order: a later one may have been read only because of an earlier one.
 */
async function holds(all: Evaluation, node: Node, trace: Trace | undefined): Promise<boolean> {
  if (trace === undefined) return false;
  for (const [of, digest] of trace) {
    if (typeof of === "string") {
      if (isVolatile(of) || all.inputs.digestOf(of) !== digest) return false;
    } else {
      // Most are up to date: waiting for each would take most of the time.
      if (!isFresh(all, of)) await bringUpToDate(all, of, node);
      if (of.digest !== digest) return false;
    }
  }
  return true;
}

/** Takes a result over from another machine if one with the same trace is shared. @returns whether it did */
async function adopt(all: Evaluation, node: Node): Promise<boolean> {
  for (const shared of (await all.shared?.find(node.def, node.key)) ?? []) {
    const trace = readSharedTrace(shared.trace, all.taskNamed, (def, key) => nodeOf(all, def, key));
    if (trace === undefined || !(await holds(all, node, trace))) continue;
    const { digest, problems, inline } = shared;
    if (node.def.keep === "graph" && digestOf(node.def, inline).digest !== digest) continue;
    Object.assign(node, { trace, digest, problems, inline, isGood: true, error: undefined, value: undefined });
    all.hasChanged = true;
    return true;
  }
  return false;
}

/** The value of a result. @throws what its task threw */
export async function resultOf(all: Evaluation, node: Node, by?: Node): Promise<unknown> {
  await bringUpToDate(all, node, by);
  throwError(node);
  // Read once: a stored value is a file.
  let value = storedResult(all, node);
  if (value === undefined) {
    // A valid result that was not stored is computed again.
    if (!(await loadShared(all, node))) await runOnce(node, by, () => run(all, node));
    throwError(node);
    value = storedResult(all, node);
  }
  // Another reader has dropped it, and it could not be stored.
  if (value === undefined && node.def.isLarge === true) return resultOf(all, node, by);
  keepInMemory(all, node, value);
  return value?.of;
}

/**
 * The value of an `output` result, to be written. Text that another machine made stays bytes: decoding all pages took a
 * quarter of the time of a build from shards.
 *
 * @throws what the task threw
 */
export async function outputOf(all: Evaluation, node: Node): Promise<unknown> {
  await bringUpToDate(all, node);
  throwError(node);
  const shared = storedResult(all, node) === undefined ? await sharedValue(all, node) : undefined;
  return shared === undefined ? resultOf(all, node) : shared.bytes;
}

/** Throws the error of a result, if it has one. */
export function throwError({ error }: Node): void {
  if (error !== undefined) throw error.of;
}

async function run(all: Evaluation, node: Node): Promise<void> {
  const { digest } = node;
  const trace = traceOf(all, node);
  await inTurn(all, () => runTask(all, node));
  if (node.digest !== digest || !isSameTrace(node.trace, trace)) all.hasChanged = true;
}

function isSameTrace(a: Node["trace"] = [], b: Node["trace"] = []): boolean {
  const digests = new Map(a);
  return a.length === b.length && b.every(([of, digest]) => digests.get(of) === digest);
}

/** Starts work in a turn of the event loop that has time left. */
async function inTurn<T>(all: Evaluation, work: () => T): Promise<Awaited<T>> {
  // Checked again after each turn, and just before the work starts: otherwise all that waits would run in one turn.
  while (performance.now() - all.turnedAt > MAX_TURN_MS) {
    all.turn ??= turnEventLoop(all);
    await all.turn;
  }
  return await work();
}

async function turnEventLoop(all: Evaluation): Promise<void> {
  await setImmediate();
  all.turnedAt = performance.now();
  all.turn = undefined;
}

async function runTask(all: Evaluation, node: Node): Promise<void> {
  const { def } = node;
  const clock = all.onRun === undefined ? undefined : startClock();
  const { task, trace, problems } = createRecording(all, node, clock);
  const last = () => (node.error === undefined ? storedResult(all, node)?.of : undefined);
  const outcome = await attempt(() => def.run(task, node.key, last));
  if (clock !== undefined) all.onRun?.({ name: def.name, key: node.key, ...clock.stop() });
  node.trace = trace;
  const faults = "error" in outcome ? [] : (def.faults?.(outcome.value) ?? []);
  const isBad = "error" in outcome || hasErrors(faults);
  node.isOutdated = isBad && node.isGood && all.explain !== undefined && def.keepsLastGood === true;
  if (node.isOutdated) {
    node.problems = [...problems, ...faults, ...("error" in outcome ? (all.explain?.(outcome.error, node) ?? []) : [])];
    return;
  }
  Object.assign(node, { isGood: !isBad, problems, inline: undefined, error: undefined, value: undefined });
  if ("error" in outcome) {
    node.error = { of: outcome.error };
    node.digest = ERROR_PREFIX + String(outcome.error);
    return;
  }
  node.value = { of: outcome.value };
  const { digest, json } = digestOf(def, outcome.value);
  node.digest = digest;
  if (def.keep === "disk" && json !== undefined) all.store.putValue(digest, json);
  if (all.shared?.takes(def, node.key)) shareResult(all.shared, node, outcome.value, json);
  if (def.keep === "disk" || def.keep === "output") touch(all, node);
}

/** The `Task` of a run, and what it has recorded. */
function createRecording(all: Evaluation, node: Node, clock: RunClock | undefined) {
  const { inputs } = all;
  const trace = new Map<InputName | Node, string>();
  const entries: [InputName | Node, string][] = [];
  const problems: Problem[] = [];
  const last = node.trace;
  let before: ReadonlyMap<InputName | Node, string> | undefined;
  const note = (of: InputName | Node, digest: string) => {
    if (trace.has(of)) return;
    trace.set(of, digest);
    entries.push([of, digest]);
  };
  const input = <T>(name: InputName, value: T): T => {
    note(name, inputs.digestOf(name));
    return value;
  };
  const inside = (path: string) => (isAbsolute(path) ? slashedPath(all.root, path) : path);
  const task: Task = {
    file: (path) => input(`file:${inside(path)}`, inputs.file(inside(path))),
    entry: (path) => input(`entry:${path}`, inputs.entry(path)),
    list: (path) => input(`list:${path}`, inputs.list(path)),
    modules: (path) => input(`modules:${inside(path)}`, undefined),
    variable: (name) => input(`variable:${name}`, inputs.variable(name)),
    setting: (name) => input(`setting:${name}`, inputs.setting(name)),
    state: (name) => input(`state:${name}`, undefined),
    isReached: (day) => inputs.isReached(day) || input(`day:${day}`, false),
    volatile: () => note("volatile:", ""),
    get: async <T>(def: TaskDef<T>, key: string) => {
      const dep = nodeOf(all, def as TaskDef<unknown>, key);
      return (await task.aside(() => resultOf(all, dep, node).finally(() => note(dep, dep.digest)))) as T;
    },
    digest: async (def, key) => {
      const dep = nodeOf(all, def as TaskDef<unknown>, key);
      if (!isFresh(all, dep)) await task.aside(() => bringUpToDate(all, dep, node));
      note(dep, dep.digest);
      throwError(dep);
      return dep.digest;
    },
    lastDigest: (def, key) => {
      // The last good result is not that of the last run.
      if (node.def.keepsLastGood === true) return undefined;
      before ??= new Map(last);
      return before.get(nodeOf(all, def as TaskDef<unknown>, key));
    },
    aside: (wait) => (clock === undefined ? wait() : clock.waiting(wait)),
    inTurn: (work) => task.aside(() => inTurn(all, work)),
    report: (...faults) => problems.push(...faults),
  };
  return { task, trace: entries, problems };
}

/**
 * Runs a task. @throws Failure (exit code 1) if an input changed between two reads, of this task or of one that it waits
 * for. That is not stored as the task's error: the next run may read the input whole.
 */
async function attempt(run: () => unknown): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof ChangedDuringBuild) throw error;
    return { error };
  }
}

/** The digest of a result, and the JSON that it was computed from, unless the task has a digest of its own. */
function digestOf(def: TaskDef<unknown>, value: unknown): { readonly digest: string; readonly json?: string } {
  const sha1 = (data: string | Uint8Array) => hash("sha1", data, "base64url");
  if (def.digest !== undefined) return { digest: sha1(def.digest(value)) };
  if (def.keep === "output") {
    if (typeof value === "string" || value instanceof Uint8Array) return { digest: sha1(value) };
    // A file to be copied already has its digest.
    return { digest: (value as { readonly digest: string }).digest };
  }
  const json = JSON.stringify(value) ?? "";
  return { digest: sha1(json), json };
}
