import { hash } from "node:crypto";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { ChangedInput, ChangedMeanwhile, type InputName, type Inputs, isVolatile } from "./inputs.ts";
import { ERROR, type Node, newNode, nodeId } from "./node.ts";
import { NO_STORE, type ResultStore } from "./result-store.ts";
import type { Task, TaskDef } from "./task.ts";

/** Results of `disk` and `output` that stay in memory after they were last asked for. */
const MOST_HELD = 256;

/** All results that are known, and where they come from. */
export interface Evaluation {
  readonly nodes: Map<string, Node>;
  readonly inputs: Inputs;
  readonly store: ResultStore;
  /** Gives an output that was written earlier, if it is there as it was written. */
  readonly readOutput: ((node: Pick<Node, "def" | "key" | "digest">) => unknown) | undefined;
  /** Where it is given, the last good result stands for tasks that say so. */
  readonly explain: ((error: unknown, node: Pick<Node, "def" | "key">) => readonly Problem[]) | undefined;
  /** Results whose values are held, the one that was asked for last at the end. */
  readonly held: Set<Node>;
  /** Grows when inputs may have changed. */
  revision: number;
  /** Something has run. */
  hasRun: boolean;
}

export function nodeOf({ nodes }: Evaluation, def: TaskDef<unknown>, key: string): Node {
  const id = nodeId(def, key);
  const known = nodes.get(id);
  if (known !== undefined) return known;
  const node = newNode(def, key);
  nodes.set(id, node);
  return node;
}

/** True where a result is up to date, which is found without running anything. */
export function isFresh(all: Evaluation, node: Node): boolean {
  const { revision, inputs } = all;
  if (node.verified === revision) return true;
  if (node.doubted === revision || node.trace === undefined || node.running !== undefined) return false;
  node.doubted = revision;
  const holds = node.trace.every(([of, digest]) => {
    if (typeof of === "string") return !isVolatile(of) && inputs.digestOf(of) === digest;
    return isFresh(all, of) && of.digest === digest;
  });
  if (holds) node.verified = revision;
  return holds;
}

/**
 * Brings a result up to date.
 *
 * @param by the result whose run waits for it
 */
export async function bring(all: Evaluation, node: Node, by?: Node): Promise<void> {
  // A run that was begun in an earlier revision says nothing of this one.
  while (!isFresh(all, node)) await runOnce(node, by, () => refresh(all, node));
}

async function refresh(all: Evaluation, node: Node): Promise<void> {
  const { revision } = all;
  if (!(await holds(all, node))) await run(all, node);
  node.verified = revision;
}

/** Compares a trace, bringing up to date what is in it. In its order: the later may have been read for the earlier. */
async function holds(all: Evaluation, node: Node): Promise<boolean> {
  if (node.trace === undefined) return false;
  for (const [of, digest] of node.trace) {
    if (typeof of === "string") {
      if (isVolatile(of) || all.inputs.digestOf(of) !== digest) return false;
    } else {
      await bring(all, of, node);
      if (of.digest !== digest) return false;
    }
  }
  return true;
}

/** Waits for a run of a result: the one that is under way, or a new one. */
async function runOnce(node: Node, by: Node | undefined, start: () => Promise<void>): Promise<void> {
  const circle = by === undefined ? undefined : wayTo(node, by);
  if (by !== undefined && circle !== undefined) {
    const names = [by, ...circle].map(({ def, key }) => `${def.name} ${key}`);
    throw new Error(`tasks wait for each other: ${names.join(" > ")}`);
  }
  by?.waitsFor.add(node);
  try {
    node.running ??= start().finally(() => {
      node.running = undefined;
    });
    await node.running;
  } finally {
    by?.waitsFor.delete(node);
  }
}

/** How the one waits for the other already; undefined where it does not. */
function wayTo(from: Node, to: Node): readonly Node[] | undefined {
  if (from === to) return [from];
  for (const next of from.waitsFor) {
    const way = wayTo(next, to);
    if (way !== undefined) return [from, ...way];
  }
  return undefined;
}

/** Gives a result. @throws what its task threw */
export async function resultOf(all: Evaluation, node: Node, by?: Node): Promise<unknown> {
  await bring(all, node, by);
  throwError(node);
  // One that is valid, and kept nowhere, is made again.
  if (keptResult(all, node) === undefined) await runOnce(node, by, () => run(all, node));
  throwError(node);
  const value = keptResult(all, node);
  if (node.def.keep === "disk") {
    node.value = value;
    hold(all, node);
  }
  return value?.of;
}

export function throwError({ error }: Node): void {
  if (error !== undefined) throw error.of;
}

/** A result that is up to date, from wherever it is. */
function keptResult({ store, readOutput }: Evaluation, node: Node): { readonly of: unknown } | undefined {
  if (node.value !== undefined || node.trace === undefined) return node.value;
  const read = {
    memory: () => undefined,
    graph: () => node.inline,
    disk: () => store.value(node.digest),
    output: () => readOutput?.(node),
  };
  const found = read[node.def.keep]();
  return found === undefined ? undefined : { of: found };
}

/** Large results are let go when others have been asked for since. */
function hold({ held, store }: Evaluation, node: Node): void {
  held.delete(node);
  held.add(node);
  // What is not kept anywhere would have to be made again.
  if (held.size <= MOST_HELD || store === NO_STORE) return;
  const [oldest] = held;
  if (oldest === undefined) return;
  held.delete(oldest);
  oldest.value = undefined;
}

async function run(all: Evaluation, node: Node): Promise<void> {
  all.hasRun = true;
  const { def } = node;
  const { task, trace, problems } = record(all, node);
  const last = () => (node.error === undefined ? keptResult(all, node)?.of : undefined);
  const made = await attempt(() => def.run(task, node.key, last));
  node.trace = trace;
  const faults = "error" in made ? [] : (def.faults?.(made.value) ?? []);
  const isBad = "error" in made || hasErrors(faults);
  if (isBad && node.isGood && all.explain !== undefined && def.keepsGood === true) {
    node.problems = [...problems, ...faults, ...("error" in made ? all.explain(made.error, node) : [])];
    return;
  }
  Object.assign(node, { isGood: !isBad, problems, inline: undefined, error: undefined, value: undefined });
  if ("error" in made) {
    node.error = { of: made.error };
    node.digest = ERROR + String(made.error);
    return;
  }
  node.value = { of: made.value };
  node.digest = keepResult(def, made.value, all.store);
  if (def.keep === "disk" || def.keep === "output") hold(all, node);
}

interface Recording {
  readonly task: Task;
  readonly trace: readonly (readonly [of: InputName | Node, digest: string])[];
  readonly problems: readonly Problem[];
}

/** What a run reads by, and what it has read so far. */
function record(all: Evaluation, node: Node): Recording {
  const { inputs } = all;
  const trace = new Map<InputName | Node, string>();
  const entries: [InputName | Node, string][] = [];
  const problems: Problem[] = [];
  const note = (of: InputName | Node, digest: string) => {
    if (trace.has(of)) return;
    trace.set(of, digest);
    entries.push([of, digest]);
  };
  const input = <T>(name: InputName, value: T): T => {
    note(name, inputs.digestOf(name));
    return value;
  };
  const task: Task = {
    file: (path) => input(`file:${path}`, inputs.file(path)),
    entry: (path) => input(`entry:${path}`, inputs.entry(path)),
    list: (path) => input(`list:${path}`, inputs.list(path)),
    modules: (path) => input(`modules:${path}`, undefined),
    variable: (name) => input(`variable:${name}`, inputs.variable(name)),
    setting: (name) => input(`setting:${name}`, inputs.setting(name)),
    state: (name) => input(`state:${name}`, undefined),
    volatile: () => note("volatile:", ""),
    get: async <T>(def: TaskDef<T>, key: string) => {
      const made = nodeOf(all, def as TaskDef<unknown>, key);
      return (await resultOf(all, made, node).finally(() => note(made, made.digest))) as T;
    },
    report: (...found) => problems.push(...found),
  };
  return { task, trace: entries, problems };
}

/** Runs a task. @throws Failure where an input was read twice and was not the same */
async function attempt(run: () => unknown): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    return { value: await run() };
  } catch (error) {
    if (!(error instanceof ChangedInput)) return { error };
    throw new ChangedMeanwhile(1, `${error.path}: changed while the site was built; build it again`);
  }
}

/** Gives a result's digest; what is kept in a file of its own is written to it. */
function keepResult(def: TaskDef<unknown>, value: unknown, store: ResultStore): string {
  if (def.digest !== undefined) return hash("sha1", def.digest(value), "base64url");
  if (def.keep === "output") return digestOutput(value);
  const json = JSON.stringify(value) ?? "";
  const digest = hash("sha1", json, "base64url");
  if (def.keep === "disk") store.putValue(digest, json);
  return digest;
}

/** Of bytes, of a text, or of a file that is copied, which knows its own. */
function digestOutput(value: unknown): string {
  if (typeof value === "string" || value instanceof Uint8Array) return hash("sha1", value, "base64url");
  return (value as { readonly digest: string }).digest;
}
