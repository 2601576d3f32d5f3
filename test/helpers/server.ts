import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { STEP_MS } from "./browser.ts";
import { ADDRESS, type Service, serveInTurn } from "./command.ts";
import { start } from "./docgen.ts";

/** A running server, and its output. */
export interface Server {
  /** Base address, without a final slash. */
  readonly address: string;
  /** Waits until the output matches. @throws Error with the output, after `STEP_MS` without a match */
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly output: () => string;
  readonly pid: number;
  /** Stops the server. @returns its exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/**
 * Starts a server command; the caller stops it. It runs in the reused process or, while that one is serving, in a new
 * one. Use `openProcess` in tests of a server's end or process.
 *
 * @param args options of the command; a free port is added if they have none
 */
export function openServer(...args: readonly string[]): Promise<Server> {
  const asked = withPort(args);
  return serverOf((onText) => serveInTurn(asked, onText) ?? serviceOf(start(...asked), onText));
}

/** Starts a server command as `openServer` does, and stops it after the test. @returns its address */
export async function startServer(...args: readonly string[]): Promise<string> {
  return stoppedAfterTest(await openServer(...args)).address;
}

/** Starts a server command in its own process; the caller stops it. @param args as for `openServer` */
export function openProcess(...args: readonly string[]): Promise<Server> {
  return followProcess(start(...withPort(args)));
}

/** Waits until a process of docgen is serving. */
export function followProcess(child: ChildProcess): Promise<Server> {
  return serverOf((onText) => serviceOf(child, onText));
}

/** Stops a server after the test. @returns the same server */
export function stoppedAfterTest(server: Server): Server {
  onTestFinished(async () => void (await server.stop()));
  return server;
}

function withPort(args: readonly string[]): readonly string[] {
  return args.includes("--port") ? args : [...args, "--port", "0"];
}

function serviceOf(child: ChildProcess, onText: (text: string) => void): Service {
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => onText(String(chunk)));
  return {
    pid: child.pid ?? 0,
    ended: once(child, "close").then(([code]) => code as number | null),
    stop: (signal) => child.kill(signal),
  };
}

/** Waits until a server can be reached. @throws Error with its output, if it ends before */
async function serverOf(open: (onText: (text: string) => void) => Service): Promise<Server> {
  let output = "";
  let isOver = false;
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const look of waiting) look();
  };
  const service = open((text) => {
    output += text;
    notify();
  });
  const ended = service.ended.finally(() => {
    isOver = true;
    notify();
  });
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        end();
      };
      const fail = (what: string) =>
        settle(() => reject(new Error(`the server ${what} and never said ${pattern}:\n${output}`)));
      const look = () => {
        const found = pattern.exec(output)?.[0];
        if (found !== undefined) settle(() => resolve(found));
        else if (isOver) fail("has ended");
      };
      const timer = setTimeout(fail, STEP_MS, "went on");
      waiting.add(look);
      look();
    });
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    if (!isOver) service.stop(signal);
    return ended;
  };
  const address = (await said(ADDRESS)).replace(/\/$/, "");
  return { address, said, output: () => output, pid: service.pid, stop };
}
