import type { Worker } from "node:worker_threads";
import { Failure } from "../failure.ts";

/** How long a site's code may take for one thing that is asked of it, in seconds: some of it asks the network. */
const LIMIT_S = 10;
/** Sets another limit, in seconds. */
const LIMIT_VARIABLE = "DOCGEN_TIME_LIMIT";
const MAX_LIMIT_S = 24 * 60 * 60;
/** How often it is looked whether a thread has had its time, in milliseconds. */
const LOOK_MS = 250;

/** The time that a thread has had. */
export interface ThreadTime {
  readonly isOver: () => boolean;
}

/**
 * Begins to count a thread's time: while it waits, that of the clock; while it works, that of the processor, too, which
 * a busy machine does not shorten.
 */
export function timeOf(worker: Worker, limitS: number): ThreadTime {
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const startedLoop = worker.performance.eventLoopUtilization();
  return {
    isOver: () => {
      if (performance.now() - startedMs < limitS * 1000) return false;
      const { idle, active } = worker.performance.eventLoopUtilization(startedLoop);
      const { user, system } = process.cpuUsage(startedCpu);
      return idle > active || user + system >= limitS * 1e6;
    },
  };
}

/** Looks at a time until it is over. @param time undefined where none is counted @returns stops that */
export function whenOver(time: () => ThreadTime | undefined, onOver: () => void): () => void {
  const look = () => {
    if (time()?.isOver() !== true) return;
    clearInterval(looking);
    onOver();
  };
  // What a thread has answered is heard before: this one may have been too busy for that.
  const looking = setInterval(() => setImmediate(look), LOOK_MS);
  return () => clearInterval(looking);
}

/** @throws Failure (exit code 2) for a limit that is no number */
export function readTimeLimit(): number {
  const given = process.env[LIMIT_VARIABLE];
  if (given === undefined) return LIMIT_S;
  const seconds = Number(given);
  if (seconds > 0 && seconds <= MAX_LIMIT_S) return seconds;
  const message = `"${given}" is not a number of seconds up to a day; the default is ${LIMIT_S}`;
  throw new Failure(2, `${LIMIT_VARIABLE}: ${message}`);
}
