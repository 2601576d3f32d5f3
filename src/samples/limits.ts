import type { ProcessResult } from "./run-process.ts";

/** Megabytes that a sample may ask the system for, all its threads together, and those of them for its objects. */
const MAX_MEMORY_MB = 2048;
const MAX_HEAP_MB = 1024;
/** Megabytes of a file that a sample may write. */
const MAX_FILE_MB = 64;
/** Processes and threads of all samples that run at a time. */
const MAX_THREADS = 512;
/** Seconds of the processor's time for each second that a sample may run: it may have several threads. */
const MAX_PROCESSORS = 4;

/** Limits on JavaScript's own objects, which hold on every system: arguments for Node. */
export const HEAP_LIMITS: readonly string[] = [`--max-old-space-size=${MAX_HEAP_MB}`];

/**
 * Gives the command that starts a process in a folder under the system's limits; nothing on Windows. Limits that
 * a system or its shell doesn't know are left out.
 *
 * @param isCounted whether the system counts the processes of the sandbox apart from all others of the user
 */
export function limitedLaunch(folder: string, timeoutMs: number, isCounted: boolean): string[] {
  if (process.platform === "win32") return [];
  const seconds = Math.ceil(timeoutMs / 1000) * MAX_PROCESSORS;
  // Shells count files in blocks of 512 bytes and memory in kilobytes; some write -p for the processes' -u.
  const limits = [
    "ulimit -c 0",
    `ulimit -f ${MAX_FILE_MB * 2048}`,
    `ulimit -d ${MAX_MEMORY_MB * 1024}`,
    // The first ends a process with a signal that tells why; a process that takes it is ended a second later.
    `ulimit -S -t ${seconds}`,
    `ulimit -H -t ${seconds + 1}`,
    ...(isCounted ? [`ulimit -u ${MAX_THREADS} || ulimit -p ${MAX_THREADS}`] : []),
  ];
  return ["/bin/sh", "-c", `cd "$0" && { ${limits.join("; ")}; } 2>/dev/null; exec "$@"`, folder];
}

/** Says which limit has ended a process; undefined where none has. */
export function limitFault({ killedBy, stderr }: ProcessResult): { message: string; hint: string } | undefined {
  if (killedBy === "SIGXCPU") {
    const message = `sample uses more than ${MAX_PROCESSORS} processors`;
    return { message, hint: "start fewer threads, or give it more seconds with timeout=20" };
  }
  if (/^FATAL ERROR: .*out of memory|^# Fatal process OOM/im.test(stderr)) {
    const message = `sample needs more memory than the ${MAX_HEAP_MB} MB for its objects or ${MAX_MEMORY_MB} MB in all`;
    return { message, hint: "keep less in memory at a time" };
  }
  return undefined;
}
