import { join } from "node:path";
import { createInputs, type InputSources, isVolatile, type KnownInputs } from "../engine/inputs.ts";
import type { ResultStore } from "../engine/result-store.ts";
import { isAsWritten } from "../output/file-state.ts";
import { readManifest } from "../output/manifest.ts";
import type { OutputStates } from "../output/types.ts";
import type { Problem } from "../shared/problem.ts";

/** What a build made. */
export interface Made {
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly Problem[];
}

/** What the last build of an output folder left. */
export interface LastBuild {
  readonly inputs: KnownInputs;
  readonly outputs: OutputStates;
  readonly made: Made;
}

/** @param graph names what is kept of the same build in the store */
export function readLastBuild(store: ResultStore, graph: string): LastBuild | undefined {
  const kept = store.graph(nameOf(graph)) as Partial<LastBuild> | undefined;
  return kept?.inputs && kept.outputs && kept.made ? (kept as LastBuild) : undefined;
}

export function keepLastBuild(store: ResultStore, graph: string, last: LastBuild): void {
  store.putGraph(nameOf(graph), last);
}

function nameOf(graph: string): string {
  return `${graph}-out`;
}

/** True where all that the last build read and wrote is what it was: no result has to be looked at. */
export function isUnchanged(
  { inputs: known, outputs }: LastBuild,
  root: string,
  out: string,
  surroundings: InputSources,
): boolean {
  const inputs = createInputs(root, surroundings, known);
  const isSame = Object.entries(known).every(
    ([name, [, digest]]) => !isVolatile(name) && inputs.digestOf(name) === digest,
  );
  const files = Object.entries(outputs);
  if (!isSame || readManifest(out)?.files.length !== files.length) return false;
  return files.every(([file, state]) => isAsWritten(join(out, file), state));
}
