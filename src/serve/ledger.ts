import { type Problem, sortProblems } from "../shared/problem.ts";

/** What is wrong now, by who found it: what its owner finds later takes its place. */
export interface Ledger {
  /** @param told where somebody has told of them already */
  readonly set: (owner: string, problems: readonly Problem[], told?: "told") => void;
  /** Lets go of owners that are there no more. @param isGone asked of each owner */
  readonly drop: (isGone: (owner: string) => boolean) => void;
  readonly all: () => readonly Problem[];
}

/** @param onNew told of problems that were not there before */
export function createLedger(onNew: (problems: readonly Problem[]) => void): Ledger {
  const byOwner = new Map<string, readonly Problem[]>();
  return {
    set: (owner, problems, told) => {
      const known = new Set(byOwner.get(owner)?.map(keyOf));
      if (problems.length === 0) byOwner.delete(owner);
      else byOwner.set(owner, problems);
      const added = problems.filter((problem) => !known.has(keyOf(problem)));
      if (added.length > 0 && told === undefined) onNew(sortProblems(added));
    },
    drop: (isGone) => {
      for (const owner of [...byOwner.keys()]) if (isGone(owner)) byOwner.delete(owner);
    },
    all: () => sortProblems([...byOwner.values()].flat()),
  };
}

function keyOf({ path, line, column, code, message }: Problem): string {
  return `${path}:${line}:${column}:${code}:${message}`;
}
