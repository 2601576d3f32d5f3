import { createHash } from "node:crypto";
import { closeSync, fstatSync, readdirSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Source } from "../../content/source.ts";
import { CONTENT_FOLDER, type FoundFile, infoOf, stampOf, type Walked, walk } from "../../content/walk.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { openRegular } from "../../shared/regular-file.ts";
import { keyOf } from "./record.ts";
import type { Store } from "./store.ts";

/** What files hold: digests by path, relative to the site's root; empty for a file that isn't there. */
export type Snapshot = Readonly<Record<string, string>>;

/** Stamps of files by path: as long as one is the same, the file holds what it held. */
export type Stamps = Readonly<Record<string, string>>;

const TEMPLATES_FOLDER = "templates";

/**
 * A file that was changed this short a time ago may be changed again without another stamp: some file
 * systems count whole seconds, FAT every second one.
 */
const UNSETTLED_MS = 2000;

/** Bytes of a file that are hashed at once. */
const CHUNK = 1 << 20;

/** A site's files as they were when a build began. */
export interface Look {
  /** When they began to be read, in milliseconds. */
  readonly startedMs: number;
  readonly snapshot: Snapshot;
  readonly stamps: Stamps;
  /** Files have settled that nobody knew. */
  readonly isGrown: boolean;
  /** What is below the folder of the content. */
  readonly content: Walked;
  /** What pages say that were just read, by path. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** What was seen the last time. */
export type LastLook = Pick<Look, "snapshot" | "stamps">;

const KIND = "look";
const NAME = "files";

/** What was kept of the last look; undefined where nothing is. */
export function lastLook(store: Store): LastLook | undefined {
  return store.get(KIND, NAME) as LastLook | undefined;
}

/** What is known before a look. */
export interface Seen {
  /** Paths relative to the root of what is used besides its folders: what the configuration imports. */
  readonly others?: readonly string[];
  /** What is below the folder of the content, and pages in it that were read since it was found. */
  readonly content?: Walked;
  readonly sources?: ReadonlyMap<string, Source>;
}

/**
 * Looks at everything that a site is made of; in the snapshot a file that is left out stands with the reason.
 * Files whose stamp is known are not read.
 *
 * @param root absolute path of the site's root
 * @param last what was seen the last time
 */
export function lookAt(root: string, last: LastLook | undefined, seen: Seen = {}): Look {
  const { others = [], content = walk(root, CONTENT_FOLDER), sources = new Map<string, Source>() } = seen;
  const startedMs = Date.now();
  const settled = startedMs - UNSETTLED_MS;
  // Folders whose every file may matter.
  const walks = [content, walk(root, TEMPLATES_FOLDER)];
  const snapshot: Record<string, string> = Object.create(null);
  const stamps: Record<string, string> = Object.create(null);
  let isGrown = false;
  const add = ({ path, absolute, changedMs, stamp }: Omit<FoundFile, "bytes">) => {
    const known = last?.stamps[path] === stamp ? last.snapshot[path] : undefined;
    snapshot[path] = known ?? sources.get(path)?.text.hash ?? digestOf(absolute);
    if (changedMs >= settled) return;
    stamps[path] = stamp;
    isGrown ||= known === undefined;
  };
  for (const file of walks.flatMap(({ files }) => files)) add(file);
  for (const path of others) {
    if (Object.hasOwn(snapshot, path)) continue;
    const absolute = join(root, path);
    const info = infoOf(absolute);
    if (info?.isFile() === true) add({ path, absolute, changedMs: info.ctimeMs, stamp: stampOf(info) });
    else snapshot[path] = inputDigest(root, path);
  }
  for (const { path, message } of walks.flatMap(({ problems }) => problems)) snapshot[path] = message;
  return { startedMs, snapshot, stamps, isGrown, content, sources };
}

/** Keeps what was seen for the next time, whoever looks then. */
export function keepLook(store: Store, { snapshot, stamps, isGrown }: Look): void {
  if (isGrown) store.put(KIND, NAME, { snapshot, stamps });
}

/** True where both say the same of the same files. */
export function isSameSnapshot(a: Snapshot, b: Snapshot): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/**
 * Adds files that were found to matter while the site was read.
 *
 * @param read digests of pages as they were read
 * @returns undefined where a file changed after the snapshot was taken: it doesn't tell what was read then
 */
export function confirmSnapshot(
  root: string,
  { startedMs, snapshot, stamps }: Look,
  others: readonly string[],
  read: ReadonlyMap<string, string>,
): Snapshot | undefined {
  const whole: Record<string, string> = { ...snapshot };
  for (const path of others) {
    if (Object.hasOwn(whole, path)) continue;
    if ((infoOf(join(root, path))?.ctimeMs ?? 0) >= startedMs) return undefined;
    whole[path] = inputDigest(root, path);
  }
  for (const [path, digest] of Object.entries(snapshot)) {
    const absolute = join(root, path);
    const now = read.get(path) || (hasStamp(absolute, stamps[path]) ? digest : digestOf(absolute));
    if (now !== digest && now !== "") return undefined;
  }
  return whole;
}

function hasStamp(path: string, stamp: string | undefined): boolean {
  const info = stamp === undefined ? undefined : infoOf(path);
  return info !== undefined && stampOf(info) === stamp;
}

/** SHA-1 of a file's bytes, of any size, read in chunks; empty where it isn't there or can't be read. */
export function digestOf(path: string): string {
  const digest = createHash("sha1");
  // A pipe never ends.
  if (infoOf(path)?.isFile() !== true) return "";
  try {
    const file = openRegular(path);
    try {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, fstatSync(file).size)));
      for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
        digest.update(chunk.subarray(0, length));
      }
    } finally {
      closeSync(file);
    }
    return digest.digest("hex");
  } catch {
    return "";
  }
}

const FOLDER = "folder:";
const VARIABLE = "env:";
/** Names by which esbuild finds a module that is imported without its ending. */
const MODULE_NAME = /\.(?:[cm]?[jt]sx?|json|css)$/;
/** A variable of the environment that code names; in another form it may read any of them. */
const READ_VARIABLE = /\bprocess\.env(?:\.([A-Za-z_]\w*)|\[["'](\w+)["']\])?/g;

/**
 * What a bundle depends on besides the bytes of its files: which modules stand in their folders, since an import
 * without an ending takes the first of several, and variables of the environment that its code reads when it runs.
 *
 * @param files absolute paths
 * @param code of the bundle, where it runs in Node
 * @returns names of inputs, as `inputDigest` takes them
 */
export function bundleInputs(root: string, files: readonly string[], code = ""): string[] {
  const folders = files.filter((path) => !path.includes("node_modules")).map((path) => dirname(path));
  const variables = [...code.matchAll(READ_VARIABLE)].map(([, name, quoted]) => name ?? quoted ?? "");
  return [
    ...files.map((path) => snapshotPath(root, path)),
    ...[...new Set(folders)].map((path) => FOLDER + snapshotPath(root, path)),
    ...[...new Set(variables)].map((name) => VARIABLE + name),
  ];
}

/** Digest of an input: a file by its path relative to the root, or what `bundleInputs` names. */
export function inputDigest(root: string, input: string): string {
  if (input.startsWith(VARIABLE)) {
    const name = input.slice(VARIABLE.length);
    return keyOf(name === "" ? process.env : process.env[name]);
  }
  if (!input.startsWith(FOLDER)) return digestOf(join(root, input));
  try {
    return keyOf(
      readdirSync(join(root, input.slice(FOLDER.length)))
        .filter((name) => MODULE_NAME.test(name))
        .sort(),
    );
  } catch {
    return "";
  }
}

/** A path as snapshots name it. */
export function snapshotPath(root: string, absolute: string): string {
  return slashedPath(root, absolute);
}
