import type { ProcessResult } from "./limited-process.ts";

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
export function limitFault({ killedBy, stderr }: ProcessResult): { message: string; hint: string } | undefined {
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
