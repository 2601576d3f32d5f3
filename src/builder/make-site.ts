import { existsSync } from "node:fs";
import { dayOf, waitingPosts } from "../content/blog.ts";
import { ChangedDuringBuild, type InputSources } from "../engine/inputs.ts";
import { joinKey } from "../engine/key.ts";
import type { ResultStore } from "../engine/result-store.ts";
import type { Lock } from "../output/lock.ts";
import { openStaging, type Staging } from "../output/staging.ts";
import { slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { inParallel } from "../shared/parallel.ts";
import { hasErrors, type Problem, sortProblems } from "../shared/problem.ts";
import type { SiteOptions } from "../site/model/site.ts";
import { type OutputKind, outputPathOf } from "../site/output-kinds.ts";
import { type Overview, openSiteEngine, type SiteEngine } from "../site/site-engine.ts";
import { type BuildSummary, keepLastBuild, type LastBuild } from "./last-build.ts";
import { openSharing, type Shard, type Sharing, type StoreOptions } from "./sharing.ts";
import { SERVE_GRAPH } from "./site-store.ts";
import { stageCompressed } from "./stage-compressed.ts";
import { stageServiceWorker } from "./stage-service-worker.ts";
import type { Counter, Stage, StageEvents } from "./stages.ts";
import type { BuildTimes } from "./timeline.ts";

/** Files made concurrently: enough to keep all threads busy while the grammars load, few enough to hold in memory. */
const FILES_AT_ONCE = 128;

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
  readonly shared?: StoreOptions | undefined;
  /** Makes only this part of the results, for the shared store, and writes no output. */
  readonly shard?: Shard | undefined;
}

/** A build, and what its results depend on and are stored in. */
export interface BuildInput extends BuildOptions {
  readonly store: ResultStore;
  /** Name of the build's graph in the store. */
  readonly graph: string;
  readonly sources: InputSources;
  readonly stage: Stage;
}

interface MakeSiteInput extends BuildInput {
  /** Folder for temporary files. */
  readonly work: string;
  readonly last: LastBuild | undefined;
  /** Held while the site is built. */
  readonly lock: Lock;
}

/** Builds a site incrementally: only invalid results are made again. */
export async function makeSite(input: MakeSiteInput): Promise<BuildSummary> {
  const { root, out, work, lock, store, graph, sources, last, stage, times } = input;
  const faults: Problem[] = [];
  const written = new Map<string, string>();
  let staging: Staging | undefined;
  const sharing = input.shared && openSharing(input.shared);
  const site = openSiteEngine({
    root,
    ...sources,
    store,
    shared: sharing?.results,
    graph,
    startFrom: [graph, SERVE_GRAPH],
    jobs: input.jobs,
    onRun: times && ((run) => times.runs.push(run)),
    onWork: times && ((work) => times.work.push(work)),
    onFault: (fault) => faults.push(fault),
    readOutput: ({ def, key, digest }) => {
      const file = written.get(joinKey(def.name, key));
      const bytes = file === undefined ? undefined : staging?.read(file, digest);
      return def.isText === true ? bytes?.toString("utf8") : bytes;
    },
  });
  try {
    const overview = await stage("read", () => site.engine.get(site.overview, ""));
    const open = await openStaging({ out, work, before: last?.outputs ?? {}, baseUrl: overview.baseUrl, lock });
    staging = open;
    const pages = await makeAll(site, { root, staging: open, written, stage, sharing });
    const warnings = sharing === undefined ? [] : await stage("share", sharing.end);
    // The layout names the sources of problems.
    const { content } = await site.site();
    const problems = sortProblems([...site.engine.problems(), ...faults]);
    if (hasErrors(problems)) {
      // The results are kept, so that the next build only repeats what failed.
      site.engine.save();
      return { pages, files: 0, bytes: 0, problems: [...problems, ...warnings] };
    }
    const { bytes, states } = await stage("write", async () => {
      if (overview.hasWorker) await stageServiceWorker(site, overview, open);
      if (input.compress) await stageCompressed(open);
      return open.commit();
    });
    const posts = waitingPosts(content.drafts);
    const waiting = posts[0] && { posts: posts.length, path: posts[0].path, day: dayOf(posts[0]) };
    const summary: BuildSummary = { pages, files: Object.keys(states).length, bytes, problems, waiting };
    await stage("keep", () => {
      const inputs = site.engine.save();
      keepLastBuild(store, graph, { inputs, outputs: states, summary });
    });
    return { ...summary, problems: [...problems, ...warnings] };
  } finally {
    await site.close();
    await staging?.discard();
  }
}

interface Making {
  readonly root: string;
  readonly staging: Staging;
  /** Receives the path of each output file, by name and key of its task. */
  readonly written: Map<string, string>;
  readonly stage: Stage;
  readonly sharing: Sharing | undefined;
}

/** Makes and checks the files of all locales. @returns the number of pages */
async function makeAll(site: SiteEngine, { root, staging, written, stage, sharing }: Making): Promise<number> {
  const { engine, overview, tasks, outputs, checks, end } = site;
  const { locales } = await engine.get(overview, "");
  const filesOf = async (kind: OutputKind) => {
    return Promise.all(locales.map(async (locale) => ({ locale, files: await engine.get(kind.files, locale.name) })));
  };
  const pages = (await filesOf(outputs.pages)).flatMap(({ files }) => files);
  // Invalid names may be impossible to write; with errors, nothing will be committed anyway.
  const isFaulty = hasErrors(engine.problems());
  if (pages.length === 0 && !isFaulty) {
    const remedy = "add a Markdown file to content/docs/, or set the site's root with --root";
    throw new Failure(1, `content/ contains no pages; ${remedy}`);
  }
  if (sharing !== undefined && !isFaulty) await stage("look up", () => sharing.begin(site));
  const emit = async (file: string, kind: OutputKind, key: string) => {
    const digest = await engine.digest(kind.task, key);
    if (isFaulty || staging.keep(file, digest)) return;
    const data = await engine.output(kind.task, key);
    await staging.add(file, data, digest).catch((error: unknown) => {
      if (typeof data === "string" || data instanceof Uint8Array || existsSync(data.copyOf)) throw error;
      throw new ChangedDuringBuild(slashedPath(root, data.copyOf));
    });
  };
  const emitAll = async (kind: OutputKind, counter: Counter) => {
    const placed = new Map<string, string>();
    for (const { locale, files } of await filesOf(kind)) {
      for (const { file, key } of files) {
        const path = outputPathOf(file, locale, kind === outputs.pages);
        if (path === undefined || placed.has(path)) continue;
        placed.set(path, key);
        written.set(joinKey(kind.task.name, key), path);
      }
    }
    counter.expect(placed.size);
    // Most files are unchanged: waiting for each would take most of the time.
    const changed = [...placed].filter(([path, key]) => {
      const digest = engine.freshDigest(kind.task, key);
      const isKept = digest !== undefined && !isFaulty && staging.keep(path, digest);
      if (isKept) counter.done(path);
      return !isKept;
    });
    const emits = changed.map(([path, key]) => async () => {
      await emit(path, kind, key);
      counter.done(path);
    });
    await inParallel(emits, kind.task.isLarge === true ? 1 : FILES_AT_ONCE);
  };
  const inPhase = (wanted: OutputKind["phase"]) => outputs.all.filter(({ phase = "files" }) => phase === wanted);
  // The segments of the search indexes need only the texts of pages, so this thread makes them while it waits for code.
  const indexPages = async ({ name }: Overview["locales"][number]) => {
    const { plan } = await engine.get(tasks.site, name);
    for (const tag of plan.searchTags) await engine.digest(tasks.search.layout, joinKey(name, tag));
  };
  await stage("pages", (counter) => {
    return Promise.all([...inPhase("pages").map((kind) => emitAll(kind, counter)), ...locales.map(indexPages)]);
  });
  await stage("other files", (counter) => {
    const emitsOf = (kinds: readonly OutputKind[]) => kinds.map((kind) => () => emitAll(kind, counter));
    const small = inPhase("files").filter(({ task }) => task.isLarge !== true);
    const large = inPhase("files").filter(({ task }) => task.isLarge === true);
    const others = async () => {
      // Merging the search index takes the most memory, and needs none of these threads.
      await site.endPageThreads();
      await Promise.all([inParallel(emitsOf(small), small.length), inParallel(emitsOf(large), 1)]);
    };
    return Promise.all([...inPhase("pictures").map((kind) => emitAll(kind, counter)), others()]);
  });
  await stage("checks", async (counter) => {
    counter.expect(pages.length);
    for (const { name } of locales) for (const check of checks.ofSites) await engine.digest(check, name);
    for (const { key, file } of pages) {
      for (const check of checks.ofPages)
        if (engine.freshDigest(check, key) === undefined) await engine.digest(check, key);
      counter.done(file);
    }
  });
  await end();
  return pages.length;
}
