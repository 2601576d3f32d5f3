import { hash } from "node:crypto";
import { existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { digestFile } from "../engine/digest-file.ts";
import { createInputs, type InputSources, isVolatile, type KnownInputs } from "../engine/inputs.ts";
import { NO_STORE, openStore, type ResultStore } from "../engine/result-store.ts";
import { isAsWritten, type OutputStates } from "../output/file-state.ts";
import { readManifest } from "../output/manifest.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { digestJson } from "../shared/digest.ts";
import { foldersUp } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import { RUNTIME_FOLDERS, TOOL_ROOT } from "../shared/tool-root.ts";
import { refsKey, repositoryKey } from "../site/inputs/repository.ts";
import type { SiteOptions } from "../site/model/site.ts";
import type { SiteEngine } from "../site/site-engine.ts";

/** Name of the graph of `docgen serve` in the store. */
export const SERVE_GRAPH = "serve";

/** Prefix of the names of graphs of builds. */
const BUILD = "build-";

/** Options that the results of a build depend on. */
export interface GraphOptions {
  readonly out: string;
  readonly drafts: boolean;
  readonly baseUrl: string | undefined;
  readonly compress: boolean;
}

/** Name of a build's graph in the store. */
export function graphName({ out, drafts, baseUrl, compress }: GraphOptions): string {
  return BUILD + digestJson(out, drafts, baseUrl, compress, process.env.NODE_ENV);
}

/** Name of the graph of a site's plain build: into `build/`, without options. */
export function plainGraphName(root: string): string {
  return graphName({ out: join(root, "build"), drafts: false, baseUrl: undefined, compress: false });
}

/** Folder of a site's stored results. */
export function storeFolder(root: string): string {
  return join(root, WORK_FOLDER, "cache");
}

/** Opens a site's store of results. */
export function openSiteStore(root: string): ResultStore {
  return openStore(storeFolder(root), toolKey());
}

/** What results depend on besides files and variables: given by all commands, as they share results. */
export function siteSources({ root, drafts, baseUrl }: SiteOptions): Required<InputSources> {
  const states = { repository: () => repositoryKey(root), refs: () => refsKey(root) };
  return { settings: { drafts, baseUrl, folder: process.cwd() }, states };
}

/** Whether a damaged store may be the cause of an error: not if the site or the machine is at fault. */
export function mayBeCausedByStore(error: unknown): boolean {
  return !(error instanceof Failure || (error instanceof Error && "syscall" in error));
}

/** How a command reads a site. */
export interface SiteReading extends SiteOptions {
  /** Name of the command's graph; empty if it reads only some pages, so that a graph of all isn't replaced. */
  readonly graph: string;
  /** Further options that results depend on. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly onFault?: (problem: Problem) => void;
  /** Root of the site whose store is used, and created; default: that of this site, if it has one. */
  readonly storeOf?: string;
  /** Names of the graphs to start from, the best first; default: the command's own and those of builds, by age. */
  readonly startFrom?: readonly string[];
  /** Number of threads that highlight code; default: none, and code stays plain. */
  readonly jobs?: number;
}

/**
 * Reads a site for a command that makes no output: with the results of the last build, or of the command itself if those
 * are newer, and stores what it has made. A site that has no store gets none; one that holds something unusable is left
 * out.
 */
export async function readSite<T>(options: SiteReading, read: (site: SiteEngine) => Promise<T>): Promise<T> {
  const { root, graph, settings, onFault = () => {}, storeOf, startFrom, jobs } = options;
  const sources = siteSources(options);
  // A build of an unchanged site doesn't need it.
  const { openSiteEngine } = await import("../site/site-engine.ts");
  const readWith = async (store: ResultStore): Promise<T> => {
    const site = openSiteEngine({
      root,
      ...sources,
      settings: { ...sources.settings, ...settings },
      store,
      graph,
      startFrom: startFrom ?? [
        ...store.graphs().filter((name) => name === graph || name.startsWith(BUILD)),
        SERVE_GRAPH,
      ],
      onFault,
      ...(jobs !== undefined && { jobs }),
    });
    try {
      const result = await read(site);
      site.engine.save();
      return result;
    } finally {
      await site.close();
    }
  };
  const hasStore = storeOf !== undefined || existsSync(storeFolder(root));
  const store = hasStore ? openSiteStore(storeOf ?? root) : NO_STORE;
  try {
    return await readWith(store);
  } catch (error) {
    if (!mayBeCausedByStore(error)) throw error;
    return readWith(NO_STORE);
  }
}

/** Posts that a build leaves out until their dates. */
export interface WaitingPosts {
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

/** Files that results depend on besides the site's own: docgen's files, bundles and packages. */
const PARTS = ["package.json", "dist", ...RUNTIME_FOLDERS];

/** Cache key of this installation: docgen, its packages and Node. Compares files by size and time. */
export function toolKey(): string {
  return keyOf(process.version, (path, { size, mtimeMs }) => `${path} ${size} ${mtimeMs}`);
}

/** Cache key by file contents: the same on all machines with the same docgen, packages and major version of Node. */
export function portableToolKey(): string {
  return keyOf(process.versions.node.split(".", 1)[0] ?? "", digestFile);
}

function keyOf(version: string, stateOf: (path: string, info: Stats) => string): string {
  const states: string[] = [version];
  const add = (path: string) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info === undefined) return;
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else states.push(stateOf(path, info));
  };
  for (const part of PARTS) add(join(TOOL_ROOT, part));
  // npm's lists of installed packages.
  for (const folder of foldersUp(TOOL_ROOT)) add(join(folder, "node_modules/.package-lock.json"));
  return hash("sha1", states.join("\n")).slice(0, 16);
}
