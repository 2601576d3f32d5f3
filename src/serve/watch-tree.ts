import {
  type Dirent,
  type FSWatcher,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  watch,
} from "node:fs";
import system, { basename, dirname, join, resolve } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { contains } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { infoOf } from "../shared/file-info.ts";

const IGNORED = /~$|\.sw[px]$|^4913$|^\.#|^(?:\.docgen|\.git|node_modules|\.DS_Store)$/;

/** Whether a path is ignored: temporary files of editors and systems, and files written by docgen or other tools. */
export function isIgnoredPath(path: string, { basename }: Pick<typeof system.posix, "basename"> = system): boolean {
  return IGNORED.test(basename(path));
}

/** Error codes for folders that are absent or inaccessible. */
const EXPECTED = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"];

/** Events of a tree. */
interface TreeEvents {
  /** @param path absolute; may have been changed, created or deleted */
  readonly onHint: (path: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches files and folders through their parent folders, starting above the root, so that deleting, recreating and
 * replacing them is noticed. Links to folders are not followed, as in a build; files are watched at the target of a
 * link if it is inside the root.
 *
 * chokidar can't do this in less code (version 5, the last for Node 20; with workarounds for replaced folders, 167
 * lines before they were right). It lists a new folder before it watches it: of 400 files written up to 4 ms after
 * their folder, 3 or 4 were never reported, and here none. Of two changes of a file within 50 ms it drops the second,
 * it doesn't report new links that are broken or lead to folders, and each file takes a watch of its own.
 *
 * @param root absolute path of the site's root
 */
export function watchTree(root: string, { onHint, onFailure }: TreeEvents) {
  const top = dirname(root);
  /** Watched paths, and for each the paths to report: itself, and links to it. */
  const watched = new Map<string, Set<string>>();
  /** Watched paths and all folders above them. */
  const prefixes = new Set<string>();
  const folders = createFolders(root, (path) => prefixes.has(path), {
    onEvent: (folder, type, name) => onEvent(folder, type, name),
    onLost: (folder) => rescan(folder),
    onFailure,
  });
  /** Whether a path is inside a recursively watched folder. */
  const isBelow = (path: string): boolean => {
    const folder = dirname(path);
    return folder !== path && (watched.has(folder) || isBelow(folder));
  };
  const report = (path: string) => {
    if (isBelow(path)) onHint(path);
    for (const one of watched.get(path) ?? []) onHint(one);
  };
  /** Watches the folders that lead to a path; if the first is missing, the nearest existing one above. */
  const openAbove = (folder: string) => {
    const isFirst = folder === top || !contains(top, folder);
    if (!isFirst) openAbove(dirname(folder));
    if (!folders.open(folder) && isFirst && dirname(folder) !== folder) openAbove(dirname(folder));
  };
  const watchPath = (path: string, reportedPath: string) => {
    const known = watched.get(path);
    watched.set(path, (known ?? new Set()).add(reportedPath));
    if (known !== undefined) return;
    for (let prefix = path; !prefixes.has(prefix); prefix = dirname(prefix)) prefixes.add(prefix);
    openAbove(dirname(path));
  };
  const followLink = (path: string) => {
    const target = attempt(() => targetOf(path, root));
    if (target !== undefined && infoOf(target)?.isDirectory() !== true) watchPath(target, path);
  };
  /** Watches a folder and everything relevant in it. @param found collects those paths */
  const descend = (folder: string, found: string[]) => {
    if (!folders.open(folder)) return;
    const isWhole = watched.has(folder) || isBelow(folder);
    for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? NONE) {
      const path = join(folder, entry.name);
      if (!prefixes.has(path) && (!isWhole || isIgnoredPath(path))) continue;
      found.push(path);
      if (entry.isDirectory() || prefixes.has(path)) descend(path, found);
      if (entry.isSymbolicLink() && isWhole) followLink(path);
    }
  };
  /** Restarts the watch of a path, and reports it with everything relevant below. */
  const rescan = (path: string) => {
    folders.close(path);
    const found = [path];
    descend(path, found);
    if (!folders.has(path)) openAbove(dirname(path));
    if (isBelow(path) && folders.statOf(path)?.isSymbolicLink() === true) followLink(path);
    for (const one of prefixes.has(path) ? watched.keys() : []) if (contains(path, one)) found.push(one);
    for (const one of new Set(found)) report(one);
  };
  const onEvent = (folder: string, type: string, name: string | null) => {
    // The folder itself was deleted or replaced, which is reported with its own name.
    if (name === null || (name === basename(folder) && folders.isAnother(folder, folders.statOf(folder))))
      return rescan(folder);
    const path = join(folder, name);
    if (!prefixes.has(path) && (!isBelow(path) || isIgnoredPath(path))) return;
    const info = folders.statOf(path);
    if (type === "rename" || (info?.isDirectory() === true && folders.isAnother(path, info))) rescan(path);
    else report(path);
  };
  return {
    /** Watches a file, or a folder recursively; it may be absent. @returns the existing paths */
    add: (path: string): readonly string[] => {
      if (watched.has(path) || isBelow(path)) return [];
      const found: string[] = [path];
      watchPath(path, path);
      descend(path, found);
      return found;
    },
    /** Restarts all watches and reports all paths, after events may have been lost. */
    renew: () => {
      for (const path of [...watched.keys()]) rescan(path);
    },
    stop: folders.stop,
  };
}

interface FolderEvents {
  readonly onEvent: (folder: string, type: string, name: string | null) => void;
  readonly onLost: (folder: string) => void;
  readonly onFailure: TreeEvents["onFailure"];
}

/** The watched folders. @param isPrefix whether a path leads to a watched one */
function createFolders(root: string, isPrefix: (path: string) => boolean, events: FolderEvents) {
  const folders = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  let isFull = false;
  const report = (error: unknown) => {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (EXPECTED.includes(code) || isFull) return;
    isFull = code === "ENOSPC" || code === "EMFILE";
    const limit = `the system's limit of watched folders is reached (${code}), so some changes will be missed; on Linux raise fs.inotify.max_user_watches`;
    events.onFailure(isFull ? new Failure(1, limit) : error);
  };
  /**
   * The stat of a path. Links are followed for the root and the folders above it, and for other watched folders if they
   * lead inside the root.
   */
  const statOf = (path: string): Stats | undefined => {
    const info = attempt(() => lstatSync(path));
    if (info?.isSymbolicLink() !== true || !isPrefix(path)) return info;
    const isOut = path !== root && contains(root, path) && attempt(() => targetOf(path, root)) === undefined;
    return isOut ? info : infoOf(path);
  };
  /** Whether the folder at a path is not the watched one. */
  const isAnother = (folder: string, info: Stats | undefined) =>
    info === undefined || folders.get(folder)?.identity !== identityOf(info);
  /** Watches one folder. @returns false if it doesn't exist */
  const open = (folder: string): boolean => {
    if (folders.has(folder)) return true;
    const info = statOf(folder);
    if (info?.isDirectory() !== true) return false;
    try {
      const watcher = watch(folder, (type, name) => events.onEvent(folder, type, name));
      // Windows emits an error for a deleted folder.
      watcher.on("error", () => events.onLost(folder));
      folders.set(folder, { watcher, identity: identityOf(info) });
    } catch (error) {
      report(error);
    }
    return true;
  };
  return {
    open,
    /** Stops watching a folder and those in it. */
    close: (path: string) => {
      if (!folders.has(path)) return;
      for (const [folder, { watcher }] of folders) {
        if (!contains(path, folder)) continue;
        watcher.close();
        folders.delete(folder);
      }
    },
    has: (path: string) => folders.has(path),
    statOf,
    isAnother,
    stop: () => {
      for (const { watcher } of folders.values()) watcher.close();
      folders.clear();
    },
  };
}

const NONE: readonly Dirent[] = [];

/** Identity of a folder; includes the birth time, as inode numbers are reused. */
function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev} ${ino} ${birthtimeMs}`;
}

/** Target of a link, existing or not; undefined outside the root. @throws if it is no link */
function targetOf(link: string, root: string): string | undefined {
  const target = attempt(() => realpathSync(link)) ?? resolve(dirname(link), readlinkSync(link));
  return contains(root, target) || contains(realpathSync(root), target) ? target : undefined;
}
