import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../../content/source.ts";
import { CONTENT_FOLDER, stampOf, type Walked, walk } from "../../content/walk.ts";
import { slashedPath } from "../../shared/disk-path.ts";
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

/** A site's files as they were when a build began. */
export interface Look {
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
  const settled = Date.now() - UNSETTLED_MS;
  // Folders whose every file may matter.
  const walks = [content, walk(root, TEMPLATES_FOLDER)];
  const snapshot: Record<string, string> = Object.create(null);
  const stamps: Record<string, string> = Object.create(null);
  let isGrown = false;
  for (const { path, absolute, changedMs, stamp } of walks.flatMap(({ files }) => files)) {
    const known = last?.stamps[path] === stamp ? last.snapshot[path] : undefined;
    snapshot[path] = known ?? sources.get(path)?.text.hash ?? digestOf(absolute);
    if (changedMs >= settled) continue;
    stamps[path] = stamp;
    isGrown ||= known === undefined;
  }
  for (const path of others) snapshot[path] ??= digestOf(join(root, path));
  for (const { path, message } of walks.flatMap(({ problems }) => problems)) snapshot[path] = message;
  return { snapshot, stamps, isGrown, content, sources };
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
  { snapshot, stamps }: Look,
  others: readonly string[],
  read: ReadonlyMap<string, string>,
): Snapshot | undefined {
  const whole: Record<string, string> = { ...snapshot };
  for (const path of others) whole[path] ??= digestOf(join(root, path));
  for (const [path, digest] of Object.entries(snapshot)) {
    const absolute = join(root, path);
    const now = read.get(path) || (hasStamp(absolute, stamps[path]) ? digest : digestOf(absolute));
    if (now !== digest && now !== "") return undefined;
  }
  return whole;
}

function hasStamp(path: string, stamp: string | undefined): boolean {
  const info = stamp === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return info !== undefined && stampOf(info) === stamp;
}

/** Digest of a file's bytes; empty where it can't be read. */
export function digestOf(path: string): string {
  try {
    return hash("sha1", readFileSync(path));
  } catch {
    return "";
  }
}

/** A path as snapshots name it. */
export function snapshotPath(root: string, absolute: string): string {
  return slashedPath(root, absolute);
}
