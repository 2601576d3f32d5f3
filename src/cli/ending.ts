import type { Command } from "commander";
import { Failure } from "../shared/failure.ts";
import { exitCodeOf, printFailure } from "./failures.ts";

/** Exit code of a command that has not finished. */
const UNFINISHED = 3;
/** Errors of an output whose reader has gone: there is nowhere left to report them. */
const READER_GONE = ["EPIPE", "EIO", "ECONNRESET"];

type Action<Arguments extends unknown[]> = (...given: Arguments) => Promise<void>;

/** Sets the exit code of commands: a failure until the command reports its end. */
export interface Ending {
  /** An action that ends by itself. @param run returns the exit code */
  readonly task: <Arguments extends unknown[]>(run: (...given: Arguments) => Promise<number>) => Action<Arguments>;
  /** An action that runs until a signal, whatever fails in the meantime. @param run resolves when it serves */
  readonly service: <Arguments extends unknown[]>(run: (...given: Arguments) => Promise<void>) => Action<Arguments>;
  /** Sets the exit code of a finished command. */
  readonly end: (exitCode: number) => void;
}

/**
 * Watches over the end of the process. Code of the site can end it by `process.exit`, and a promise that
 * never settles does so without a word: neither may look like success.
 */
export function watchEnding(): Ending {
  let name = "docgen";
  let isOver = false;
  let isIdle = false;
  const end = (exitCode: number) => {
    isOver = true;
    process.exitCode = exitCode;
  };
  const exit = (exitCode: number): never => {
    end(exitCode);
    process.exit();
  };
  const begin = (given: readonly unknown[]) => {
    const command = given.at(-1) as Command;
    name = `docgen ${command.name()}`;
    process.exitCode = UNFINISHED;
  };
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (!READER_GONE.includes(error.code ?? "")) throw error;
    });
  }
  process.on("beforeExit", () => {
    isIdle = true;
  });
  process.on("exit", () => {
    if (isOver) return;
    const places = "site.config.ts, in what it imports and in React pages";
    const fault = isIdle
      ? `it waits for what never comes; look for a promise that never settles in ${places}`
      : `process.exit() was called; look for it in ${places}`;
    printFailure(new Failure(1, `${name} has not finished: ${fault}`));
    // An idle process may be docgen's own fault; a call of `process.exit` is always the site's.
    process.exitCode = isIdle ? UNFINISHED : 1;
  });
  return {
    task: (run) => {
      return async (...given) => {
        begin(given);
        process.on("uncaughtException", (error) => {
          printFailure(error);
          exit(exitCodeOf(error));
        });
        end(await run(...given));
      };
    },
    service: (run) => {
      return async (...given) => {
        begin(given);
        const told = new Set<string>();
        process.on("uncaughtException", (error) => {
          const stack = String(error?.stack ?? error);
          if (!told.has(stack)) printFailure(error);
          told.add(stack);
        });
        // Nothing is left half-done by ending at once: what is written is put in place whole.
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => exit(0));
        await run(...given);
      };
    },
    end,
  };
}
