import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { randomName } from "../shared/own-file.ts";
import { isAsWritten, type OutputState, type OutputStates, type StagedData, stateOf } from "./file-state.ts";
import { isPending } from "./journal.ts";
import type { Lock } from "./lock.ts";
import { formatManifest, isInside, MANIFEST_FILE, readManifest } from "./manifest.ts";
import { isMountedApart, linkOrCopy } from "./move-file.ts";
import {
  conflicts,
  keepForeignFiles,
  replaceFiles,
  replaceOnSameDisk,
  swapFolders,
  symlinksAbove,
} from "./replace-files.ts";

/** Prefixes of temporary names. They are unique, as `.docgen` may be a link to a folder with other content. */
export const STAGING_PREFIX = "docgen-staging-";
export const PREVIOUS_PREFIX = "docgen-previous-";
/** Maximum number of files that are replaced one by one; above it, the whole folder is swapped. */
const MAX_REPLACED = 64;

/** A site being written. The output folder doesn't change before `commit`. */
export interface Staging {
  /**
   * Keeps a file unchanged from the output folder, or from an earlier `add`.
   *
   * @param key hash of everything that the file is made of
   * @returns false if the file is absent or has changed and must be added
   */
  readonly keep: (file: string, key: string) => boolean;
  readonly add: (file: string, data: StagedData, key: string) => Promise<void>;
  /** Keys of all kept and added files. */
  readonly keys: () => ReadonlyMap<string, string>;
  /** Reads a kept or added file, or one of the last build. @returns undefined if there is none with that key */
  readonly read: (file: string, key: string) => Buffer | undefined;
  /** Replaces the old site by the new one. */
  readonly commit: () => Promise<{ readonly bytes: number; readonly states: OutputStates }>;
  /** Removes temporary files; without `commit` the output folder stays as it was. */
  readonly discard: () => Promise<void>;
}

/** What a site is written over. */
export interface StagingInput {
  readonly out: string;
  /** Folder for temporary files, on the same disk as `out`. */
  readonly work: string;
  /** What the last build wrote into `out`. */
  readonly before: OutputStates;
  readonly baseUrl: string;
  /** Must be held when the output folder changes. */
  readonly lock: Lock;
}

/**
 * Starts to write a site next to the old one, so that neither readers nor a killed build leave a half-written site
 * visible. Foreign files in the output folder are kept.
 */
export async function openStaging({ out, work, before, baseUrl, lock }: StagingInput): Promise<Staging> {
  const staging = join(work, `${STAGING_PREFIX}${randomName()}`);
  const states = new Map<string, OutputState>();
  const added = new Set<string>();
  const folders = new Set<string>();
  let cleaned = Promise.resolve();
  let isDiscarded = false;
  const manifest = readManifest(out);

  const makeFolder = (file: string) => {
    const folder = dirname(join(staging, file));
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
  };
  /** State of a file of the last build with the same key, if it is unchanged. */
  const lastState = (file: string, key: string): OutputState | undefined => {
    const state = Object.hasOwn(before, file) ? before[file] : undefined;
    return state?.key === key && isAsWritten(join(out, file), state) ? state : undefined;
  };
  /** Renaming or linking a file changes its ctime. */
  const refresh = (files: readonly string[]) => {
    for (const file of files) states.set(file, { key: states.get(file)?.key ?? "", ...stateOf(join(out, file)) });
  };
  return {
    keep: (file, key) => {
      if (added.has(file) && states.get(file)?.key === key) return true;
      const state = lastState(file, key);
      if (manifest === undefined || state === undefined) return false;
      states.set(file, state);
      return true;
    },
    add: async (file, data, key) => {
      if (!isInside(file)) throw new Failure(1, `${file}: is outside the output folder`);
      // Tasks that run when another one fails are not waited for.
      if (isDiscarded) return;
      const target = join(staging, file);
      added.add(file);
      makeFolder(file);
      // Synchronous: for thousands of small files, promises cost several times the writing itself.
      if (typeof data === "string" || data instanceof Uint8Array) writeFileSync(target, data);
      else await copyFile(data.copyOf, target);
      states.set(file, { key, ...stateOf(target) });
    },
    keys: () => new Map([...states].map(([file, { key }]) => [file, key])),
    read: (file, key) => {
      if (added.has(file)) return states.get(file)?.key === key ? readFileSync(join(staging, file)) : undefined;
      return lastState(file, key) === undefined ? undefined : readFileSync(join(out, file));
    },
    commit: async () => {
      const files = [...states.keys()];
      const removed = (manifest?.files ?? []).filter((file) => !states.has(file));
      const bytes = () => [...states.values()].reduce((sum, state) => sum + state.bytes, 0);
      const isWhole = manifest !== undefined && manifest.baseUrl === baseUrl && manifest.files.length === files.length;
      if (isWhole && added.size === 0 && removed.length === 0) {
        return { bytes: bytes(), states: Object.fromEntries(states) };
      }
      lock.check();
      const previous = join(work, `${PREVIOUS_PREFIX}${randomName()}`);
      mkdirSync(staging, { recursive: true });
      await writeFile(join(staging, MANIFEST_FILE), formatManifest(files, baseUrl), { flush: true });
      // New files come before those that may refer to them.
      const isOld = (file: string) => Object.hasOwn(before, file);
      const moved = [...[...added].sort((a, b) => Number(isOld(a)) - Number(isOld(b))), MANIFEST_FILE];
      const isFew = moved.length + removed.length <= MAX_REPLACED && manifest !== undefined;
      const isPlain = conflicts(moved, removed).length === 0 && symlinksAbove(out, [...moved, ...removed]).length === 0;
      if (manifest !== undefined && isMountedApart(join(out, MANIFEST_FILE), previous)) {
        await replaceOnSameDisk({ work, out, staging, moved, removed });
        refresh([...added]);
      } else if (isFew && isPlain) {
        ({ cleaned } = await replaceFiles({ work, out, staging, previous, moved, removed }));
        // `discard` reports the failure.
        cleaned.catch(() => undefined);
        refresh([...added]);
      } else {
        for (const file of files.filter((name) => !added.has(name))) {
          makeFolder(file);
          linkOrCopy(join(out, file), join(staging, file));
        }
        await keepForeignFiles(out, staging);
        lock.check();
        if (!(await swapFolders(staging, out, work, previous))) {
          await replaceOnSameDisk({ work, out, staging, moved, removed });
        }
        refresh(files);
      }
      return { bytes: bytes(), states: Object.fromEntries(states) };
    },
    discard: async () => {
      isDiscarded = true;
      await cleaned;
      // A change that could neither be completed nor undone is left to the next build.
      if (!isPending({ work, out })) await rm(staging, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
