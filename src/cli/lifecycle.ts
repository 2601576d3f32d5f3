import type { Command } from "commander";
import { explainMachineError, Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";

/** Exit code of a command that has not finished. */
const UNFINISHED = 3;
/** Error codes of an output that was closed by its reader; there is nowhere left to report them. */
const READER_GONE = ["EPIPE", "EIO", "ECONNRESET"];

/** Stops a server; the process continues. */
export type Close = () => Promise<void>;

type Action<Arguments extends unknown[]> = (...args: Arguments) => Promise<void>;

/** The JSON of a command that could not begin. */
type FailedResult = (problems: readonly Problem[]) => object;

/** Sets the exit code of a command; until the command reports its end, it is that of a failure. */
export interface Lifecycle {
  /** Wraps a command that ends by itself. @param run returns the exit code @param resultOf default: only the problems */
  readonly task: <Arguments extends unknown[]>(
    run: (...args: Arguments) => Promise<number>,
    resultOf?: FailedResult,
  ) => Action<Arguments>;
  /** Wraps a command that runs until a signal; errors don't end it. @param run resolves once it serves */
  readonly service: <Arguments extends unknown[]>(run: (...args: Arguments) => Promise<Close>) => Action<Arguments>;
  readonly end: (exitCode: number) => void;
  /** Stops the server of the command; undefined if it has none. */
  readonly close: () => Close | undefined;
}

/**
 * Makes sure that an unfinished command doesn't look like success: code of the site may call `process.exit`, or await a
 * promise that never settles, which ends the process silently.
 */
export function createLifecycle(): Lifecycle {
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
  const begin = (args: readonly unknown[]) => {
    const command = args.at(-1) as Command;
    name = `docgen ${command.name()}`;
    process.exitCode = UNFINISHED;
    return command;
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
      ? `it waits for a promise that never settles; look for it in ${places}`
      : `process.exit() was called; look for it in ${places}`;
    printFailure(new Failure(1, `${name} has not finished: ${fault}`));
    // docgen itself may be the cause of an idle process; only the site calls `process.exit`.
    process.exitCode = isIdle ? UNFINISHED : 1;
  });
  return {
    task: (run, resultOf = (problems) => ({ problems })) => {
      return async (...args) => {
        const command = begin(args);
        process.on("uncaughtException", (error) => {
          printFailure(error);
          exit(exitCodeOf(error));
        });
        try {
          end(await run(...args));
        } catch (error) {
          await tellProgram(error, command, resultOf);
          throw error;
        }
      };
    },
    service: (run) => {
      return async (...args) => {
        begin(args);
        const printed = new Set<string>();
        process.on("uncaughtException", (error) => {
          const stack = String(error?.stack ?? error);
          if (!printed.has(stack)) printFailure(error);
          printed.add(stack);
        });
        // Exiting at once is safe, as all writes are atomic.
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => exit(0));
        closeService = await run(...args);
      };
    },
    end,
    close: () => closeService,
  };
}

/** Exit codes of a command that was stopped by a signal: 128 plus the signal's number, as in shells. */
const STOPPED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs a command that cleans up when a signal stops it, which aborts its signal. @param run returns the exit code */
export async function stoppable(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  const stop = (name: NodeJS.Signals) => stopping.abort(name);
  for (const name of Object.keys(STOPPED)) process.once(name, stop);
  try {
    return await run(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    writeErr("Stopped; docgen removed its temporary files.");
    return STOPPED[stopping.signal.reason as keyof typeof STOPPED];
  } finally {
    for (const name of Object.keys(STOPPED)) process.removeListener(name, stop);
  }
}

/** Prints the error that ended a command. Only a bug of docgen is printed with a stack. */
export function printFailure(error: unknown): void {
  const failure = explainMachineError(error);
  if (failure instanceof Failure) {
    for (const line of failure.message.split("\n")) writeErr(failureLine(line));
    return;
  }
  writeErr(pc.red("docgen crashed. Please report what you did, together with the following:"));
  writeErr(`docgen on node ${process.version}, ${process.platform}`);
  writeErr(stackOf(failure));
}

/** Options of commands whose result programs read. */
export interface FormatOptions {
  readonly format?: string;
  readonly json?: boolean;
}

/** The form of the result that `--format` or `--json` asks for; undefined for a command without them. */
export function formatOf({ format, json }: FormatOptions): string | undefined {
  return json === true ? "json" : format;
}

/** Prints a failure on standard output, too, in the form in which a program reads the result of the command. */
async function tellProgram(error: unknown, command: Command, resultOf: FailedResult): Promise<void> {
  const form = formatOf(command.opts<FormatOptions>());
  if (!(explainMachineError(error) instanceof Failure) || form === undefined) return;
  const { failureProblems } = await import("../serve/failures.ts");
  const problems = failureProblems(error);
  if (form === "json") writeJson(JSON.stringify(resultOf(problems)));
  const { formatGithub, formatSarif } = await import("../checker/formats.ts");
  const { groupOfProblem } = await import("../links/group.ts");
  const report = { groups: problems.map(groupOfProblem) };
  if (form === "github") writeOut(formatGithub(report));
  if (form === "sarif") writeJson(formatSarif(report, command.parent?.version() ?? ""));
}

/** A line of a failure's message, in the form of problems if it names a file of the site. */
function failureLine(line: string) {
  const [, path, row = "1", column = "1", message = ""] = PLACED.exec(line) ?? [];
  if (path === undefined) return shown`${pc.red("error")}  ${line}`;
  return shown`${pc.bold(`${path}:${row}:${column}`)}  ${pc.red("error")}  ${message}`;
}

/** A message with its place, or of the configuration as a whole. */
const PLACED = /^(\S+(?=:\d+:\d+: )|site\.config\.ts(?=: ))(?::(\d+):(\d+))?: (.*)$/;

/** Exit code of an error: 1 for the content or machine, 2 for arguments or configuration, 3 for a bug of docgen. */
export function exitCodeOf(error: unknown): number {
  const failure = explainMachineError(error);
  return failure instanceof Failure ? failure.exitCode : 3;
}

/** The stack of an error, with shortened `data:` URLs: those of the site's code contain all of it. */
function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.replace(/data:[^\s):]{40,}/g, (address) => `${address.slice(0, 40)}…`);
}
