import type { Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { pc, shown, writeErr } from "./print.ts";

/** Prints problems, one line each and its hint below: `path:line:column  severity  message`. */
export function printProblems(problems: readonly Problem[]): void {
  for (const { severity, message, hint, ...place } of problems) {
    const colour = severity === "error" ? pc.red : pc.yellow;
    writeErr(shown`${pc.bold(formatPosition(place))}  ${colour(severity)}  ${message}`);
    if (hint !== undefined) writeErr(shown`    ${pc.dim("hint:")} ${hint}`);
  }
}

/** `path:line:column` on one line, whatever the file is called. */
export function formatPosition({ path, line, column }: Pick<Problem, "path" | "line" | "column">): string {
  return `${path.replaceAll("\n", "\\n")}:${line}:${column}`;
}

/** `2 errors, 1 warning`; empty where there are none. */
export function countProblems(problems: readonly Pick<Problem, "severity">[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const parts = [errors === 0 ? "" : count(errors, "error"), warnings === 0 ? "" : count(warnings, "warning")];
  return parts.filter((part) => part !== "").join(", ");
}

/** `12.3 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
