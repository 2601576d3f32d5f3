import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Run, withoutProgress } from "./docgen.ts";

interface Runner {
  readonly child: ChildProcess;
  /** Its environment; a test with another environment gets another process. */
  readonly environment: string;
  /** The end of the command before. */
  last: Promise<unknown>;
}

const running: { runner?: Runner | undefined } = {};

/**
 * Runs a command that ends by itself as `docgen` does, in a process that is reused: to start one takes most of the time
 * of a small build. Commands run one after the other. Tests of how a process ends, of two at once and of site code that
 * changes its process use `docgen`.
 */
export function command(...args: readonly string[]): Promise<Run> {
  const runner = currentRunner();
  const run = runner.last.then(() => runIn(runner.child, args));
  runner.last = run.catch(() => {});
  return run;
}

function runIn(child: ChildProcess, args: readonly string[]): Promise<Run> {
  child.channel?.ref();
  return new Promise<Run>((resolve, reject) => {
    const settle = (end: () => void) => {
      child.off("message", onMessage).off("exit", onExit);
      child.channel?.unref();
      end();
    };
    const onMessage = (run: Run) => settle(() => resolve({ ...run, stderr: withoutProgress(run.stderr) }));
    const onExit = (code: number | null) => settle(() => reject(new Error(`docgen's process ended with ${code}`)));
    child.once("message", onMessage).once("exit", onExit);
    child.send(args);
  });
}

function currentRunner(): Runner {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST_"));
  const environment = JSON.stringify(own.sort());
  if (running.runner?.environment === environment) return running.runner;
  running.runner?.child.disconnect();
  const runner: Runner = { child: startRunner(), environment, last: Promise.resolve() };
  running.runner = runner;
  runner.child.once("exit", () => {
    if (running.runner === runner) running.runner = undefined;
  });
  return runner;
}

function startRunner(): ChildProcess {
  const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "production" };
  const file = fileURLToPath(new URL("./command-process.mjs", import.meta.url));
  const child = fork(file, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.unref();
  return child;
}
