import { statSync } from "node:fs";
import { fingerprintOf } from "../shared/file-info.ts";
import type { OutputState } from "./output-types.ts";

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
