import { statSync } from "node:fs";
import { join } from "node:path";
import { watch } from "chokidar";

/** Quiet after the last event before an update, in milliseconds: editors save in several steps. */
const SETTLE_MS = 12;
/** The same while many files change, and how long an update is put off by that at most. */
const STORM_SETTLE_MS = 80;
const STORM_MAX_MS = 500;
/** From this many paths on it is a storm. */
const STORM_PATHS = 8;

/** When a file or folder, or what it is called, was last changed. */
function touchedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

/** Editors' and systems' own files, and what is written by docgen and by others' tools. */
const LITTER = /~$|\.sw[px]$|\/4913$|\/\.#[^/]*$|\/(?:\.docgen|\.git|node_modules)(?:\/|$)|\/\.DS_Store$/;

export interface FileWatch {
  /** Resolved when every change is seen. */
  readonly ready: Promise<void>;
  readonly add: (paths: readonly string[]) => void;
  readonly stop: () => Promise<void>;
}

export interface FileWatchEvents {
  /** Awaited: changes that come in the meantime are told afterwards, together. @param paths absolute */
  readonly onChange: (paths: ReadonlySet<string>) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches files and folders. Events are hints that something may have changed: each path is told once
 * when it has become quiet, and one telling ends before the next begins.
 *
 * @param sinceMs changes after this instant count, though they came before the watch
 */
export function watchFiles(paths: readonly string[], sinceMs: number, events: FileWatchEvents): FileWatch {
  const watcher = watch([...paths], { ignored: (path) => LITTER.test(path) });
  let isReady = false;
  let isTelling = false;
  let timer: NodeJS.Timeout | undefined;
  let firstMs = 0;
  let waiting = new Set<string>();
  /** Watched because somebody has come to use them: seeing them first is no news. */
  const expected = new Set<string>();
  const known = new Set<string>();

  const tell = async () => {
    if (isTelling || waiting.size === 0) return;
    isTelling = true;
    const told = waiting;
    waiting = new Set();
    try {
      await events.onChange(told);
    } catch (error) {
      events.onFailure(error);
    }
    isTelling = false;
    if (waiting.size > 0) schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const isStorm = waiting.size >= STORM_PATHS;
    const left = firstMs + STORM_MAX_MS - performance.now();
    timer = setTimeout(() => void tell(), isStorm ? Math.max(0, Math.min(STORM_SETTLE_MS, left)) : SETTLE_MS);
  };
  const hint = (path: string) => {
    if (LITTER.test(path)) return;
    if (waiting.size === 0) firstMs = performance.now();
    waiting.add(path);
    if (!isTelling) schedule();
  };
  watcher.on("all", (event, path) => {
    const isFirstLook = !isReady || (event.startsWith("add") && expected.delete(path));
    known.add(path);
    if (!isFirstLook) hint(path);
  });
  // The folder's own events come first, and come for files that are replaced at once.
  watcher.on("raw", (_event, name: string | null, details) => {
    const { watchedPath } = details as { readonly watchedPath: string };
    if (!isReady || name === null) return;
    hint(watchedPath.endsWith(`/${name}`) ? watchedPath : join(watchedPath, name));
  });
  watcher.on("error", events.onFailure);
  return {
    ready: new Promise((resolve) => {
      watcher.once("ready", () => {
        isReady = true;
        // What has changed before its watch began is found by its time.
        for (const path of known) if (touchedMs(path) >= sinceMs) hint(path);
        resolve();
      });
    }),
    add: (added) => {
      const news = added.filter((path) => !known.has(path) && !expected.has(path));
      for (const path of news) expected.add(path);
      if (news.length > 0) watcher.add(news);
    },
    stop: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
