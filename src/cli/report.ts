import { codeFrame } from "../shared/code-frame.ts";
import type { Position, Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { isTerminal, pc, shown, writeErr } from "./print.ts";

/** Maximum number of problems that are printed with the lines around them. */
const MAX_FRAMES = 20;

/**
 * Prints problems, one line each with the hint below: `path:line:column  severity  message`. On a terminal, the lines
 * around each problem follow.
 *
 * @param root absolute path of the folder that paths are relative to; absent: no lines are shown
 */
export function printProblems(problems: readonly Problem[], root?: string): void {
  for (const [index, { severity, message, hint, ...position }] of problems.entries()) {
    const colour = severity === "error" ? pc.red : pc.yellow;
    writeErr(shown`${pc.bold(formatPosition(position))}  ${colour(severity)}  ${oneLine(message)}`);
    // The hint about an output is the difference.
    const isDiff = position.code === "sample-output";
    if (isDiff) printBlock(hint ?? "");
    else if (hint !== undefined) writeErr(shown`    ${pc.dim("hint:")} ${hint.replaceAll("\n", "\n    ")}`);
    if (!isDiff && index < MAX_FRAMES && root !== undefined && isTerminal()) printFrame(root, position);
  }
}

/** Prints a diff, indented. */
export function printBlock(text: string): void {
  for (const line of text.split("\n")) writeErr(shown`    ${line.startsWith("!") ? pc.yellow(line) : line}`);
}

/** Prints the lines around a problem. Line 1, column 1 stands for the whole file: no lines are shown. */
function printFrame(root: string, position: Position): void {
  const frame = position.line === 1 && position.column === 1 ? undefined : codeFrame(root, position);
  if (frame !== undefined) writeErr(pc.dim(frame.replace(/^/gm, "    ")));
}

/** `path:line:column` on one line, even if the path contains line breaks. */
export function formatPosition({ path, line, column }: Position): string {
  return `${oneLine(path)}:${line}:${column}`;
}

/** Escapes line breaks, which a name or a URL may contain. */
export function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n");
}

/** `2 errors, 1 warning`; empty if there are none. */
export function countProblems(problems: readonly Pick<Problem, "severity">[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const parts = [errors === 0 ? "" : count(errors, "error"), warnings === 0 ? "" : count(warnings, "warning")];
  return parts.filter((part) => part !== "").join(", ");
}

/** The exit code of a command that found problems. @param strict whether warnings fail the command, too */
export function exitCodeFor(problems: readonly Pick<Problem, "severity">[], strict: boolean | undefined): number {
  return problems.some(({ severity }) => severity === "error" || strict === true) ? 1 : 0;
}

/** `12.3 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
