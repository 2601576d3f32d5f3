import type { Worker } from "node:worker_threads";
import { Failure } from "../failure.ts";

/** Time limit for a task of a site's code, in seconds; the code may use the network. */
const LIMIT_S = 10;
/** Environment variable that overrides the limit, in seconds. */
const LIMIT_VARIABLE = "DOCGEN_TIME_LIMIT";
const MAX_LIMIT_S = 24 * 60 * 60;
/** Interval at which the limit is checked, in milliseconds. */
const CHECK_MS = 250;
/** Code that blocks its thread, such as `execSync`, looks busy but takes no processor time: it ends after this many times its limit. */
const MOST_LIMITS = 6;

/** A thread's elapsed time. */
export interface ThreadTime {
  readonly isOver: () => boolean;
}

/**
 * Starts to measure a thread's time: wall-clock time while it is idle, processor time as well while it is busy, so that
 * a loaded machine doesn't shorten its limit. In any case, the time is over after `MOST_LIMITS` times the limit.
 */
export function timeOf(worker: Worker, limitS: number): ThreadTime {
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const startedLoop = worker.performance.eventLoopUtilization();
  return {
    isOver: () => {
      const elapsedS = (performance.now() - startedMs) / 1000;
      if (elapsedS < limitS) return false;
      if (elapsedS >= limitS * MOST_LIMITS) return true;
      const { idle, active } = worker.performance.eventLoopUtilization(startedLoop);
      const { user, system } = process.cpuUsage(startedCpu);
      return idle > active || user + system >= limitS * 1e6;
    },
  };
}

/** Calls back once a thread's time is over. @param time undefined: none is measured @returns stops checking */
export function whenOver(time: () => ThreadTime | undefined, onOver: () => void): () => void {
  const check = () => {
    if (time()?.isOver() !== true) return;
    clearInterval(timer);
    onOver();
  };
  // `setImmediate`: messages of the thread are handled first, as this thread may have been too busy for that.
  const timer = setInterval(() => setImmediate(check), CHECK_MS);
  return () => clearInterval(timer);
}

/** The time limit, in seconds. @throws Failure (exit code 2) for an invalid value */
export function readTimeLimit(): number {
  const setting = process.env[LIMIT_VARIABLE];
  if (setting === undefined) return LIMIT_S;
  const seconds = Number(setting);
  if (seconds > 0 && seconds <= MAX_LIMIT_S) return seconds;
  const message = `"${setting}" is not a number of seconds up to a day; the default is ${LIMIT_S}`;
  throw new Failure(2, `${LIMIT_VARIABLE}: ${message}`);
}
