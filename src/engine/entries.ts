import { type Dirent, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { slashedPath } from "../shared/disk-path.ts";
import { entryOf, infoOf } from "../shared/file-info.ts";

/** An entry of a folder. */
export interface Entry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
  /** Target of a symbolic link, relative to the root; empty for a broken link. Absent for other entries. */
  readonly link?: string;
  /** The bytes of a name that isn't UTF-8, as Latin-1. No path can name such an entry. */
  readonly bytes?: string;
  /** The system's error code, in the single entry that stands for a folder that can't be read. */
  readonly unread?: string;
}

/** Error codes for a folder that doesn't exist. */
const ABSENT = ["ENOENT", "ENOTDIR"];

/** The entries of a folder, sorted by name; empty if it doesn't exist. @param path relative to the root */
export function readFolder(root: string, path: string): readonly Entry[] {
  const absolute = join(root, path);
  let dirents: readonly Dirent<Buffer>[];
  try {
    // Only `encoding: "buffer"` preserves names that aren't UTF-8.
    dirents = readdirSync(absolute, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return ABSENT.includes(code) ? [] : [{ name: "", kind: "other", unread: code }];
  }
  const entries = dirents.map((entry): Entry => {
    const name = entry.name.toString("utf8");
    const isText = Buffer.compare(Buffer.from(name), entry.name) === 0;
    if (!isText) return { name, kind: "other", bytes: entry.name.toString("latin1") };
    return entry.isSymbolicLink() ? linkAt(root, join(absolute, name), name) : { name, kind: kindOf(entry) };
  });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The entry at a path; undefined if there is none. @param path relative to the root */
export function entryAt(root: string, path: string): Entry | undefined {
  const absolute = join(root, path);
  const info = entryOf(absolute);
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
