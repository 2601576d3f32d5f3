import { existsSync } from "node:fs";
import { join } from "node:path";
import type { InputSources } from "../engine/inputs.ts";
import { NO_STORE, openStore, type ResultStore } from "../engine/result-store.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { digestJson } from "../shared/digest.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import { refsKey, repositoryKey } from "../site/inputs/repository.ts";
import type { SiteOptions } from "../site/model/site.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { toolKey } from "./tool-key.ts";

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
