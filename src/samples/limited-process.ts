import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { attempt } from "../shared/attempt.ts";

export interface ProcessInput {
  /** Command prefix that starts Node, with its arguments; default: none. */
  readonly launch?: readonly string[] | undefined;
  /** Arguments for Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Kills the process and everything that it started. */
  readonly signal?: AbortSignal | undefined;
}

/** Exit status and output of a process. */
export interface ProcessResult {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** Why docgen killed it, if it did. */
  readonly stopped: "timeout" | "output" | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Output on file descriptor 3. */
  readonly report: string;
  readonly seconds: number;
}

/** Maximum output on all descriptors together, in bytes. */
export const MAX_OUTPUT_BYTES = 1_000_000;
/**
 * How long descriptors may stay open after the process has exited, in milliseconds: a child that left the group may
 * hold them.
 */
const CLOSE_MS = 500;

/**
 * Runs Node in its own process group, and kills whatever is left of the group at its end.
 *
 * @throws the system's error if Node can't be started; the reason of an aborted signal
 */
export function runLimited({ launch = [], args, cwd, env, timeoutMs, signal }: ProcessInput): Promise<ProcessResult> {
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
    // Without free descriptors there are no streams; the error event follows.
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

/** Kills a process group; on Windows, which has none, only the process. */
function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (process.platform === "win32") child.kill("SIGKILL");
  // The group may have ended.
  else if (pid !== undefined) attempt(() => process.kill(-pid, "SIGKILL"));
}
