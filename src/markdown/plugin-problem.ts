import type { PluginFault } from "../config/define.ts";
import type { Severity } from "../shared/problem.ts";

const SEVERITIES: readonly (Severity | undefined)[] = ["error", "warning", undefined];

/**
 * Converts a report of a site's plugin to a problem of the page.
 *
 * @param line as in `token.map`, from 0
 * @throws TypeError for an invalid argument, so that the error points to the plugin's line
 */
export function pluginProblem(line: number, fault: PluginFault) {
  const { message, hint, severity = "error", column = 1 } = fault ?? {};
  const wrong = (what: string, rule: string, value: unknown) =>
    new TypeError(`report(): the ${what} must be ${rule}, but is ${typeof value === "string" ? `"${value}"` : value}`);
  if (!Number.isInteger(line) || line < 0) throw wrong("line", "a whole number from 0", line);
  if (!Number.isInteger(column) || column < 1) throw wrong("column", "a whole number from 1", column);
  if (typeof message !== "string" || message === "") throw wrong("message", "a text", message);
  if (hint !== undefined && typeof hint !== "string") throw wrong("hint", "a text", hint);
  if (!SEVERITIES.includes(severity)) throw wrong("severity", '"error" or "warning"', severity);
  return { code: "plugin", severity, column, message, hint };
}
