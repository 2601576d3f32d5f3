import { existsSync } from "node:fs";
import { join } from "node:path";
import { clearStores, NO_STORE } from "../engine/result-store.ts";
import { takeLock } from "../output/lock.ts";
import { checkOutFolder } from "../output/manifest.ts";
import { recover } from "../output/recover.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { digestJson } from "../shared/digest.ts";
import { type BuildSummary, isUnchanged, readLastBuild } from "./last-build.ts";
import type { BuildOptions } from "./make-site.ts";
import { graphName, mayBeCausedByStore, openSiteStore, siteSources, storeFolder } from "./site-store.ts";
import { type Stage, type StageTime, stopwatch } from "./stages.ts";

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
  const cache = storeFolder(options.root);
  const done = (summary: BuildSummary): BuildResult => ({
    ...summary,
    seconds: (performance.now() - started) / 1000,
    stages,
  });
  try {
    return done(await buildOnce(options, stage));
  } catch (error) {
    if (!options.cache || !mayBeCausedByStore(error) || options.shard !== undefined || !existsSync(cache)) throw error;
    // The cache may contain a valid but unusable entry, e.g. one edited by hand: retry without it.
    clearStores(cache);
    // The damaged entry may be in the shared store.
    const summary = await buildOnce({ ...options, shared: undefined }, stage);
    const message = `was unusable and has been rebuilt: ${error instanceof Error ? error.message : error}`;
    const position = { path: `${WORK_FOLDER}/cache`, line: 1, column: 1, code: "cache" };
    return done({ ...summary, problems: [...summary.problems, { ...position, severity: "warning", message }] });
  }
}

async function buildOnce(options: BuildOptions, stage: Stage): Promise<BuildSummary> {
  const { root, out, drafts, baseUrl, shard } = options;
  const work = join(root, WORK_FOLDER);
  const sources = siteSources(options);
  if (shard !== undefined) {
    const { makeShard } = await import("./make-shard.ts");
    const graph = digestJson(shard, drafts, baseUrl);
    return makeShard({ ...options, store: openSiteStore(root), graph, sources, stage }, shard);
  }
  const lock = await takeLock(work);
  try {
    // Before `checkOutFolder`, which would reject a folder left half-written by a killed build.
    await recover(out, work);
    checkOutFolder(out, root);
    const store = options.cache ? openSiteStore(root) : NO_STORE;
    const graph = graphName({ out, drafts, baseUrl, compress: options.compress === true });
    const last = readLastBuild(store, graph);
    if (last !== undefined && (await stage("compare", () => isUnchanged(last, root, out, sources)))) {
      return last.summary;
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
