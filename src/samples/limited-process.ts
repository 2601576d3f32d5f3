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
const MAX_OUTPUT_BYTES = 1_000_000;
/** How long descriptors stay open after the exit, in milliseconds: a child that left the group may hold them. */
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

/** Memory limit of a sample with all its threads, and the part for its JavaScript heap, in megabytes. */
const MAX_MEMORY_MB = 2048;
const MAX_HEAP_MB = 1024;
/** Maximum size of a file that a sample writes, in megabytes. */
const MAX_FILE_MB = 64;
/** Maximum number of processes and threads of all running samples. */
const MAX_THREADS = 512;
/** CPU seconds per second of the time limit, as a sample may have several threads. */
const MAX_PROCESSORS = 4;

/** Node arguments for the heap limit, which works on every system. */
export const HEAP_LIMITS: readonly string[] = [`--max-old-space-size=${MAX_HEAP_MB}`];

/**
 * The command that starts a process in a folder under the system's limits; empty on Windows. Limits unknown to the
 * system or its shell are skipped.
 *
 * @param isCounted whether the processes of the sandbox are counted separately from others of the user
 */
export function limitedLaunch(folder: string, timeoutMs: number, isCounted: boolean): string[] {
  if (process.platform === "win32") return [];
  const seconds = Math.ceil(timeoutMs / 1000) * MAX_PROCESSORS;
  // Units of ulimit: blocks of 512 bytes for files, kilobytes for memory. Some shells use -p instead of -u for
  // processes.
  const limits = [
    "ulimit -c 0",
    `ulimit -f ${MAX_FILE_MB * 2048}`,
    `ulimit -d ${MAX_MEMORY_MB * 1024}`,
    // The soft limit sends SIGXCPU, which tells the cause; the hard limit kills a process that ignores it.
    `ulimit -S -t ${seconds}`,
    `ulimit -H -t ${seconds + 1}`,
    ...(isCounted ? [`ulimit -u ${MAX_THREADS} || ulimit -p ${MAX_THREADS}`] : []),
  ];
  return ["/bin/sh", "-c", `cd "$0" && { ${limits.join("; ")}; } 2>/dev/null; exec "$@"`, folder];
}

/** Explains which limit ended a process; undefined if none did. */
export function limitFault(
  { stopped, killedBy, stderr }: ProcessResult,
  timeoutMs: number,
): { message: string; hint: string } | undefined {
  if (stopped === "timeout") {
    const message = `sample did not finish within ${timeoutMs / 1000} s`;
    return { message, hint: "stop the code that keeps it running, or allow more time with timeout=20" };
  }
  if (stopped === "output") {
    return { message: `sample prints more than ${MAX_OUTPUT_BYTES / 1_000_000} MB`, hint: "print less" };
  }
  if (killedBy === "SIGXCPU") {
    const message = `sample uses more than ${MAX_PROCESSORS} processors`;
    return { message, hint: "start fewer threads, or allow more time with timeout=20" };
  }
  if (/^FATAL ERROR: .*out of memory|^# Fatal process OOM/im.test(stderr)) {
    const message = `sample uses more memory than ${MAX_HEAP_MB} MB for its objects or ${MAX_MEMORY_MB} MB in total`;
    return { message, hint: "keep less data in memory at a time" };
  }
  return undefined;
}
