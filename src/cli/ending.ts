import type { Command } from "commander";
import { explainMachineError, Failure } from "../shared/failure.ts";
import { pc, shown, writeErr } from "./print.ts";

/** Exit code of a command that has not finished. */
const UNFINISHED = 3;
/** Errors of an output whose reader has gone: there is nowhere left to report them. */
const READER_GONE = ["EPIPE", "EIO", "ECONNRESET"];

/** Stops a server whose process goes on. */
export type Close = () => Promise<void>;

type Action<Arguments extends unknown[]> = (...given: Arguments) => Promise<void>;

/** Sets the exit code of commands: a failure until the command reports its end. */
export interface Ending {
  /** An action that ends by itself. @param run returns the exit code */
  readonly task: <Arguments extends unknown[]>(run: (...given: Arguments) => Promise<number>) => Action<Arguments>;
  /** An action that runs until a signal, whatever fails in the meantime. @param run resolves when it serves */
  readonly service: <Arguments extends unknown[]>(run: (...given: Arguments) => Promise<Close>) => Action<Arguments>;
  /** Sets the exit code of a finished command. */
  readonly end: (exitCode: number) => void;
  /** What stops the server of the command, if it serves. */
  readonly close: () => Close | undefined;
}

/**
 * Watches over the end of the process. Code of the site can end it by `process.exit`, and a promise that
 * never settles does so without a word: neither may look like success.
 */
export function watchEnding(): Ending {
  let name = "docgen";
  let isOver = false;
  let isIdle = false;
  let closeService: Close | undefined;
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
        closeService = await run(...given);
      };
    },
    end,
    close: () => closeService,
  };
}

/** Exit codes of a command stopped by a signal, by the convention of shells: 128 plus its number. */
const STOPPED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs a command that cleans up when a signal stops it. @param run returns the exit code */
export async function stoppable(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  const stop = (name: NodeJS.Signals) => stopping.abort(name);
  for (const name of Object.keys(STOPPED)) process.once(name, stop);
  try {
    return await run(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    writeErr("Stopped; nothing is left behind.");
    return STOPPED[stopping.signal.reason as keyof typeof STOPPED];
  } finally {
    for (const name of Object.keys(STOPPED)) process.removeListener(name, stop);
  }
}

/** Prints the error that stopped a command, with a stack only for a fault of docgen itself. */
export function printFailure(error: unknown): void {
  const known = explainMachineError(error);
  if (known instanceof Failure) {
    for (const line of known.message.split("\n")) writeErr(shown`${pc.red("error")}  ${line}`);
    return;
  }
  writeErr(pc.red("docgen itself has failed. Please report what you did, with what follows:"));
  writeErr(`docgen on node ${process.version}, ${process.platform}`);
  writeErr(stackOf(known));
}

/** Exit code of an error: 1 for content or machine, 2 for call or configuration, 3 for docgen itself. */
export function exitCodeOf(error: unknown): number {
  const known = explainMachineError(error);
  return known instanceof Failure ? known.exitCode : 3;
}

/** The site's code runs from `data:` URLs, which contain all of it. */
function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.replace(/data:[^\s):]{40,}/g, (address) => `${address.slice(0, 40)}…`);
}
