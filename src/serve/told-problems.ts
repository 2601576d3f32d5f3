import { Failure } from "../shared/failure.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";

export interface ProblemEvents {
  /** Told of problems as they come up. */
  readonly onProblems: (problems: readonly Problem[]) => void;
  /** Told of an update that could not be taken over; the last good state is still served. */
  readonly onFailure: (error: unknown) => void;
}

/** Tells of problems, each once for as long as it lasts. */
export interface ToldProblems {
  /** What pages written in React do wrong in the background, by their paths. */
  readonly background: Map<string, Problem>;
  /** What keeps pages that are looked at from being made, by their addresses. */
  readonly failures: Map<string, readonly Problem[]>;
  /** Tells what is new. @returns all that is wrong now */
  readonly now: () => readonly Problem[];
  /** Tells of a failure, once however often it comes up. */
  readonly report: (error: unknown) => void;
  /** Takes up that files have changed: failures that come up again are told again. */
  readonly renew: (paths: readonly string[]) => void;
}

/**
 * @param found what is known to be wrong with the site
 * @param viewed addresses of the pages that are looked at
 */
export function createToldProblems(
  found: () => readonly Problem[],
  viewed: () => readonly string[],
  events: ProblemEvents,
): ToldProblems {
  const background = new Map<string, Problem>();
  const failures = new Map<string, readonly Problem[]>();
  let told = new Set<string>();
  const reported = new Set<string>();
  return {
    background,
    failures,
    now: () => {
      const ofViews = viewed().flatMap((path) => failures.get(path) ?? []);
      const now = sortProblems([...found(), ...background.values(), ...ofViews]);
      const news = now.filter((problem) => !told.has(keyOf(problem)));
      told = new Set(now.map(keyOf));
      // What keeps all of the site from being read is told as where it ends a command.
      for (const { path, message } of news.filter(isFailure)) events.onFailure(new Failure(2, `${path}: ${message}`));
      const others = news.filter((problem) => !isFailure(problem));
      if (others.length > 0) events.onProblems(others);
      return now;
    },
    report: (error) => {
      const text = String(error);
      if (!reported.has(text)) events.onFailure(error);
      reported.add(text);
    },
    renew: (paths) => {
      for (const path of paths) background.delete(path);
      reported.clear();
    },
  };
}

function isFailure({ code, line, column }: Problem): boolean {
  return code === "failure" && line === 1 && column === 1;
}

function keyOf({ path, line, column, code, message }: Problem): string {
  return `${path}:${line}:${column}:${code}:${message}`;
}
