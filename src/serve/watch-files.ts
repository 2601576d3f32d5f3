import { dirname } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { infoOf } from "../shared/file-info.ts";
import { watchTree } from "./watch-tree.ts";

/** Debounce after the last event, in milliseconds: editors save in several steps. */
const SETTLE_MS = 12;
/** Debounce during a bulk change, and its maximum delay, in milliseconds. */
const BULK_SETTLE_MS = 80;
const BULK_MAX_MS = 500;
/** Number of changed paths that make a bulk change. */
const BULK_PATHS = 8;
/** Number of changed paths from which the system's event queue may have overflowed. */
const LOSSY_PATHS = 1000;
/** An update that takes longer is abandoned for a newer change, in milliseconds. */
const SUPERSEDE_MS = 1000;
/** Age of changes that count for newly added files, in milliseconds: they may have changed since they were read. */
const MAX_AGE_MS = 1000;
/** Resolution of file times, which are those of the system clock's last tick. */
const TICK_MS = 20;
/** Number of files after which the event loop gets a turn. */
const FILES_PER_TURN = 500;

/** The time since which changes count. */
interface Start {
  readonly atMs: number;
  /** Whether nothing existed at an absolute path then. */
  readonly isAbsent: (path: string) => boolean;
}

export interface FileWatchEvents {
  /**
   * Awaited; changes in the meantime are batched for the next call.
   *
   * @param paths absolute
   * @param superseded aborted when there are newer changes and the update has taken long
   */
  readonly onChange: (paths: ReadonlySet<string>, superseded: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches files and folders. Events are only hints; changed paths are reported in batches after a quiet time, one batch
 * after the other.
 *
 * @param root absolute path of the site's root
 * @param since earlier changes from this time on count, too
 */
export function watchFiles(
  root: string,
  paths: readonly string[],
  since: Start,
  { onChange, onFailure }: FileWatchEvents,
) {
  let notifying: { readonly controller: AbortController; readonly sinceMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let firstMs = 0;
  let waiting = new Set<string>();

  const notify = async () => {
    if (notifying !== undefined) return notifying.controller.abort();
    if (waiting.size >= LOSSY_PATHS) tree.renew();
    clearTimeout(timer);
    const paths = waiting;
    waiting = new Set();
    const controller = new AbortController();
    notifying = { controller, sinceMs: performance.now() };
    try {
      await onChange(paths, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) onFailure(error);
    }
    notifying = undefined;
    if (waiting.size > 0) schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (isStopped) return;
    const nowMs = performance.now();
    const isBulk = waiting.size >= BULK_PATHS;
    const quietMs = isBulk ? Math.max(0, Math.min(BULK_SETTLE_MS, firstMs + BULK_MAX_MS - nowMs)) : SETTLE_MS;
    const busyMs = notifying === undefined ? 0 : notifying.sinceMs + SUPERSEDE_MS - nowMs;
    timer = setTimeout(() => void notify(), Math.max(quietMs, busyMs));
  };
  const hint = (path: string) => {
    if (waiting.size === 0) firstMs = performance.now();
    waiting.add(path);
    schedule();
  };
  /**
   * Finds changes before the start of the watch: changed files by their ctime, deleted ones by their absence. In a
   * moved folder everything counts, as its files keep their times; it is recognised by a ctime later than its mtime.
   *
   * @param found folders come before their content
   */
  const hintChanged = async (found: readonly string[], { atMs, isAbsent }: Start) => {
    const moved = new Set<string>();
    for (const [index, path] of found.entries()) {
      if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await yieldToEventLoop();
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
    add: (added: readonly string[]) => add(added, { atMs: Date.now() - MAX_AGE_MS, isAbsent: () => false }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      tree.stop();
    },
  };
}
