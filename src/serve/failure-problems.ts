import { CONFIG_FILE } from "../config/evaluate.ts";
import { explainMachineError, Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import { bundleProblems } from "../site/pages/bundle-problems.ts";
import { isPassing } from "./read-again.ts";

/** What a failure says, at the places that it names. @param path where it names none */
export function failureProblems(thrown: unknown, path: string = CONFIG_FILE): Problem[] {
  const error = explainMachineError(thrown);
  const message = error instanceof Error ? error.message : String(error);
  const place = { path, line: 1, column: 1, severity: "error", code: "failure" } as const;
  if (!(error instanceof Failure)) return [{ ...place, message }];
  return message.split("\n").map((line) => {
    const [, file, row, column, text] = /^(\S+?):(\d+):(\d+): (.*)$/.exec(line) ?? [];
    if (file === undefined || text === undefined) return { ...place, message: withoutPath(line, path) };
    return { ...place, path: file, line: Number(row), column: Number(column), message: text };
  });
}

/** A message that begins with the path that it is told at says it once; the system names it from the top of the disk. */
function withoutPath(message: string, path: string): string {
  const end = message.indexOf(`${path}: `);
  const isOwn = end === 0 || (message.startsWith("/") && message[end - 1] === "/");
  return isOwn ? message.slice(end + path.length + 2) : message;
}

/**
 * The same for what tasks throw: what esbuild finds wrong with code is told where it stands, and nothing is told of
 * what is about to leave the site; unless it is the root, without which there is no site.
 */
export function explainFailure(root: string, error: unknown, path?: string): Problem[] {
  if (isPassing(error) && (error as NodeJS.ErrnoException).path !== root) return [];
  const problems = bundleProblems(error, root);
  return problems.length > 0 ? problems : failureProblems(error, path);
}
