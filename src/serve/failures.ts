import { setTimeout as pause } from "node:timers/promises";
import { CONFIG_FILE } from "../config/config-file.ts";
import { ChangedDuringBuild } from "../engine/inputs.ts";
import { explainMachineError, Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";

const MAX_ATTEMPTS = 5;
/** Pause between attempts, in milliseconds, as more files may be about to change. */
const PAUSE_MS = 50;

/** Converts what was thrown to problems. @param path for messages that name no position */
export function failureProblems(thrown: unknown, path: string = CONFIG_FILE): Problem[] {
  const error = explainMachineError(thrown);
  const message = error instanceof Error ? error.message : String(error);
  const position = { path, line: 1, column: 1, severity: "error", code: "failure" } as const;
  if (!(error instanceof Failure)) return [{ ...position, message }];
  return message.split("\n").map((line) => {
    const [, file, row, column, text] = /^(\S+?):(\d+):(\d+): (.*)$/.exec(line) ?? [];
    if (file === undefined || text === undefined) return { ...position, message: withoutPath(line, path) };
    return { ...position, path: file, line: Number(row), column: Number(column), message: text };
  });
}

/** Removes the path at the beginning of a message, relative or absolute: the problem has it already. */
function withoutPath(message: string, path: string): string {
  const end = message.indexOf(`${path}: `);
  const isOwn = end === 0 || (message.startsWith("/") && message[end - 1] === "/");
  return isOwn ? message.slice(end + path.length + 2) : message;
}

/** Converts what a task threw to problems: none for a file that was just deleted, unless it is the root. */
export function explainFailure(root: string, error: unknown, path?: string): Problem[] {
  if (isTransient(error) && (error as NodeJS.ErrnoException).path !== root) return [];
  return failureProblems(error, path);
}

/** Whether a retry may succeed: a file was deleted or changed while it was read. */
export function isTransient(error: unknown): boolean {
  return error instanceof ChangedDuringBuild || (error as NodeJS.ErrnoException).code === "ENOENT";
}

/**
 * Retries reading while files change, e.g. while git switches branches.
 *
 * @param again called before each new attempt
 * @throws the error of the last attempt, or one that is not transient
 */
export async function retryRead<T>(read: () => Promise<T>, again: () => void): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error) || attempts === MAX_ATTEMPTS) throw error;
      await pause(PAUSE_MS);
      again();
    }
  }
}
