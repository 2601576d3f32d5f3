import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { checkLibraries, type SampleOutcome } from "../samples/check-libraries.ts";
import { checkSamples } from "../samples/check-samples.ts";
import { Failure } from "../shared/failure.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { alignedRows, count } from "../shared/text.ts";
import { type Lifecycle, stoppable } from "./lifecycle.ts";
import { addCommonOptions, addStrict, type CommonOptions, examples, jobsOf, siteRootOf } from "./options.ts";
import { pc, type Shown, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { openProgress, withProgress } from "./progress.ts";
import { countProblems, exitCodeFor, formatPosition, printBlock, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly update?: boolean;
  readonly library?: readonly string[];
  readonly timeZone?: string;
  readonly jobs?: string;
}

/** Adds `docgen check-samples`. */
export function addCheckSamples(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("check-samples")))
    .description("run the samples in pages, compare their output, and check the syntax of other code")
    .argument("[page...]", "pages to check, by path or route (default: all)")
    .option("--update", "rewrite output fences and kept files that differ from what samples print and write")
    .option(
      "--library <spec...>",
      "run them with other versions of the library, and check since= and until= of samples",
    )
    .option("--time-zone <name>", "with --library: run them in this time zone (default: UTC)")
    .option("--jobs <n>", "number of samples to run at a time (default: one per core)")
    .option("--json", "print one JSON object on standard output")
    .addHelpText(
      ...examples(
        "README.md",
        "check-samples",
        "check-samples /docs/guide/read --update",
        "check-samples --library xlsx@0.18.5 xlsx@0.17.5",
      ),
    )
    .action(task(run));
}

async function run(pages: readonly string[], options: Options): Promise<number> {
  if (options.update === true && options.library !== undefined) {
    throw new Failure(2, "--update can't be combined with --library: pages show what the site's own version prints");
  }
  checkTimeZone(options);
  const root = siteRootOf(options);
  const jobs = jobsOf(options.jobs, availableParallelism(), Number.POSITIVE_INFINITY, "samples; use 1 or more");
  if (options.library !== undefined) return compareLibraries(root, pages, options.library, jobs, options);
  return stoppable(async (signal) => {
    const progress = openProgress({ verbose: options.verbose, isQuiet: options.json === true });
    const times = new Map<string, number>();
    const work = checkSamples({
      root,
      pages,
      update: options.update ?? false,
      jobs,
      signal,
      stages: progress,
      onRun: (run) => {
        times.set(run.path, (times.get(run.path) ?? 0) + run.seconds);
        if (options.verbose === true) writeErr(`${run.path}:${run.line}  ${run.seconds.toFixed(3)} s`);
      },
    });
    const { run, cached, parsed, updates, written, problems, seconds } = await work.finally(progress.end);
    for (const { comparison, ...position } of updates) {
      writeErr(shown`${pc.bold(formatPosition(position))}  ${pc.green("updated")}`);
      printBlock(comparison);
    }
    for (const path of written) writeErr(shown`${pc.bold(path)}  ${pc.green("written")}`);
    if (options.json === true) writeJson(JSON.stringify({ checked: run + parsed, problems }));
    else {
      printProblems(problems, root);
      const done = `${count(run, "sample")} run (${cached} from the cache), ${parsed} parsed`;
      const summary = `${done}, ${count(problems.length, "problem")} in ${seconds.toFixed(1)} s`;
      writeOut(paintFor(problems)(summary));
      progress.slowest(times);
    }
    return exitCodeFor(problems, options.strict);
  });
}

function checkTimeZone({ timeZone, library }: Options): void {
  if (timeZone === undefined) return;
  if (library === undefined) throw new Failure(2, "--time-zone: requires --library");
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw new Failure(2, `--time-zone: unknown time zone "${timeZone}"; use a name such as Asia/Tokyo`);
  }
}

/** Runs samples with other versions of the library. Several make a table of the samples that differ between them. */
async function compareLibraries(
  root: string,
  pages: readonly string[],
  specs: readonly string[],
  jobs: number,
  options: Options,
): Promise<number> {
  return stoppable(async (signal) => {
    const { timeZone } = options;
    const checked = await withProgress(options, options.json === true, (stages) =>
      checkLibraries({ root, pages, specs, jobs, timeZone, signal, stages }),
    );
    const { libraries, samples, problems, seconds } = checked;
    const totals = libraries.map((library, index) => {
      const total = (outcome: SampleOutcome) => samples.filter(({ outcomes }) => outcomes[index] === outcome).length;
      const [passes, fails] = [total("passes"), total("fails")];
      return { ...library, passes, fails, skipped: total("skipped"), needless: total("needless") };
    });
    if (options.json === true) writeJson(JSON.stringify({ libraries: totals, samples, problems }));
    else {
      printProblems(problems, root);
      const differing = samples.filter(({ outcomes }) => new Set(outcomes).size > 1);
      const names = libraries.map(({ name, version }) => `${name} ${version}`);
      const rows = differing.map(({ path, line, outcomes }) => [`${path}:${line}`, ...outcomes]);
      if (rows.length > 0) for (const line of alignedRows([["sample", ...names], ...rows])) writeOut(line);
      for (const { name, version, passes, fails, skipped, needless } of totals) {
        const skips = `${skipped} skipped${needless === 0 ? "" : `, ${needless} with a needless mark`}`;
        writeOut(shown`${name} ${version}: ${passes} passed, ${fails} failed, ${skips}`);
      }
      const summary = `${count(samples.length, "sample")}, ${count(problems.length, "problem")} in ${seconds.toFixed(1)} s`;
      writeOut(paintFor(problems)(summary));
    }
    return exitCodeFor(problems, options.strict);
  });
}

function paintFor(problems: readonly Problem[]): (text: string) => Shown {
  return hasErrors(problems) ? pc.red : countProblems(problems) === "" ? pc.green : pc.yellow;
}
