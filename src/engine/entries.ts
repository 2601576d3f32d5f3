import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { slashedPath } from "../shared/disk-path.ts";
import { infoOf } from "../shared/file-info.ts";

/** What a folder holds. */
export interface Entry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
  /** Where a link leads, relative to the root; empty where it leads nowhere. Absent for what is no link. */
  readonly link?: string;
  /** The name is not UTF-8: no path leads to it. These are its bytes as Latin-1. */
  readonly bytes?: string;
  /** Stands for all that a folder holds which can't be read: the system's code for why. */
  readonly unread?: string;
}

/** Codes that say that there is no folder. */
const ABSENT = ["ENOENT", "ENOTDIR"];

/** What a folder holds, in the order of names; nothing where there is none. @param path relative to the root */
export function readFolder(root: string, path: string): readonly Entry[] {
  const absolute = join(root, path);
  let found: readonly Dirent<Buffer>[];
  try {
    // Names that are not UTF-8 come as they are only as bytes.
    found = readdirSync(absolute, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return ABSENT.includes(code) ? [] : [{ name: "", kind: "other", unread: code }];
  }
  const entries = found.map((entry): Entry => {
    const name = entry.name.toString("utf8");
    const isText = Buffer.compare(Buffer.from(name), entry.name) === 0;
    if (!isText) return { name, kind: "other", bytes: entry.name.toString("latin1") };
    return entry.isSymbolicLink() ? linkAt(root, join(absolute, name), name) : { name, kind: kindOf(entry) };
  });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What stands at a path; undefined where nothing does. @param path relative to the root */
export function entryAt(root: string, path: string): Entry | undefined {
  const absolute = join(root, path);
  const info = attempt(() => lstatSync(absolute, { throwIfNoEntry: false }));
  if (info === undefined) return undefined;
  return info.isSymbolicLink() ? linkAt(root, absolute, path) : { name: path, kind: kindOf(info) };
}

function linkAt(root: string, absolute: string, name: string): Entry {
  const info = infoOf(absolute);
  const real = attempt(() => slashedPath(realpathSync(root), realpathSync(absolute)));
  return { name, kind: info === undefined ? "other" : kindOf(info), link: real ?? "" };
}

function kindOf(info: Pick<Stats, "isFile" | "isDirectory">): Entry["kind"] {
  return info.isFile() ? "file" : info.isDirectory() ? "folder" : "other";
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
