import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CONTENT_FOLDER, type Walked, walk } from "../../content/walk.ts";
import { slashedPath } from "../../shared/disk-path.ts";

/** What files hold: digests by path, relative to the site's root; empty for a file that isn't there. */
export type Snapshot = Readonly<Record<string, string>>;

const TEMPLATES_FOLDER = "templates";

/** A site's files as they were when a build began. */
export interface Look {
  readonly snapshot: Snapshot;
  /** What is below the folder of the content. */
  readonly content: Walked;
}

/**
 * Looks at everything that a site is made of; in the snapshot a file that is left out stands with the reason.
 *
 * @param root absolute path of the site's root
 * @param others paths relative to it of what is used besides its folders: what the configuration imports
 */
export function lookAt(root: string, others: readonly string[]): Look {
  const content = walk(root, CONTENT_FOLDER);
  // Folders whose every file may matter.
  const walks = [content, walk(root, TEMPLATES_FOLDER)];
  const paths = new Set([...others, ...walks.flatMap(({ files }) => files.map(({ path }) => path))]);
  const left = walks.flatMap(({ problems }) => problems.map(({ path, message }) => [path, message]));
  const snapshot = Object.fromEntries([...[...paths].map((path) => [path, digestOf(join(root, path))]), ...left]);
  return { snapshot, content };
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
  snapshot: Snapshot,
  others: readonly string[],
  read: ReadonlyMap<string, string>,
): Snapshot | undefined {
  const whole: Record<string, string> = { ...snapshot };
  for (const path of others) whole[path] ??= digestOf(join(root, path));
  for (const [path, digest] of Object.entries(snapshot)) {
    const now = read.get(path) || digestOf(join(root, path));
    if (now !== digest && now !== "") return undefined;
  }
  return whole;
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
