import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInputs, type InputSources, isVolatile, type KnownInputs } from "../engine/inputs.ts";
import type { ResultStore } from "../engine/result-store.ts";
import { isAsWritten, type OutputStates } from "../output/file-state.ts";
import { readManifest } from "../output/manifest.ts";
import type { Problem } from "../shared/problem.ts";
import { openSiteStore, plainGraphName, storeFolder } from "./site-store.ts";

/** Posts that a build leaves out until their dates. */
interface WaitingPosts {
  readonly posts: number;
  /** The next one: the path of its file, and its day. */
  readonly path: string;
  readonly day: string;
}

/** Summary of a build. */
export interface BuildSummary {
  readonly waiting?: WaitingPosts | undefined;
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly Problem[];
}

/** Stored state of the last build of an output folder. */
export interface LastBuild {
  readonly inputs: KnownInputs;
  readonly outputs: OutputStates;
  readonly summary: BuildSummary;
}

/** The state of the last build; undefined if there was none. @param graph name of its graph in the store */
export function readLastBuild(store: ResultStore, graph: string): LastBuild | undefined {
  const kept = store.graph(`${graph}-out`) as Partial<LastBuild> | undefined;
  return kept?.inputs && kept.outputs && kept.summary ? (kept as LastBuild) : undefined;
}

/** Stores the state of a build. @param graph name of the build's graph in the store */
export function keepLastBuild(store: ResultStore, graph: string, last: LastBuild): void {
  store.putGraph(`${graph}-out`, last);
}

/** Whether all inputs and outputs of the last build are unchanged, so that no result needs to be verified. */
export function isUnchanged(
  { inputs: recorded, outputs }: LastBuild,
  root: string,
  out: string,
  sources: InputSources,
): boolean {
  const inputs = createInputs(root, sources, recorded);
  const isSame = Object.entries(recorded).every(
    ([name, [, digest]]) => !isVolatile(name) && inputs.digestOf(name) === digest,
  );
  const files = Object.entries(outputs);
  if (!isSame || readManifest(out)?.files.length !== files.length) return false;
  return files.every(([file, state]) => isAsWritten(join(out, file), state));
}

/** Digests of the files in `content/` that the last plain build of a site read, by path; empty if there was none. */
export function filesOfLastBuild(root: string): ReadonlyMap<string, string> {
  const last = existsSync(storeFolder(root)) ? readLastBuild(openSiteStore(root), plainGraphName(root)) : undefined;
  const files = Object.entries(last?.inputs ?? {}).filter(([name]) => name.startsWith("file:content/"));
  return new Map(files.map(([name, [, digest]]) => [name.slice("file:".length), digest]));
}
