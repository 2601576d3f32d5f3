import type { Engine } from "../engine/engine.ts";

/** Longest time for which a comparison of all inputs keeps answers waiting, in milliseconds. */
const SLICE_MS = 4;

/** The result of comparing all inputs. */
export interface Sweep {
  /** Changed paths that `take` returns next, relative to the root. */
  readonly paths: readonly string[];
  /** Time for which the comparison kept the thread busy, in milliseconds. */
  readonly busyMs: number;
}

/** Inputs that have changed since they were read. */
export interface InputChanges {
  /** See `Engine.changed`. */
  readonly changed: (...inputs: Parameters<Engine["changed"]>) => void;
  /** Compares all inputs, in slices. @param turn awaited between two */
  readonly sweep: (turn: () => Promise<unknown>) => Promise<Sweep>;
  /** Paths that were found since the last call, relative to the root. */
  readonly take: () => readonly string[];
}

/**
 * Records changes of inputs until they are taken to be shown: some are found before any event, by a request that reads a
 * file again.
 *
 * @param onChange called with the paths of each change
 */
export function createInputChanges(engine: Engine, onChange: (paths: readonly string[]) => void): InputChanges {
  let changed = new Set<string>();
  const note = (paths: readonly string[]) => {
    for (const path of paths) changed.add(path);
    if (paths.length > 0) onChange(paths);
  };
  return {
    changed: (...inputs) => note(engine.changed(...inputs)),
    sweep: async (turn) => {
      let startMs = performance.now();
      let busyMs = 0;
      for (const paths of engine.sweep()) {
        note(paths);
        const sliceMs = performance.now() - startMs;
        if (sliceMs < SLICE_MS) continue;
        busyMs += sliceMs;
        await turn();
        startMs = performance.now();
      }
      return { paths: [...changed], busyMs: busyMs + performance.now() - startMs };
    },
    take: () => {
      const paths = [...changed];
      changed = new Set();
      return paths;
    },
  };
}
