import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { type Command, Option } from "commander";
import { build } from "../builder/build.ts";
import type { StageTime } from "../builder/stages.ts";
import { type BuildTimes, formatTrace, timeByPage } from "../builder/timeline.ts";
import { baseUrlFault } from "../config/host-schema.ts";
import { splitKey } from "../engine/key.ts";
import { Failure } from "../shared/failure.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import { SPARE_CORES } from "../shared/parallel.ts";
import { hasErrors } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import {
  addCommonOptions,
  addStrict,
  type CommonOptions,
  checkFileOption,
  examples,
  jobsOf,
  siteRootOf,
} from "./options.ts";
import { isTerminal, pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { openProgress, type Progress } from "./progress.ts";
import { countProblems, exitCodeFor, formatBytes, printProblems } from "./report.ts";
import { type CacheOptions, checkStoreFolder, shardOf, storeOf } from "./store-options.ts";

/**
 * Lets the heap grow to twice the size of its live objects before a garbage collection, instead of V8's four times:
 * most objects of a build are short-lived, and of 2,000 pages only some 70 MiB are live at a time.
 */
const HEAP_GROWTH = "--heap-growing-percent=100";

/** Maximum number of threads. */
const MAX_JOBS = 256;
const COMPRESS = "write .br and .gz files next to text files, for hosts that serve them";

interface Options extends CommonOptions, CacheOptions {
  readonly out?: string;
  readonly baseUrl?: string;
  readonly drafts?: boolean;
  readonly jobs?: string;
  readonly compress?: boolean;
  readonly timeline?: string;
  readonly shard?: string;
}

/** Adds `docgen build`. */
export function addBuild(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("build")))
    .description("build the site into build/")
    .option("--out <dir>", "output folder (default: build/ in the root)")
    .option("--base-url <url>", "path where the site is served, instead of the configured one")
    .option("--no-cache", "don't read or write stored results")
    .option("--cache-url <url>", "server that shares results with other machines (Bazel's HTTP cache)")
    .option("--cache-dir <dir>", "folder that shares results with other machines")
    .option("--cache-read-only", "read shared results, but don't write any")
    .option("--shard <k/n>", "compute one of n parts of the shared results, without writing output")
    .option("--drafts", "also build drafts, and posts whose date is in the future")
    .option("--jobs <n>", "number of threads that highlight code (default: one per core, less one)")
    .addOption(new Option("--compress", COMPRESS).conflicts("shard"))
    .option("--timeline <file>", "write a trace of the build as JSON, which ui.perfetto.dev shows")
    .option("--json", "print one JSON object on standard output")
    .addHelpText(
      ...examples("src/output/README.md", "build", "build --base-url /docs/ --strict", "build --timeline times.json"),
    )
    .action(task(run, (errors) => ({ pages: 0, files: 0, bytes: 0, warnings: 0, errors, problems: errors })));
}

async function run(options: Options): Promise<number> {
  setFlagsFromString(HEAP_GROWTH);
  const root = siteRootOf(options);
  checkFileOption("--timeline", options.timeline, ".json");
  const isQuiet = options.json === true;
  const progress = openProgress({ verbose: options.verbose, isQuiet });
  const hasTimes = options.timeline !== undefined || (!isQuiet && isTerminal());
  const times: BuildTimes | undefined = hasTimes ? { runs: [], work: [] } : undefined;
  const shared = storeOf(options, process.env);
  const shard = shardOf(options, shared);
  const out = resolve(root, options.out ?? "build");
  checkStoreFolder(shared, root, out);
  const started = performance.now();
  const work = build({
    root,
    out,
    drafts: options.drafts ?? false,
    baseUrl: baseUrlOf(options.baseUrl),
    cache: options.cache,
    jobs: jobsOf(options.jobs, SPARE_CORES, MAX_JOBS, `threads; use a number from 1 to ${MAX_JOBS}`),
    compress: options.compress ?? false,
    stages: progress,
    times,
    shared,
    shard,
  });
  const { problems, pages, files, bytes, seconds, stages, waiting } = await work.finally(progress.end);
  const failed = hasErrors(problems);
  printProblems(problems, root);
  const counts = countProblems(problems);
  const size = options.shard === undefined ? formatBytes(bytes) : "";
  const summary = [count(pages, "page"), counts, size, `${seconds.toFixed(2)} s`].filter(Boolean).join(", ");
  if (options.json === true) {
    const errors = problems.filter(({ severity }) => severity === "error");
    const totals = { pages, files, bytes, warnings: problems.length - errors.length };
    const steps = stages.map(({ name, seconds }) => ({ name, seconds }));
    writeJson(JSON.stringify({ ...totals, errors, problems, waiting, seconds, stages: steps }));
  } else if (options.shard !== undefined) {
    writeOut(shown`${failed ? pc.red("Shard") : pc.green("Shard")} ${options.shard}: ${summary}`);
  } else if (failed) {
    writeErr(shown`${pc.red("Not built:")} ${counts}. The output folder is unchanged.`);
  } else {
    writeOut(shown`${pc.green("Built")} ${summary}`);
    if (waiting !== undefined) {
      const wait = waiting.posts === 1 ? "1 post waits" : `${waiting.posts} posts wait`;
      writeOut(shown`${wait} for a later build; next: ${waiting.path}, on ${waiting.day} (UTC)`);
    }
    if (isTerminal()) writeOut(pc.dim("docgen preview shows it"));
  }
  if (times !== undefined) await tellTimes(times, stages, started, { progress, file: options.timeline });
  return exitCodeFor(problems, options.strict);
}

/** Prints the slowest pages and writes the timeline, if requested. */
async function tellTimes(
  times: BuildTimes,
  stages: readonly StageTime[],
  started: number,
  { progress, file }: { readonly progress: Progress; readonly file: string | undefined },
): Promise<void> {
  const pathOf = (key: string) => splitKey(key).find((part) => part.startsWith("content/"));
  progress.slowest([...timeByPage(times.runs, pathOf)].map(([path, ms]) => [path, ms / 1000]));
  if (file === undefined) return;
  replaceOwnFile(
    file,
    formatTrace(times, stages, started, (key) => pathOf(key) ?? key),
  );
  writeErr(`The timeline is in ${file}`);
}

function baseUrlOf(url: string | undefined): string | undefined {
  const fault = url === undefined ? undefined : baseUrlFault(url);
  if (fault === undefined) return url;
  throw new Failure(2, `--base-url: "${url}" ${fault}`);
}
