/** An error fails the command, a warning doesn't. */
export type Severity = "error" | "warning";

/** A position in the sources of a site. */
export interface Position {
  /** File, relative to the site's root, with forward slashes. */
  readonly path: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Column in the line, from 1, in UTF-16 code units. */
  readonly column: number;
}

/** A problem in the content, with its position. */
export interface Problem extends Position {
  readonly severity: Severity;
  /** Stable name of the kind of problem, e.g. `broken-link`. */
  readonly code: string;
  readonly message: string;
  /** A suggestion what to write instead. */
  readonly hint?: string;
}

/** A syntax error in a text. */
export type SyntaxFault = Pick<Problem, "line" | "column" | "message">;

/** Parameters of `problemOf`. */
export type ProblemParts = Pick<Problem, "path" | "code" | "message"> & {
  readonly [Key in keyof Problem]?: Problem[Key] | undefined;
};

/** Creates a problem; default: an error at the beginning of the file. */
export function problemOf({
  path,
  line = 1,
  column = 1,
  severity = "error",
  code,
  message,
  hint,
}: ProblemParts): Problem {
  const problem = { path, line, column, severity, code, message };
  return hint === undefined ? problem : { ...problem, hint };
}

/** Sorts by file, line, column and message, and removes duplicates. */
export function sortProblems<T extends Omit<Problem, "severity">>(problems: readonly T[]): T[] {
  const seen = new Set<string>();
  return [...problems].sort(compareProblems).filter((problem) => {
    const key = problemKey(problem);
    return !seen.has(key) && seen.add(key);
  });
}

/** Identifies a problem: the same one may be found more than once. */
export function problemKey({ path, line, column, code, message }: Omit<Problem, "severity">): string {
  return `${path}:${line}:${column}:${code}:${message}`;
}

/** Whether any of the problems fails the command. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === "error");
}

/** Compares by file, line, column and message. */
export function compareProblems(a: Located, b: Located): number {
  return compareText(a.path, b.path) || a.line - b.line || a.column - b.column || compareText(a.message, b.message);
}

type Located = Position & Pick<Problem, "message">;

/** Compares by code unit: the same order on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
