import type { Stats } from "node:fs";
import system, { basename, dirname, resolve } from "node:path";
import { contains, followLinks } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf } from "../shared/file-info.ts";

const IGNORED = /~$|\.sw[px]$|^4913$|^\.#|^(?:\.docgen|\.git|node_modules|\.DS_Store)$/;

/** Whether a path is ignored: temporary files of editors and systems, and files written by docgen or other tools. */
export function isIgnoredPath(path: string, { basename }: Pick<typeof system.posix, "basename"> = system): boolean {
  return IGNORED.test(basename(path));
}

/** Error codes of absent or inaccessible files. */
const EXPECTED = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"];

/** Watches files, and folders with all that is in them. */
export interface FileWatcher {
  /** @param paths absolute; they may be absent */
  readonly add: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

export interface FileWatcherEvents {
  /** @param path absolute; may have been changed, created or deleted */
  readonly onHint: (path: string) => void;
  /** Called once everything is watched. */
  readonly onReady: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Opens a watcher. It may report too much, too little, and in any order. */
export type OpenFileWatcher = (paths: readonly string[], events: FileWatcherEvents) => Promise<FileWatcher>;

/** Opens chokidar. Links to folders are followed for the given paths only, and only beside the link, as in a build. */
export const openFileWatcher: OpenFileWatcher = async (paths, { onHint, onReady, onFailure }) => {
  const { watch } = await import("chokidar");
  const isForeign = (path: string, stats: Stats | undefined): boolean => {
    if (stats?.isDirectory() !== true || entryOf(path)?.isSymbolicLink() !== true) return false;
    return !paths.includes(path) || !contains(followLinks(dirname(path)), followLinks(path));
  };
  let isFull = false;
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ignored: (path, stats) => isIgnoredPath(path) || isForeign(path, stats),
  });
  watcher.on("ready", onReady);
  watcher.on("all", (_, path) => onHint(path));
  // The system's own events: chokidar drops the second of two changes of a file within 50 ms.
  watcher.on("raw", (_, name: string | null, details) => {
    const { watchedPath = "" } = details as { readonly watchedPath?: string };
    // Events of a file, and those of a folder itself, have their own name.
    onHint(basename(watchedPath) === name ? watchedPath : resolve(watchedPath, name ?? ""));
  });
  watcher.on("error", (error) => {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (EXPECTED.includes(code) || isFull) return;
    isFull = code === "ENOSPC" || code === "EMFILE";
    const remedy = "some changes are shown seconds later; on Linux raise fs.inotify.max_user_watches";
    onFailure(isFull ? new Failure(1, `the system's limit of watched files is reached (${code}): ${remedy}`) : error);
  });
  return { add: (added) => void watcher.add([...added]), close: () => watcher.close() };
};
