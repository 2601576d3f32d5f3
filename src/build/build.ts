import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FoundFile } from "../content/walk.ts";
import { takeLock } from "../output/lock.ts";
import { checkOutFolder } from "../output/out-folder.ts";
import { sweep } from "../output/sweep.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import type { Problem } from "../shared/problem.ts";
import { type BuildRecord, keyOf, PAGE_KIND, readRecord } from "./cache/record.ts";
import { lastLook, lookAt } from "./cache/snapshot.ts";
import { clearStores, NO_STORE, openStore } from "./cache/store.ts";
import { isUnchanged } from "./cache/unchanged.ts";
import { createHelper } from "./helper.ts";
import { createHighlightPool } from "./highlight-pool.ts";
import { likelyCode } from "./likely-code.ts";
import { lookAtOutputs } from "./look-at-outputs.ts";
import type { SiteOptions } from "./site.ts";
import { type OnStage, type StageTime, stopwatch } from "./stages.ts";
import { toolKey } from "./tool-key.ts";
import { collectOften } from "./v8.ts";

/** With fewer files threads start when there is code for them: each takes memory and its time. */
const WORTH_WARMING = 20;
/** From so many bytes of pages on what is alive is little of what was made, and highlighting is what the rest waits for. */
const MUCH = 3_000_000;

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

export interface BuildResult {
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly Problem[];
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
  try {
    return await buildOnce(options);
  } catch (error) {
    const cache = join(options.root, WORK_FOLDER, "cache");
    if (!options.cache || !isOwnFault(error) || !existsSync(cache)) throw error;
    // An entry may have been changed by hand and sealed again: nothing tells but that it can't be used.
    clearStores(cache);
    const result = await buildOnce(options);
    const message = `could not be used, and was made anew: ${error instanceof Error ? error.message : error}`;
    const place = { path: `${WORK_FOLDER}/cache`, line: 1, column: 1, code: "cache" };
    return { ...result, problems: [...result.problems, { ...place, severity: "warning", message }] };
  }
}

function isOwnFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

async function buildOnce(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const { root, out } = options;
  const { stages, stage } = stopwatch(options.onStage);
  const work = join(root, WORK_FOLDER);
  const helper = createHelper();
  const release = takeLock(work);
  const done = (result: BuildRecord["result"]): BuildResult => {
    return { ...result, seconds: (performance.now() - started) / 1000, stages };
  };
  try {
    // What a killed build has begun looks like nobody's.
    await sweep(out, work);
    checkOutFolder(out, root);
    const store = options.cache ? openStore(join(work, "cache"), toolKey(), helper.write) : NO_STORE;
    const name = keyOf(out, options.drafts, options.baseUrl, options.compress === true, process.env.NODE_ENV);
    const before = await stage("cache", () => readRecord(store, name));
    const looking = lookAtOutputs(out, before?.outputs ?? {});
    const look = await stage("look", () =>
      lookAt(root, lastLook(store), { others: Object.keys(before?.snapshot ?? {}) }),
    );
    if (before !== undefined && (await stage("compare", () => isUnchanged(before, look.snapshot, looking, options)))) {
      return done(before.result);
    }
    // This thread works, too: code of few pages is highlighted sooner by one thread less that is warmed up.
    const isSmall = bytesOfPages(look.content.files) < MUCH;
    const pool = createHighlightPool(isSmall ? Math.max(1, options.jobs - 1) : options.jobs);
    // The first build of a site highlights and writes everything: threads get ready while the rest is loaded.
    if (before === undefined && look.content.files.length >= WORTH_WARMING) {
      pool.warmUp(likelyCode(look.content.files));
      helper.startThread();
      store.expectMany(PAGE_KIND);
      if (!isSmall) collectOften();
    }
    try {
      const { buildSite } = await import("./build-site.ts");
      const known = { work, store, name, before, looking, look };
      return done(await buildSite({ ...options, ...known, pool, helper, stage }));
    } finally {
      store.flush();
      await pool.close();
    }
  } finally {
    await helper.close();
    release();
  }
}

function bytesOfPages(files: readonly FoundFile[]): number {
  return files.reduce((sum, { path, bytes }) => (path.endsWith(".md") ? sum + bytes : sum), 0);
}
