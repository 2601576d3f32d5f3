import { existsSync } from "node:fs";
import { join } from "node:path";
import { clearStores, NO_STORE, openStore } from "../engine/result-store.ts";
import { takeLock } from "../output/lock.ts";
import { checkOutFolder } from "../output/out-folder.ts";
import { sweep } from "../output/sweep.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { digestJson } from "../shared/digest.ts";
import { Failure } from "../shared/failure.ts";
import { repositoryKey } from "../site/model/repository.ts";
import type { SiteOptions } from "../site/model/site.ts";
import { toolKey } from "../site/outputs/tool-key.ts";
import { isUnchanged, type Made, readLastBuild } from "./last-build.ts";
import { type OnStage, type Stage, type StageTime, stopwatch } from "./stages.ts";

export interface BuildOptions extends SiteOptions {
  /** Absolute path of the output folder. */
  readonly out: string;
  /** Whether results of earlier builds are used, and kept for later ones. */
  readonly cache: boolean;
  /** Threads for what can be shared out. */
  readonly jobs: number;
  /** Writes `.br` and `.gz` beside text files. */
  readonly compress?: boolean | undefined;
  /** Told of each stage as it ends. */
  readonly onStage?: OnStage | undefined;
}

export interface BuildResult extends Made {
  readonly seconds: number;
  readonly stages: readonly StageTime[];
}

/**
 * Builds a site. With an error in the content nothing is written and the old output stays. Where
 * nothing changed since the last build, nothing is done.
 *
 * @throws Failure for a faulty configuration, a refused output folder or a machine that can't
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const { stages, stage } = stopwatch(options.onStage);
  const cache = join(options.root, WORK_FOLDER, "cache");
  const done = (made: Made): BuildResult => ({ ...made, seconds: (performance.now() - started) / 1000, stages });
  try {
    return done(await buildOnce(options, stage));
  } catch (error) {
    if (!options.cache || !mayComeOfCache(error) || !existsSync(cache)) throw error;
    // An entry may have been changed by hand and sealed again: nothing tells but that it can't be used.
    clearStores(cache);
    const made = await buildOnce(options, stage);
    const message = `could not be used, and was made anew: ${error instanceof Error ? error.message : error}`;
    const place = { path: `${WORK_FOLDER}/cache`, line: 1, column: 1, code: "cache" };
    return done({ ...made, problems: [...made.problems, { ...place, severity: "warning", message }] });
  }
}

/** Whatever docgen says by an error of no kind of its own; not what the site or the machine is at fault for. */
function mayComeOfCache(error: unknown): boolean {
  return !(error instanceof Failure || (error instanceof Error && "syscall" in error));
}

async function buildOnce(options: BuildOptions, stage: Stage): Promise<Made> {
  const { root, out, drafts, baseUrl } = options;
  const work = join(root, WORK_FOLDER);
  const release = takeLock(work);
  try {
    // What a killed build has begun looks like nobody's.
    await sweep(out, work);
    checkOutFolder(out, root);
    const store = options.cache ? openStore(join(work, "cache"), toolKey()) : NO_STORE;
    const graph = digestJson(out, drafts, baseUrl, options.compress === true, process.env.NODE_ENV);
    const last = readLastBuild(store, graph);
    const surroundings = { settings: { drafts, baseUrl }, states: { repository: () => repositoryKey(root) } };
    if (last !== undefined && (await stage("compare", () => isUnchanged(last, root, out, surroundings)))) {
      return last.made;
    }
    const { makeSite } = await import("./make-site.ts");
    return await makeSite({ ...options, work, store, graph, surroundings, last, stage });
  } finally {
    release();
  }
}
