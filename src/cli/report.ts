import type { Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { pc } from "./colours.ts";

/** Prints problems, one line each and its hint below: `path:line:column  severity  message`. */
export function printProblems(problems: readonly Problem[], print: (line: string) => void = console.error): void {
  for (const { path, line, column, severity, message, hint } of problems) {
    const colour = severity === "error" ? pc.red : pc.yellow;
    print(`${pc.bold(`${printable(path)}:${line}:${column}`)}  ${colour(severity)}  ${printable(message)}`);
    if (hint !== undefined) print(`    ${pc.dim("hint:")} ${printable(hint)}`);
  }
}

/** Messages quote what files hold: that must not move a terminal's cursor or change its colours. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
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
