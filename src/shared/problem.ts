import { groupBy } from "./group-by.ts";
import { count } from "./text.ts";

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
  /** Page that the site's code was used for: the same fault in several pages is one problem. */
  readonly page?: string;
}

/** A syntax error in a text. */
export type SyntaxFault = Pick<Problem, "line" | "column" | "message">;

/** Parameters of `problemOf`. */
export type ProblemParts = Pick<Problem, "path" | "code" | "message"> & {
  readonly [Key in keyof Problem]?: Problem[Key] | undefined;
};

/** Creates a problem; default: an error at the beginning of the file. */
export function problemOf(parts: ProblemParts): Problem {
  const { path, line = 1, column = 1, severity = "error", code, message, hint, page } = parts;
  const problem = { path, line, column, severity, code, message };
  return { ...problem, ...(hint !== undefined && { hint }), ...(page !== undefined && { page }) };
}

/**
 * Sorts by file, line, column and message, and removes duplicates. The first of the problems that the site's code causes
 * in several pages stands for all of them.
 */
export function sortProblems<T extends Omit<Problem, "severity">>(problems: readonly T[]): T[] {
  const sorted = [...problems].sort(compareProblems);
  return [...groupBy(sorted, repeatKey).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = new Set(others.map(({ page }) => page).filter((page) => page !== first.page)).size;
    return more === 0 ? first : { ...first, message: `${first.message}; also in ${count(more, "more page")}` };
  });
}

/** Identifies a problem apart from the page that the site's code was used for, and the line in it. */
function repeatKey({ page, ...problem }: Omit<Problem, "severity">): string {
  if (page === undefined) return problemKey(problem);
  const position = problem.path === page ? { path: "", line: 1, column: 1 } : {};
  const message = problem.message.replaceAll(page, "").replace(/:\d+\)/g, ")");
  return problemKey({ ...problem, ...position, message });
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
