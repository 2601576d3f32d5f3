import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "../engine/engine.ts";
import { contains } from "../shared/disk-path.ts";
import { infoOf } from "../shared/file-info.ts";
import { isIgnoredPath, type OpenFileWatcher } from "./file-watcher.ts";

/** Debounce after the last event, in milliseconds: editors save in several steps. */
const SETTLE_MS = 12;
/** Debounce during a bulk change, and its maximum delay, in milliseconds. */
const BULK_SETTLE_MS = 80;
const BULK_MAX_MS = 500;
const BULK_PATHS = 8;
/** An update that takes longer is abandoned for a newer change, in milliseconds. */
const SUPERSEDE_MS = 1000;
/** Time without events after which all inputs are compared, in milliseconds. */
const QUIET_MS = 100;
/** Without events, the interval between comparisons: so many milliseconds, or so many times the cost of one. */
const SWEEP_MS = 2000;
const SWEEP_SHARE = 20;
/** The same until the watcher is ready. */
const OPENING_SHARE = 4;

export interface WatchedInputs {
  /**
   * Shows changes; awaited.
   *
   * @param hints absolute paths that may have changed; empty after a sweep that has found some
   * @param superseded aborted when there are newer changes and the update has taken long
   */
  readonly onChange: (hints: readonly string[], superseded: AbortSignal) => Promise<void>;
  /** Compares all inputs. */
  readonly sweep: () => Promise<Sweep>;
  /** Absolute paths of other inputs to watch; asked for once all folders are watched, as the list may grow. */
  readonly others: () => readonly string[];
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches the inputs of a site. Events are only hints, which are followed at once, in batches. When no more events
 * arrive, a comparison of all inputs finds what they missed.
 *
 * @param paths absolute paths of files and folders
 * @returns ends it
 */
export function watchInputs(paths: readonly string[], open: OpenFileWatcher, inputs: WatchedInputs): () => void {
  const { sweep, others, onFailure } = inputs;
  const batches = createBatches(inputs);
  const added = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isSweeping = false;
  /** Whether the watcher is ready, whether it has reported anything, and whether both were true at the last sweep. */
  let isReady = false;
  let hasReported = false;
  let isTrusted = false;
  let nextMs = 0;
  /** All hints since the last sweep. */
  let hinted = new Set<string>();

  const schedule = (afterMs: number) => {
    clearTimeout(timer);
    const run = () => {
      timer = undefined;
      void compareAll().catch(onFailure);
    };
    if (!isStopped) timer = setTimeout(run, afterMs);
  };
  const compareAll = async () => {
    if (isSweeping) return schedule(QUIET_MS);
    isSweeping = true;
    let busyMs = 0;
    const earlier = hinted;
    hinted = new Set();
    try {
      const { paths: changed, ...time } = await sweep();
      busyMs = time.busyMs;
      if (changed.length > 0) batches.add([]);
      // Events of these changes may be under way.
      await pause(changed.length > 0 ? SETTLE_MS : 0);
      const missed = changed.filter((path) => !earlier.has(path) && !hinted.has(path) && !isIgnoredPath(path));
      // A watcher that has reported changes and misses others may watch a folder that was replaced.
      if (isTrusted && missed.some((path) => paths.some((folder) => contains(folder, path)))) renew();
      else if (isReady && !isStopped) await watchOthers();
    } finally {
      isSweeping = false;
      isTrusted = isReady && hasReported;
      const restMs = isReady ? Math.max(SWEEP_MS, busyMs * SWEEP_SHARE) : Math.max(QUIET_MS, busyMs * OPENING_SHARE);
      nextMs = performance.now() + restMs;
      if (timer === undefined) schedule(restMs);
    }
  };
  const watchOthers = async () => {
    const unwatched = others().filter((path) => !added.has(path));
    for (const path of unwatched) added.add(path);
    if (unwatched.length > 0) (await watcher).add(unwatched);
  };
  const onHint = (path: string) => {
    if (isIgnoredPath(path)) return;
    hasReported = true;
    hinted.add(path);
    batches.add([path]);
    schedule(Math.max(0, Math.min(QUIET_MS, nextMs - performance.now())));
  };
  const onReady = () => {
    isReady = true;
    schedule(0);
  };
  const openAll = () => open([...paths, ...added], { onHint, onReady, onFailure });
  const close = () => void watcher.then((opened) => opened.close()).catch(onFailure);
  const renew = () => {
    close();
    isReady = false;
    hasReported = false;
    if (!isStopped) watcher = openAll();
  };
  let watcher = openAll();
  schedule(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    batches.stop();
    close();
  };
}

/** Batches hints until there are no more of them for a moment. */
function createBatches({ onChange, onFailure }: Pick<WatchedInputs, "onChange" | "onFailure">) {
  let running: { readonly controller: AbortController; readonly sinceMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isDue = false;
  let firstMs = 0;
  let waiting = new Set<string>();

  const run = async () => {
    if (running !== undefined) return running.controller.abort();
    const hints = [...waiting].filter(isWhole);
    const isNeeded = isDue || hints.length > 0;
    waiting = new Set();
    isDue = false;
    if (!isNeeded) return;
    const controller = new AbortController();
    running = { controller, sinceMs: performance.now() };
    try {
      await onChange(hints, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) onFailure(error);
    }
    running = undefined;
    if (isDue || waiting.size > 0) schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (isStopped) return;
    const nowMs = performance.now();
    const isBulk = waiting.size >= BULK_PATHS;
    const quietMs = isBulk ? Math.max(0, Math.min(BULK_SETTLE_MS, firstMs + BULK_MAX_MS - nowMs)) : SETTLE_MS;
    const busyMs = running === undefined ? 0 : running.sinceMs + SUPERSEDE_MS - nowMs;
    timer = setTimeout(() => void run(), Math.max(quietMs, busyMs));
  };
  return {
    /** Adds hints to the next batch. @param paths empty if changes are known already */
    add: (paths: readonly string[]) => {
      if (waiting.size === 0) firstMs = performance.now();
      for (const path of paths) waiting.add(path);
      isDue ||= paths.length === 0;
      schedule();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Whether a file may be read: one that is absent or empty may be about to be written, so that the next sweep decides. */
function isWhole(path: string): boolean {
  const info = infoOf(path);
  return info !== undefined && (info.size > 0 || !info.isFile());
}

/** Longest time for which a comparison of all inputs keeps answers waiting, in milliseconds. */
const SLICE_MS = 4;

/** The result of comparing all inputs. */
interface Sweep {
  /** Changed paths that `take` returns next, absolute. */
  readonly paths: readonly string[];
  /** Time for which the comparison kept the thread busy, in milliseconds. */
  readonly busyMs: number;
}

/** Inputs that have changed since they were read. */
export interface InputChanges {
  /** See `Engine.changed`. */
  readonly changed: (...inputs: Parameters<Engine["changed"]>) => void;
  /** Compares all inputs, in slices. @param turn awaited between two */
  readonly sweep: (turn: () => Promise<unknown>) => Promise<Sweep>;
  /** Paths that were found since the last call, relative to the root. */
  readonly take: () => readonly string[];
}

/**
 * Records changes of inputs until they are taken to be shown: some are found before any event, by a request that reads a
 * file again.
 *
 * @param onChange called with the paths of each change
 */
export function createInputChanges(
  root: string,
  engine: Engine,
  onChange: (paths: readonly string[]) => void,
): InputChanges {
  let changed = new Set<string>();
  const note = (paths: readonly string[]) => {
    for (const path of paths) changed.add(path);
    if (paths.length > 0) onChange(paths);
  };
  return {
    changed: (...inputs) => note(engine.changed(...inputs)),
    sweep: async (turn) => {
      let startMs = performance.now();
      let busyMs = 0;
      for (const paths of engine.sweep()) {
        note(paths);
        const sliceMs = performance.now() - startMs;
        if (sliceMs < SLICE_MS) continue;
        busyMs += sliceMs;
        await turn();
        startMs = performance.now();
      }
      return { paths: [...changed].map((path) => resolve(root, path)), busyMs: busyMs + performance.now() - startMs };
    },
    take: () => {
      const paths = [...changed];
      changed = new Set();
      return paths;
    },
  };
}
