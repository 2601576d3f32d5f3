import type { TaskDef } from "../engine/task.ts";
import { inParallel } from "../shared/parallel.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";
import { segmentsOf } from "../site/outputs/search-tasks.ts";
import { openSiteEngine, type SiteEngine } from "../site/site-engine.ts";
import type { BuildSummary } from "./last-build.ts";
import type { BuildInput } from "./make-site.ts";
import { openSharing, type Shard } from "./sharing.ts";

/** Results made concurrently: enough to keep all highlighting threads busy. */
const RESULTS_AT_ONCE = 128;

/** Makes the results of a shard and writes them to the shared store. Writes no output. @throws Error without a store */
export async function makeShard({ root, jobs, shared, ...input }: BuildInput, shard: Shard): Promise<BuildSummary> {
  const { store, graph, sources, stage } = input;
  if (shared === undefined) throw new Error("a shard needs a store");
  const faults: Problem[] = [];
  const sharing = openSharing(shared);
  const onFault = (fault: Problem) => faults.push(fault);
  const site = openSiteEngine({ root, ...sources, store, shared: sharing.results, graph, jobs, onFault });
  try {
    const tasksOf = await stage("read", () => shardTasks(site));
    const groups = await stage("look up", () => sharing.begin(site, { of: shard, others: [...tasksOf.keys()] }));
    let pages = 0;
    await stage("pages", async () => {
      for (const { name, keys } of groups) {
        // Results that can't be stored would be made in vain.
        if (!sharing.remote.canWrite()) break;
        const runs = keys.map((key) => async () => {
          for (const task of tasksOf.get(key) ?? []) await site.engine.digest(task, key);
          if (tasksOf.get(key)?.includes(site.tasks.pages.html)) pages++;
        });
        await inParallel(runs, RESULTS_AT_ONCE);
        void sharing.results.flush(name);
      }
    });
    await site.end();
    const problems = sortProblems([...site.engine.problems(), ...faults]);
    const warnings = await stage("share", sharing.end);
    return { pages, files: 0, bytes: 0, problems: [...problems, ...warnings] };
  } finally {
    await site.close();
  }
}

/** The tasks that shards run, by key. Files with content of all pages are left to the final build. */
async function shardTasks({ engine, overview, outputs, tasks }: SiteEngine) {
  const tasksOf = new Map<string, TaskDef<unknown>[]>();
  const put = (key: string, task: TaskDef<unknown>) => tasksOf.set(key, [...(tasksOf.get(key) ?? []), task]);
  for (const { name } of (await engine.get(overview, "")).locales) {
    for (const kind of outputs.all.filter(({ phase = "files" }) => phase !== "files")) {
      for (const { key } of await engine.get(kind.files, name)) {
        put(key, kind.task as TaskDef<unknown>);
        if (kind === outputs.pages) put(key, tasks.pages.facts as TaskDef<unknown>);
      }
    }
    for (const [key] of segmentsOf((await engine.get(tasks.site, name)).plan)) {
      put(key, tasks.search.segment as TaskDef<unknown>);
      put(key, tasks.search.contents as TaskDef<unknown>);
    }
  }
  return tasksOf;
}
