import { statSync } from "node:fs";
import { fingerprintOf } from "../shared/file-info.ts";

/** The content of a file to be staged, or the path of the file to copy. */
export type StagedData = string | Uint8Array | { readonly copyOf: string };

/** State of an output file right after it was written, to detect later changes. */
export interface OutputState {
  /** Hash of everything that the file was made of. */
  readonly key: string;
  readonly bytes: number;
  readonly fingerprint: string;
}

/** States by path, relative to the output folder. */
export type OutputStates = Readonly<Record<string, OutputState>>;

/** The current state of a file, without the key. */
export function stateOf(path: string): Omit<OutputState, "key"> {
  const info = statSync(path);
  return { bytes: info.size, fingerprint: fingerprintOf(info) };
}

/** Whether a file is unchanged since a build wrote it. */
export function isAsWritten(path: string, { fingerprint }: OutputState): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  return info?.isFile() === true && fingerprintOf(info) === fingerprint;
}
