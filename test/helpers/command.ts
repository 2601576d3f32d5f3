import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Run, withoutProgress } from "./docgen.ts";

interface Runner {
  readonly child: ChildProcess;
  /** What it read of its environment when it began; a test with other values gets another process. */
  readonly readAtStart: string;
  /** The end of the command before. */
  last: Promise<unknown>;
}

/** Variables that a process reads only when it begins. Others are given to it with each command. */
const READ_AT_START = ["TZ", "LANG", "LC_ALL", "NODE_OPTIONS"];

const running: { runner?: Runner | undefined; previews?: Runner } = {};

/**
 * Runs a command that ends by itself as `docgen` does, in a process that is reused: to start one takes most of the time
 * of a small build. Commands run one after the other. Tests of how a process ends, of two at once and of site code that
 * changes its process use `docgen`.
 */
export function command(...args: readonly string[]): Promise<Run> {
  return runInTurn(currentRunner(), args);
}

/**
 * Serves a built site by `docgen preview`, in a process that is reused and ends with the worker. Tests of a server that
 * ends, or of its process, use `openServer`.
 *
 * @param args options of the command
 * @returns the address, without a slash at its end
 */
export async function previewSite(root: string, ...args: readonly string[]): Promise<string> {
  if (running.previews?.child.connected !== true) running.previews = startRunner();
  const { stdout, stderr } = await runInTurn(running.previews, ["preview", "--root", root, "--port", "0", ...args]);
  const address = /http:\/\/localhost:\d+\/\S*/.exec(stdout)?.[0];
  if (address === undefined) throw new Error(`docgen preview did not serve:\n${stderr}${stdout}`);
  return address.replace(/\/$/, "");
}

function runInTurn(runner: Runner, args: readonly string[]): Promise<Run> {
  const env = ownEnvironment();
  const run = runner.last.then(() => runIn(runner.child, { args, env }));
  runner.last = run.catch(() => {});
  return run;
}

function runIn(child: ChildProcess, asked: { args: readonly string[]; env: NodeJS.ProcessEnv }): Promise<Run> {
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
    child.send(asked);
  });
}

function currentRunner(): Runner {
  if (running.runner?.readAtStart === valuesReadAtStart()) return running.runner;
  running.runner?.child.disconnect();
  const runner = startRunner();
  running.runner = runner;
  runner.child.once("exit", () => {
    if (running.runner === runner) running.runner = undefined;
  });
  return runner;
}

function valuesReadAtStart(): string {
  return JSON.stringify(READ_AT_START.map((name) => process.env[name] ?? null));
}

function ownEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: "1", NODE_ENV: "production" };
}

function startRunner(): Runner {
  const file = fileURLToPath(new URL("./command-process.mjs", import.meta.url));
  const env = ownEnvironment();
  const child = fork(file, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.unref();
  return { child, readAtStart: valuesReadAtStart(), last: Promise.resolve() };
}
