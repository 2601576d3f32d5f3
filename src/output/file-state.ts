import { statSync } from "node:fs";
import { fingerprintOf } from "../shared/file-info.ts";

/** A file to be staged: its content, or the path of the file to copy. */
export type StagedFile =
  | { readonly file: string; readonly data: string | Uint8Array }
  | { readonly file: string; readonly copyOf: string };

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
