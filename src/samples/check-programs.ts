import { setMaxListeners } from "node:events";
import type { Counter } from "../builder/stages.ts";
import { inParallel } from "../shared/parallel.ts";
import { type Position, type Problem, problemOf } from "../shared/problem.ts";
import type { Program, ProgramFailure, ProgramTask } from "./assemble-program.ts";
import { align, matchesOutput, normaliseOutput, type Row } from "./compare-output.ts";
import { type Fence, placeInFence } from "./fence.ts";
import type { KeptFile } from "./kept.ts";
import type { Packages } from "./packages.ts";
import { runProgram } from "./run-program.ts";
import { openSandbox } from "./sandbox.ts";
import { checkTypes } from "./type-check.ts";

/** An output fence that differs from its sample's output. */
export interface Mismatch {
  /** The output fence; the sample's own if it has none yet. */
  readonly fence: Fence;
  /** Normalised lines of the fence. */
  readonly expected: readonly string[];
  /** Normalised lines of the output. */
  readonly actual: readonly string[];
  /** Both, aligned. */
  readonly rows: readonly Row[];
}

export interface ProgramResults {
  readonly problems: readonly Problem[];
  readonly mismatches: readonly Mismatch[];
  /** The files that programs keep. */
  readonly kept: readonly KeptFile[];
  /** Programs that failed or were not fully checked, with where and why. */
  readonly failed: ReadonlyMap<Program, ProgramFailure>;
}

export interface RunOptions {
  /** Maximum number of concurrent processes. */
  readonly jobs: number;
  /** Name of the time zone that samples run in; default: UTC. */
  readonly timeZone?: string | undefined;
  /** Kills running samples and removes their folders. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each program, with the position of its first fence. */
  readonly onRun?:
    | ((run: { readonly path: string; readonly line: number; readonly seconds: number }) => void)
    | undefined;
  /** Counts the programs. */
  readonly counter?: Counter;
}

/** Runs programs, compares what they print, and type-checks meanwhile. @throws the reason of an aborted signal */
export async function checkPrograms(
  tasks: readonly ProgramTask[],
  packages: Packages,
  options: RunOptions,
): Promise<ProgramResults> {
  const problems: Problem[] = [];
  const mismatches: Mismatch[] = [];
  const kept: KeptFile[] = [];
  const failed = new Map<Program, ProgramFailure>();
  if (tasks.length === 0) return { problems, mismatches, kept, failed };

  options.counter?.expect(tasks.length);
  // Each running sample adds a listener.
  if (options.signal !== undefined) setMaxListeners(0, options.signal);
  const sandbox = await openSandbox(packages, options.timeZone);
  const runs = tasks.map((task) => async () => {
    const { program } = task;
    const { outputs, failure, seconds, ...run } = await runProgram(task, sandbox, options.signal);
    options.counter?.done(program.path);
    options.onRun?.({ path: program.path, line: program.parts[0].fence.line, seconds });
    const differing = failure === undefined ? compareOutputs(program, outputs) : [];
    mismatches.push(...differing);
    kept.push(...run.kept);
    // Many live samples need a browser, and have no recorded output: their failure is no fault.
    const mayFail = program.kind === "live" && program.parts[0].output === undefined;
    if (failure !== undefined && !mayFail) {
      const { place, message, hint } = failure;
      problems.push(problemOf({ ...place, code: "sample-failed", message, hint }));
    }
    const [different] = differing;
    if (failure !== undefined) failed.set(program, failure);
    else if (different !== undefined) {
      failed.set(program, { place: positionOfMismatch(different), message: "its output differs" });
    }
  });
  const typed = tasks.filter(({ program }) => program.kind === "ts");
  const types = async () => {
    const faults = await checkTypes(typed, packages, sandbox, options.signal);
    for (const { program, problem } of faults) failed.set(program, { place: problem, message: problem.message });
    problems.push(...new Set(faults.map(({ problem }) => problem)));
  };
  try {
    const needsTypes = typed.length > 0 && packages.typescript !== undefined;
    await inParallel(needsTypes ? [types, ...runs] : runs, options.jobs);
  } finally {
    await sandbox.close();
  }
  return { problems, mismatches, kept, failed };
}

/** Position of the first difference: a wrong line, or the line after which one is missing. */
export function positionOfMismatch({ fence, rows }: Mismatch): Position {
  if (fence.sourceLines.length === 0) return fence;
  const first = rows.findIndex(({ same }) => !same);
  const row = rows.slice(first).find(({ expected }) => expected !== undefined)?.expected;
  return placeInFence(fence, row === undefined ? fence.sourceLines.length : row + 1, 1);
}

function compareOutputs({ kind, parts }: Program, outputs: readonly string[]): Mismatch[] {
  return parts.flatMap(({ fence, output }, index): Mismatch[] => {
    if (output === undefined && kind !== "live") return [];
    const expected = normaliseOutput(output?.code ?? "");
    const actual = normaliseOutput(outputs[index] ?? "");
    if (matchesOutput(expected, actual)) return [];
    return [{ fence: output ?? fence, expected, actual, rows: align(expected, actual) }];
  });
}
