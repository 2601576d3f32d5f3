import type { TaskRun } from "../engine/node.ts";
import type { ThreadWork } from "../highlight/pool.ts";
import type { StageTime } from "./stages.ts";

/** Times of a build's tasks and highlighting threads, as of `performance.now()`. */
export interface BuildTimes {
  readonly runs: TaskRun[];
  readonly work: ThreadWork[];
}

/** Milliseconds by page, by the name that `pathOf` gives a task's key. */
export function timeByPage(runs: readonly TaskRun[], pathOf: (key: string) => string | undefined): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { key, ownMs } of runs) {
    const path = pathOf(key);
    if (path !== undefined) sums.set(path, (sums.get(path) ?? 0) + ownMs);
  }
  return sums;
}

/**
 * Converts the times of a build to JSON in the Trace Event Format, which <https://ui.perfetto.dev> shows. Steps and
 * runs of tasks overlap, so they are async events; highlighting threads have a track each.
 *
 * @param started start of the build, as of `performance.now()`
 * @param nameOf what a task's key stands for: the path of a page, or the key itself
 */
export function formatTrace(
  { runs, work }: BuildTimes,
  stages: readonly StageTime[],
  started: number,
  nameOf: (key: string) => string,
): string {
  const events: Readonly<Record<string, unknown>>[] = [];
  const microsecondsAt = (ms: number) => Math.round((ms - started) * 1000);
  const addAsync = (cat: string, name: string, start: number, end: number, args = {}) => {
    const event = { cat, name, pid: 1, tid: 0, id: `${events.length}` };
    events.push({ ...event, ph: "b", ts: microsecondsAt(start), args }, { ...event, ph: "e", ts: microsecondsAt(end) });
  };
  for (const { name, start, seconds } of stages) addAsync("step", name, start, start + seconds * 1000);
  for (const { name, key, start, end, ownMs } of runs) addAsync("task", name, start, end, { of: nameOf(key), ownMs });
  for (const tid of new Set(work.map(({ thread }) => thread))) {
    events.push({ ph: "M", name: "thread_name", pid: 1, tid, args: { name: `highlighting ${tid}` } });
  }
  for (const { thread: tid, language: name, start, end } of work) {
    events.push({
      ph: "X",
      cat: "highlighting",
      name,
      pid: 1,
      tid,
      ts: microsecondsAt(start),
      dur: microsecondsAt(end) - microsecondsAt(start),
    });
  }
  return JSON.stringify({ traceEvents: events });
}
