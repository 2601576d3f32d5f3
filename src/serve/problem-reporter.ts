import { Failure } from "../shared/failure.ts";
import { type Problem, problemKey, sortProblems } from "../shared/problem.ts";

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
