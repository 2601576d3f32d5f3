import type { Problem } from "../shared/problem.ts";
import type { Source } from "./source.ts";
import type { Walked } from "./walk.ts";

/** What was made of a file, and what is wrong with it. */
export interface Checked {
  readonly problems: readonly Problem[];
}

/** What counts of a file. */
export interface Reading<T> {
  readonly value: T;
  /** What is wrong with the file as it is now, where an earlier state of it counts; empty otherwise. */
  readonly faults: readonly Problem[];
}

/** Makes something of a file; reads it where nobody has. */
export type Make<T> = (known?: Source) => T;

/** What a scan knows of files from the scan before; a build begins with nothing. */
export interface ScanMemory {
  /** What is below the folder of the content, where somebody has just looked. */
  readonly walked?: Walked;
  /**
   * Reads a file, or recalls what was made of it.
   *
   * @param path relative to the root, of the file that `make` reads
   * @param kind what is made of it, where that is more than one thing
   * @param by stands for what it is read by besides its bytes and the configuration
   * @param make told what the file says, where somebody has just read it
   */
  readonly read: <T extends Checked>(path: string, kind: string, by: string, make: Make<T>) => Reading<T>;
}

/** Reads every file anew. */
export const NO_MEMORY: ScanMemory = { read: (_path, _kind, _by, make) => ({ value: make(), faults: [] }) };
