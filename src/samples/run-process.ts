import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";

export interface ProcessInput {
  /** Command that starts Node, and its arguments; Node itself where it is left out. */
  readonly launch?: readonly string[] | undefined;
  /** Arguments for Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Ends the process and everything that it has started. */
  readonly signal?: AbortSignal | undefined;
}

/** How a process ended and what it printed. */
export interface ProcessResult {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** Why docgen ended it, where it did. */
  readonly stopped: "timeout" | "output" | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote to file descriptor 3. */
  readonly report: string;
  readonly seconds: number;
}

/** Bytes that a process may print on all its descriptors together. */
export const MAX_OUTPUT_BYTES = 1_000_000;
/** How long descriptors may stay open after the end of a process: a child that left its group can hold them. */
const CLOSE_MS = 500;

/**
 * Runs Node to its end, in a process group of its own; whatever the process leaves behind ends with it.
 *
 * @throws the system's error where Node can't be started; the signal's reason where it is aborted
 */
export function runProcess({ launch = [], args, cwd, env, timeoutMs, signal }: ProcessInput): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const begun = performance.now();
    const [command = process.execPath, ...rest] = [...launch, process.execPath, ...args];
    const child = spawn(command, rest, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    let stopped: ProcessResult["stopped"];
    const stop = (why?: ProcessResult["stopped"]) => {
      stopped ??= why;
      killGroup(child);
    };
    const onAbort = () => stop();
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(stop, timeoutMs, "timeout");

    let bytes = 0;
    // Where the machine has no descriptors left there are no streams; the error event follows.
    const streams = (child.stdio?.slice(1) ?? []) as Readable[];
    const printed = streams.map((stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_OUTPUT_BYTES) chunks.push(chunk);
        else if (stopped === undefined) stop("output");
      });
      return chunks;
    });
    let closing: NodeJS.Timeout | undefined;
    child.once("exit", () => {
      clearTimeout(timer);
      killGroup(child);
      closing = setTimeout(() => {
        for (const stream of streams) stream.destroy();
      }, CLOSE_MS);
    });
    const finish = () => {
      clearTimeout(timer);
      clearTimeout(closing);
      signal?.removeEventListener("abort", onAbort);
    };
    child.once("error", (error) => {
      finish();
      reject(error);
    });
    child.once("close", (code, killedBy) => {
      finish();
      if (signal?.aborted === true) return reject(signal.reason);
      const [stdout = "", stderr = "", report = ""] = printed.map((chunks) => Buffer.concat(chunks).toString("utf8"));
      resolve({ code, killedBy, stopped, stdout, stderr, report, seconds: (performance.now() - begun) / 1000 });
    });
  });
}

/** Ends a process and its group. Windows has no groups: there the process alone is ended. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Everything in it has ended.
  }
}
