import { existsSync } from "node:fs";
import { join } from "node:path";
import { clearStores, NO_STORE, openStore } from "../engine/result-store.ts";
import { takeLock } from "../output/lock.ts";
import { checkOutFolder } from "../output/out-folder.ts";
import { recover } from "../output/recover.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { digestJson } from "../shared/digest.ts";
import { Failure } from "../shared/failure.ts";
import { repositoryKey } from "../site/model/repository.ts";
import type { SiteOptions } from "../site/model/site.ts";
import { toolKey } from "../site/outputs/tool-key.ts";
import { type BuildSummary, graphName, isUnchanged, readLastBuild } from "./last-build.ts";
import type { Shard, StoreOptions } from "./sharing.ts";
import { type Stage, type StageEvents, type StageTime, stopwatch } from "./stages.ts";
import type { BuildTimes } from "./timeline.ts";

/** Options of a build. */
export interface BuildOptions extends SiteOptions {
  /** Absolute path of the output folder. */
  readonly out: string;
  /** Whether to use the stored results of earlier builds, and to store new ones. */
  readonly cache: boolean;
  /** Number of worker threads. */
  readonly jobs: number;
  /** Whether to write `.br` and `.gz` beside text files. */
  readonly compress?: boolean | undefined;
  /** Called at the beginning and end of stages. */
  readonly stages?: StageEvents | undefined;
  /** Collects the times of tasks and threads. Without it, they are not measured. */
  readonly times?: BuildTimes | undefined;
  /** Store of results that is shared with other machines. */
  readonly shared?: StoreOptions | undefined;
  /** Makes only this part of the results, for the shared store, and writes no output. */
  readonly shard?: Shard | undefined;
}

/** Summary of a build, with its duration in seconds. */
export interface BuildResult extends BuildSummary {
  readonly seconds: number;
  readonly stages: readonly StageTime[];
}

/**
 * Builds a site. If the content has errors, nothing is written and the old output stays. If nothing has changed since
 * the last build, nothing is done.
 *
 * @throws Failure for an invalid configuration, a rejected output folder or a machine error
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const { stages, stage } = stopwatch(options.stages);
  const cache = join(options.root, WORK_FOLDER, "cache");
  const done = (made: BuildSummary): BuildResult => ({
    ...made,
    seconds: (performance.now() - started) / 1000,
    stages,
  });
  try {
    return done(await buildOnce(options, stage));
  } catch (error) {
    if (!options.cache || !mayBeCausedByCache(error) || options.shard !== undefined || !existsSync(cache)) throw error;
    // The cache may contain a valid but unusable entry, e.g. one edited by hand: retry without it.
    clearStores(cache);
    // The damaged entry may be in the shared store.
    const made = await buildOnce({ ...options, shared: undefined }, stage);
    const message = `was unusable and has been rebuilt: ${error instanceof Error ? error.message : error}`;
    const place = { path: `${WORK_FOLDER}/cache`, line: 1, column: 1, code: "cache" };
    return done({ ...made, problems: [...made.problems, { ...place, severity: "warning", message }] });
  }
}

/** Whether a damaged cache may be the cause of an error: not if the site or the machine is at fault. */
function mayBeCausedByCache(error: unknown): boolean {
  return !(error instanceof Failure || (error instanceof Error && "syscall" in error));
}

async function buildOnce(options: BuildOptions, stage: Stage): Promise<BuildSummary> {
  const { root, out, drafts, baseUrl, shard } = options;
  const work = join(root, WORK_FOLDER);
  const sources = { settings: { drafts, baseUrl }, states: { repository: () => repositoryKey(root) } };
  if (shard !== undefined) {
    const { makeShard } = await import("./make-shard.ts");
    const store = openStore(join(work, "cache"), toolKey());
    return makeShard({ ...options, shard, store, graph: digestJson(shard, drafts, baseUrl), sources, stage });
  }
  const lock = await takeLock(work);
  try {
    // Before `checkOutFolder`, which would reject a folder left half-written by a killed build.
    await recover(out, work);
    checkOutFolder(out, root);
    const store = options.cache ? openStore(join(work, "cache"), toolKey()) : NO_STORE;
    const graph = graphName({ out, drafts, baseUrl, compress: options.compress === true });
    const last = readLastBuild(store, graph);
    if (last !== undefined && (await stage("compare", () => isUnchanged(last, root, out, sources)))) {
      return last.made;
    }
    const { makeSite } = await import("./make-site.ts");
    return await makeSite({ ...options, work, store, graph, sources, last, lock, stage });
  } catch (error) {
    // Whoever has taken over the lock has removed the files of this build: that would be reported otherwise.
    lock.check();
    throw error;
  } finally {
    lock.release();
  }
}
