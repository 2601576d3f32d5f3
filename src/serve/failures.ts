import { setTimeout as pause } from "node:timers/promises";
import { CONFIG_FILE } from "../config/config-file.ts";
import { ChangedDuringBuild } from "../engine/inputs.ts";
import { explainMachineError, Failure } from "../shared/failure.ts";
import { type Problem, problemKey, sortProblems } from "../shared/problem.ts";

const MAX_ATTEMPTS = 5;
/** Pause between attempts, in milliseconds, as more files may be about to change. */
const PAUSE_MS = 50;

/** Converts what was thrown to problems. @param path for messages that name no position */
export function failureProblems(thrown: unknown, path: string = CONFIG_FILE): Problem[] {
  const error = explainMachineError(thrown);
  const message = error instanceof Error ? error.message : String(error);
  const position = { path, line: 1, column: 1, severity: "error", code: "failure" } as const;
  if (!(error instanceof Failure)) return [{ ...position, message }];
  return message.split("\n").map((line) => {
    const [, file, row, column, text] = /^(\S+?):(\d+):(\d+): (.*)$/.exec(line) ?? [];
    if (file === undefined || text === undefined) return { ...position, message: withoutPath(line, path) };
    return { ...position, path: file, line: Number(row), column: Number(column), message: text };
  });
}

/** Removes the path at the beginning of a message, relative or absolute: the problem has it already. */
function withoutPath(message: string, path: string): string {
  const end = message.indexOf(`${path}: `);
  const isOwn = end === 0 || (message.startsWith("/") && message[end - 1] === "/");
  return isOwn ? message.slice(end + path.length + 2) : message;
}

/** Converts what a task threw to problems: none for a file that was just deleted, unless it is the root. */
export function explainFailure(root: string, error: unknown, path?: string): Problem[] {
  if (isTransient(error) && (error as NodeJS.ErrnoException).path !== root) return [];
  return failureProblems(error, path);
}

/** Whether a retry may succeed: a file was deleted or changed while it was read. */
export function isTransient(error: unknown): boolean {
  return error instanceof ChangedDuringBuild || (error as NodeJS.ErrnoException).code === "ENOENT";
}

/**
 * Retries reading while files change, e.g. while git switches branches.
 *
 * @param again called before each new attempt
 * @throws the error of the last attempt, or one that is not transient
 */
export async function retryRead<T>(read: () => Promise<T>, again: () => void): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error) || attempts === MAX_ATTEMPTS) throw error;
      await pause(PAUSE_MS);
      again();
    }
  }
}

export interface ProblemEvents {
  readonly onProblems: (problems: readonly Problem[]) => void;
  /** Called for an update that failed; the last good state is still served. */
  readonly onFailure: (error: unknown) => void;
}

/** Reports each problem once, until it is fixed. @param ofSite the known ones @param viewed paths of viewed pages */
export function createProblemReporter(
  ofSite: () => readonly Problem[],
  viewed: () => readonly string[],
  events: ProblemEvents,
) {
  const background = new Map<string, Problem>();
  const failures = new Map<string, readonly Problem[]>();
  let keys = new Set<string>();
  const reported = new Set<string>();
  return {
    /** Errors that React pages throw in the background, by path of the page. */
    background,
    /** Failures of viewed pages, by URL path. */
    failures,
    /** Reports new problems. @returns all current problems */
    now: () => {
      const ofViews = viewed().flatMap((path) => failures.get(path) ?? []);
      const now = sortProblems([...ofSite(), ...background.values(), ...ofViews]);
      const news = now.filter((problem) => !keys.has(problemKey(problem)));
      keys = new Set(now.map(problemKey));
      // Errors that prevent reading the site are reported as failures, as other commands do.
      for (const { path, message } of news.filter(isFailure)) events.onFailure(new Failure(2, `${path}: ${message}`));
      const others = news.filter((problem) => !isFailure(problem));
      if (others.length > 0) events.onProblems(others);
      return now;
    },
    /** Reports a failure, once. */
    report: (error: unknown) => {
      const text = String(error);
      if (!reported.has(text)) events.onFailure(error);
      reported.add(text);
    },
    /** Called when files have changed: recurring failures are reported again. */
    renew: (paths: readonly string[]) => {
      for (const path of paths) background.delete(path);
      reported.clear();
    },
  };
}

function isFailure({ code, line, column }: Problem): boolean {
  return code === "failure" && line === 1 && column === 1;
}
