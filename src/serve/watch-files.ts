import { dirname } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { infoOf } from "../shared/file-info.ts";
import { watchTree } from "./watch-tree.ts";

/** Quiet after the last event before an update, in milliseconds: editors save in several steps. */
const SETTLE_MS = 12;
/** The same while many files change, and how long an update is put off by that at most. */
const STORM_SETTLE_MS = 80;
const STORM_MAX_MS = 500;
/** From this many paths on it is a storm. */
const STORM_PATHS = 8;
/** From this many on the system may have lost some: what it keeps until they are read is limited. */
const LOSSY_PATHS = 1000;
/** An update that takes longer than this is given up for a newer change. */
const SUPERSEDE_MS = 1000;
/** What is added just now may have changed since it was read, at most this long ago. */
const RECENT_MS = 1000;
/** Times of files are those of the last tick of the system's clock. */
const TICK_MS = 20;
/** After so many files others have their turn. */
const FILES_IN_A_TURN = 500;

/** An instant from which on changes count. */
export interface Start {
  readonly atMs: number;
  /** Whether there was nothing at an absolute path, so that nothing has gone. */
  readonly isAbsent: (path: string) => boolean;
}

export interface FileWatch {
  readonly add: (paths: readonly string[]) => void;
  readonly stop: () => void;
}

export interface FileWatchEvents {
  /**
   * Awaited: changes that come in the meantime are told afterwards, together.
   *
   * @param paths absolute
   * @param superseded aborted when there are newer changes and this has taken long
   */
  readonly onChange: (paths: ReadonlySet<string>, superseded: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches files and folders. Events are hints that something may have changed: each path is told once
 * when it has become quiet, and one telling ends before the next begins.
 *
 * @param root absolute path of the site's root
 * @param since changes after this instant count, though they came before the watch
 */
export function watchFiles(
  root: string,
  paths: readonly string[],
  since: Start,
  { onChange, onFailure }: FileWatchEvents,
): FileWatch {
  let telling: { readonly controller: AbortController; readonly sinceMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let firstMs = 0;
  let waiting = new Set<string>();

  const tell = async () => {
    if (telling !== undefined) return telling.controller.abort();
    if (waiting.size >= LOSSY_PATHS) tree.renew();
    clearTimeout(timer);
    const told = waiting;
    waiting = new Set();
    const controller = new AbortController();
    telling = { controller, sinceMs: performance.now() };
    try {
      await onChange(told, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) onFailure(error);
    }
    telling = undefined;
    if (waiting.size > 0) schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (isStopped) return;
    const nowMs = performance.now();
    const isStorm = waiting.size >= STORM_PATHS;
    const quietMs = isStorm ? Math.max(0, Math.min(STORM_SETTLE_MS, firstMs + STORM_MAX_MS - nowMs)) : SETTLE_MS;
    const busyMs = telling === undefined ? 0 : telling.sinceMs + SUPERSEDE_MS - nowMs;
    timer = setTimeout(() => void tell(), Math.max(quietMs, busyMs));
  };
  const hint = (path: string) => {
    if (waiting.size === 0) firstMs = performance.now();
    waiting.add(path);
    schedule();
  };
  /**
   * What has changed before its watch began is found by its time, and what has gone by its absence. All in a folder that
   * was moved counts: its files have the times that they had, and it has changed later than what it lists.
   *
   * @param found folders before what is in them
   */
  const hintChanged = async (found: readonly string[], { atMs, isAbsent }: Start) => {
    const moved = new Set<string>();
    for (const [index, path] of found.entries()) {
      if (index % FILES_IN_A_TURN === FILES_IN_A_TURN - 1) await turn();
      const info = infoOf(path);
      const isIn = moved.has(dirname(path));
      if (info === undefined ? isAbsent(path) : info.ctimeMs < atMs - TICK_MS && !isIn) continue;
      if (info?.isDirectory() === true && (isIn || info.ctimeMs > info.mtimeMs)) moved.add(path);
      hint(path);
    }
  };
  const tree = watchTree(root, { onHint: hint, onFailure });
  const add = (added: readonly string[], start: Start) => void hintChanged(added.flatMap(tree.add), start);
  add(paths, since);
  return {
    add: (added) => add(added, { atMs: Date.now() - RECENT_MS, isAbsent: () => false }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      tree.stop();
    },
  };
}
