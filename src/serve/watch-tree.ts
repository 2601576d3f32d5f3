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
import { contains } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { infoOf } from "../shared/file-info.ts";

const LITTER = /~$|\.sw[px]$|^4913$|^\.#|^(?:\.docgen|\.git|node_modules|\.DS_Store)$/;

/** True for editors' and systems' own files, and what is written by docgen and by others' tools. */
export function isLitter(path: string, { basename }: Pick<typeof system.posix, "basename"> = system): boolean {
  return LITTER.test(basename(path));
}

/** A folder that is gone, or that nobody may look into, has no changes. */
const EXPECTED = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"];

/** A watch of folders, each by itself: a folder tells what changes directly in it. */
export interface TreeWatch {
  /** Watches a file, or a folder with all below it; it need not be there. @returns what is there, folders among it */
  readonly add: (path: string) => readonly string[];
  /** Watches all of it anew, and tells of everything: of very many changes the system loses some. */
  readonly renew: () => void;
  readonly stop: () => void;
}

/** What may be told of a tree. */
export interface TreeEvents {
  /** @param path absolute; what stands there may have changed, or come, or gone */
  readonly onHint: (path: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches files and folders through the folders that hold them, from the one above the root on: what goes and comes
 * back, or is another folder of the same name, is seen there. Links to folders are not followed, as in a build; files
 * that links lead to are watched where they stand inside the root.
 *
 * chokidar can't do this in less code (version 5, the last for Node 20; with folders whose identity changed unwatched
 * and added, 167 lines before they were right). It lists a new folder first and begins its watch afterwards: of 400
 * files that were written up to 4 ms after their folder, 3 or 4 were never told of, and here none. Of two changes of a
 * file within 50 ms it drops the second, links that lead to nothing or to folders are not told of when they come, and
 * each file takes a watch of its own.
 *
 * @param root absolute path of the site's root
 */
export function watchTree(root: string, { onHint, onFailure }: TreeEvents): TreeWatch {
  const top = dirname(root);
  /** What is watched for, with the paths that are told of it: a file's own, and those of links to it. */
  const wanted = new Map<string, Set<string>>();
  /** The same with all folders above. */
  const ways = new Set<string>();
  const folders = createFolders(root, (path) => ways.has(path), {
    onEvent: (folder, type, name) => onEvent(folder, type, name),
    onLost: (folder) => look(folder),
    onFailure,
  });
  /** True below a folder that is watched with everything in it. */
  const isBelow = (path: string): boolean => {
    const folder = dirname(path);
    return folder !== path && (wanted.has(folder) || isBelow(folder));
  };
  const tell = (path: string) => {
    if (isBelow(path)) onHint(path);
    for (const one of wanted.get(path) ?? []) onHint(one);
  };
  /** Opens the folders that lead to a path; where the first is missing, the nearest one above that is there. */
  const lead = (folder: string) => {
    const isFirst = folder === top || !contains(top, folder);
    if (!isFirst) lead(dirname(folder));
    if (!folders.open(folder) && isFirst && dirname(folder) !== folder) lead(dirname(folder));
  };
  const want = (path: string, told: string) => {
    const known = wanted.get(path);
    wanted.set(path, (known ?? new Set()).add(told));
    if (known !== undefined) return;
    for (let way = path; !ways.has(way); way = dirname(way)) ways.add(way);
    lead(dirname(path));
  };
  const followLink = (path: string) => {
    const target = attempt(() => targetOf(path, root));
    if (target !== undefined && infoOf(target)?.isDirectory() !== true) want(target, path);
  };
  /** Watches a folder with all of interest in it. @param found takes what that is */
  const descend = (folder: string, found: string[]) => {
    if (!folders.open(folder)) return;
    const isWhole = wanted.has(folder) || isBelow(folder);
    for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? NONE) {
      const path = join(folder, entry.name);
      if (!ways.has(path) && (!isWhole || isLitter(path))) continue;
      found.push(path);
      if (entry.isDirectory() || ways.has(path)) descend(path, found);
      if (entry.isSymbolicLink() && isWhole) followLink(path);
    }
  };
  /** Watches what stands at a path now, and tells of all that is there or is waited for. */
  const look = (path: string) => {
    folders.close(path);
    const found = [path];
    descend(path, found);
    if (!folders.has(path)) lead(dirname(path));
    if (isBelow(path) && folders.standing(path)?.isSymbolicLink() === true) followLink(path);
    for (const one of ways.has(path) ? wanted.keys() : []) if (contains(path, one)) found.push(one);
    for (const one of new Set(found)) tell(one);
  };
  const onEvent = (folder: string, type: string, name: string | null) => {
    // The folder itself has gone or is another one: its name is told as one that is in it.
    if (name === null || (name === basename(folder) && folders.isAnother(folder, folders.standing(folder))))
      return look(folder);
    const path = join(folder, name);
    if (!ways.has(path) && (!isBelow(path) || isLitter(path))) return;
    const info = folders.standing(path);
    if (type === "rename" || (info?.isDirectory() === true && folders.isAnother(path, info))) look(path);
    else tell(path);
  };
  return {
    add: (path) => {
      if (wanted.has(path) || isBelow(path)) return [];
      const found: string[] = [path];
      want(path, path);
      descend(path, found);
      return found;
    },
    renew: () => {
      for (const path of [...wanted.keys()]) look(path);
    },
    stop: folders.stop,
  };
}

/** The folders that are watched, each by itself. */
interface Folders {
  /** Watches one folder. @returns false where there is none */
  readonly open: (folder: string) => boolean;
  /** Gives up a folder and those in it. */
  readonly close: (path: string) => void;
  readonly has: (path: string) => boolean;
  /** What stands at a path. Links are followed to the root, and in the place of its own folders to others inside it. */
  readonly standing: (path: string) => Stats | undefined;
  /** True where a folder is not the one that is watched under its name. */
  readonly isAnother: (folder: string, info: Stats | undefined) => boolean;
  readonly stop: () => void;
}

interface FolderEvents {
  readonly onEvent: (folder: string, type: string, name: string | null) => void;
  readonly onLost: (folder: string) => void;
  readonly onFailure: TreeEvents["onFailure"];
}

/** @param isOnWay true for paths that lead to what is watched for */
function createFolders(root: string, isOnWay: (path: string) => boolean, events: FolderEvents): Folders {
  const folders = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  let isFull = false;
  const report = (error: unknown) => {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (EXPECTED.includes(code) || isFull) return;
    isFull = code === "ENOSPC" || code === "EMFILE";
    const limit = `the system watches no more folders (${code}): some changes are not seen; on Linux raise fs.inotify.max_user_watches`;
    events.onFailure(isFull ? new Failure(1, limit) : error);
  };
  const standing = (path: string): Stats | undefined => {
    const info = attempt(() => lstatSync(path));
    if (info?.isSymbolicLink() !== true || !isOnWay(path)) return info;
    const isOut = path !== root && contains(root, path) && attempt(() => targetOf(path, root)) === undefined;
    return isOut ? info : infoOf(path);
  };
  const isAnother = (folder: string, info: Stats | undefined) =>
    info === undefined || folders.get(folder)?.identity !== identityOf(info);
  const open = (folder: string): boolean => {
    if (folders.has(folder)) return true;
    const info = standing(folder);
    if (info?.isDirectory() !== true) return false;
    try {
      const watcher = watch(folder, (type, name) => events.onEvent(folder, type, name));
      // Windows tells so of a folder that is deleted.
      watcher.on("error", () => events.onLost(folder));
      folders.set(folder, { watcher, identity: identityOf(info) });
    } catch (error) {
      report(error);
    }
    return true;
  };
  return {
    open,
    close: (path) => {
      if (!folders.has(path)) return;
      for (const [folder, { watcher }] of folders) {
        if (!contains(path, folder)) continue;
        watcher.close();
        folders.delete(folder);
      }
    },
    has: (path) => folders.has(path),
    standing,
    isAnother,
    stop: () => {
      for (const { watcher } of folders.values()) watcher.close();
      folders.clear();
    },
  };
}

const NONE: readonly Dirent[] = [];

/** Another for another folder of the same name; numbers of files are given again, with another time of birth. */
function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev} ${ino} ${birthtimeMs}`;
}

/** The file that a link leads to, though it may not be there; undefined outside the root. @throws for no link */
function targetOf(link: string, root: string): string | undefined {
  const target = attempt(() => realpathSync(link)) ?? resolve(dirname(link), readlinkSync(link));
  return contains(root, target) || contains(realpathSync(root), target) ? target : undefined;
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    // Gone in the meantime, or not to be looked at.
    return undefined;
  }
}
