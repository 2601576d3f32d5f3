import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { isAsWritten, stateOf } from "./file-state.ts";
import { isPending } from "./journal.ts";
import { formatManifest, isInside, MANIFEST_FILE, readManifest } from "./manifest.ts";
import { isMountedApart, linkOrCopy } from "./move-file.ts";
import { inTheWay, linksAbove, replaceFiles, replaceFromNear } from "./replace-files.ts";
import { keepForeignFiles, swapFolders } from "./swap-folders.ts";
import type { OutputFile, OutputState, OutputStates } from "./types.ts";

/** Names that nothing else has: the folder for what is under way may be a link to one with other things in it. */
export const STAGING_PREFIX = "docgen-staging-";
export const PREVIOUS_PREFIX = "docgen-previous-";
/** With more files to change, the whole folder is replaced at once. */
const MAX_REPLACED = 64;

/** A site on its way to the output folder. Nothing is seen of it there before `commit`. */
export interface Staging {
  /**
   * Keeps a file as it is in the output folder, or as it was added.
   *
   * @param key stands for all that the file would be made of
   * @returns false where the file isn't there as it was written, and has to be added
   */
  readonly keep: (file: string, key: string) => boolean;
  readonly add: (entry: OutputFile, key: string) => Promise<void>;
  /** What is kept and added so far, by file: what each was made of. */
  readonly keys: () => ReadonlyMap<string, string>;
  /**
   * Reads a file that is kept or added, or that the last build wrote.
   *
   * @param key what it was made of
   * @returns undefined where it isn't there
   */
  readonly read: (file: string, key: string) => Buffer | undefined;
  /** Puts the site in the place of the old one. */
  readonly commit: () => Promise<{ readonly bytes: number; readonly states: OutputStates }>;
  /** Removes what is left of it; without `commit` the output folder is as it was. */
  readonly discard: () => Promise<void>;
}

/**
 * Begins to write a site beside its old one, so that readers and killed builds never see half of it.
 * Files in the output folder that docgen did not write are kept.
 *
 * @param work folder for what is under way, on the same disk as `out`
 * @param before what the last build wrote into `out`
 * @param baseUrl path that the site is built to be served at
 */
export async function openStaging(out: string, work: string, before: OutputStates, baseUrl: string): Promise<Staging> {
  const staging = join(work, `${STAGING_PREFIX}${process.pid}`);
  const states = new Map<string, OutputState>();
  const added = new Set<string>();
  const folders = new Set<string>();
  let cleaned = Promise.resolve();
  const manifest = readManifest(out);
  await rm(staging, { recursive: true, force: true });

  const makeFolder = (file: string) => {
    const folder = dirname(join(staging, file));
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
  };
  /** State of a file that the last build made of the same, where it is still there as it was written. */
  const lastState = (file: string, key: string): OutputState | undefined => {
    const state = Object.hasOwn(before, file) ? before[file] : undefined;
    return state?.key === key && isAsWritten(join(out, file), state) ? state : undefined;
  };
  /** Moving a file, or giving it a second name, counts as a change of it. */
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
    add: async (entry, key) => {
      const { file } = entry;
      if (!isInside(file)) throw new Failure(1, `${file}: would be written outside of the output folder`);
      const target = join(staging, file);
      added.add(file);
      makeFolder(file);
      // Synchronous: for thousands of small files promises cost several times the writing itself.
      if ("data" in entry) writeFileSync(target, entry.data);
      else await copyFile(entry.copyOf, target);
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
      const previous = join(work, `${PREVIOUS_PREFIX}${process.pid}`);
      mkdirSync(staging, { recursive: true });
      await writeFile(join(staging, MANIFEST_FILE), formatManifest(files, baseUrl), { flush: true });
      // What others refer to comes first.
      const isOld = (file: string) => Object.hasOwn(before, file);
      const moved = [...[...added].sort((a, b) => Number(isOld(a)) - Number(isOld(b))), MANIFEST_FILE];
      const isFew = moved.length + removed.length <= MAX_REPLACED && manifest !== undefined;
      const isPlain = inTheWay(moved, removed).length === 0 && linksAbove(out, [...moved, ...removed]).length === 0;
      if (manifest !== undefined && isMountedApart(join(out, MANIFEST_FILE), previous)) {
        await replaceFromNear({ work, out, staging, moved, removed });
        refresh([...added]);
      } else if (isFew && isPlain) {
        ({ cleaned } = await replaceFiles({ work, out, staging, previous, moved, removed }));
        // Whoever discards what is left is told what failed.
        cleaned.catch(() => undefined);
        refresh([...added]);
      } else {
        for (const file of files.filter((one) => !added.has(one))) {
          makeFolder(file);
          linkOrCopy(join(out, file), join(staging, file));
        }
        await keepForeignFiles(out, staging);
        if (!(await swapFolders(staging, out, work, previous))) {
          await replaceFromNear({ work, out, staging, moved, removed });
        }
        refresh(files);
      }
      return { bytes: bytes(), states: Object.fromEntries(states) };
    },
    discard: async () => {
      await cleaned;
      // A change that could be neither completed nor taken back is left to the next build.
      if (!isPending({ work, out })) await rm(staging, { recursive: true, force: true });
    },
  };
}
