import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Run, withoutProgress } from "./docgen.ts";

/** A process that runs commands of docgen. */
interface Runner {
  readonly child: ChildProcess;
  /** Environment variables that it read at its start; a test with other values gets another process. */
  readonly readAtStart: string;
  /** End of the previous command. */
  last: Promise<unknown>;
}

type Stream = "stdout" | "stderr";
type Said = { readonly name: Stream; readonly text: string } | { readonly code: number };
type Use = "commands" | "previews" | "server";

/** A running server command. */
export interface Service {
  readonly pid: number;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly stop: (signal: NodeJS.Signals) => void;
}

/** Variables that a process reads only at its start. All others are sent with each command. */
const READ_AT_START = ["TZ", "LANG", "LC_ALL", "NODE_OPTIONS"];
/** Matches the address in a server's output. */
export const ADDRESS = /http:\/\/localhost:\d+\/\S*/;

const running = new Map<Use, Runner>();
const serving = new Set<Runner>();

/**
 * Runs a command that ends by itself, like `docgen`, but in a reused process: starting one takes most of the time of a
 * small build. Commands run one after the other. Use `docgen` in tests of how a process ends, of two processes at once,
 * and of site code that changes its process.
 */
export function command(...args: readonly string[]): Promise<Run> {
  return inTurn(runnerFor("commands"), async (child) => {
    const said = { stdout: "", stderr: "" };
    const { ended } = ask(child, args, (text, name) => {
      said[name] += text;
    });
    return { code: await ended, stdout: said.stdout, stderr: withoutProgress(said.stderr) };
  });
}

/**
 * Serves a built site by `docgen preview` in a reused process, until the worker ends. Use `openServer` in tests of a
 * server's end or process.
 *
 * @param args options of the command
 * @returns the address, without a final slash
 */
export function previewSite(root: string, ...args: readonly string[]): Promise<string> {
  return inTurn(runnerFor("previews"), (child) => {
    return new Promise<string>((resolve, reject) => {
      let output = "";
      const { ended, leave } = ask(child, ["preview", "--root", root, "--port", "0", ...args], (text) => {
        output += text;
        const address = ADDRESS.exec(output)?.[0];
        if (address === undefined) return;
        leave();
        resolve(address.replace(/\/$/, ""));
      });
      ended.then(() => reject(new Error(`docgen preview did not serve:\n${output}`)), reject);
    });
  });
}

/** Starts a server command in the reused process. @returns undefined if that process is already serving */
export function serveInTurn(args: readonly string[], onText: (text: string) => void): Service | undefined {
  const runner = runnerFor("server");
  if (serving.has(runner)) return undefined;
  serving.add(runner);
  const { child } = runner;
  const { ended } = ask(child, args, onText);
  return {
    pid: child.pid ?? 0,
    ended: ended.finally(() => serving.delete(runner)),
    stop: () => child.send({}),
  };
}

/** Runs a request after the previous requests to a process. */
function inTurn<T>(runner: Runner, run: (child: ChildProcess) => Promise<T>): Promise<T> {
  const done = runner.last.then(() => run(runner.child));
  runner.last = done.catch(() => {});
  return done;
}

/** Requests a command from a process. @returns its exit code, and a function that stops listening */
function ask(child: ChildProcess, args: readonly string[], onText: (text: string, name: Stream) => void) {
  let leave = () => {};
  const ended = new Promise<number>((resolve, reject) => {
    const onSaid = (said: Said) => {
      if (!("code" in said)) return onText(said.text, said.name);
      leave();
      resolve(said.code);
    };
    const onExit = (code: number | null) => {
      leave();
      reject(new Error(`docgen's process ended with ${code}`));
    };
    leave = () => {
      child.off("message", onSaid).off("exit", onExit);
      child.channel?.unref();
    };
    child.on("message", onSaid).once("exit", onExit);
    child.channel?.ref();
    child.send({ args, env: ownEnvironment() });
  });
  return { ended, leave };
}

function runnerFor(use: Use): Runner {
  const before = running.get(use);
  if (before?.child.connected === true) {
    if (before.readAtStart === valuesReadAtStart()) return before;
    before.child.disconnect();
  }
  const runner = startRunner();
  running.set(use, runner);
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
