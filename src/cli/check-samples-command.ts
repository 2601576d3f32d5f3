import type { Command } from "commander";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { type Lifecycle, stoppable } from "./lifecycle.ts";
import { addCommonOptions, addStrict, type CommonOptions, jobsOf, siteRootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { countProblems, exitCodeFor, formatPosition, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly update?: boolean;
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly jobs?: string;
}

/** Adds `docgen check-samples`. */
export function addCheckSamples(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("check-samples")))
    .description("run the samples in pages, compare their output, and check the syntax of other code")
    .argument("[page...]", "pages to check, by path or route (default: all)")
    .option("--update", "rewrite output fences that differ from the actual output")
    .option("--jobs <n>", "number of samples to run at a time (default: one per core)")
    .option("--json", "print one JSON object on standard output")
    .action(task(run));
}

async function run(pages: readonly string[], options: Options): Promise<number> {
  const root = siteRootOf(options);
  const jobs = jobsOf(options.jobs, Number.POSITIVE_INFINITY, "samples; use 1 or more");
  const { checkSamples } = await import("../samples/check-samples.ts");
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
    const { run, cached, parsed, updates, problems, seconds } = await work.finally(progress.end);
    for (const { comparison, ...position } of updates) {
      writeErr(shown`${pc.bold(formatPosition(position))}  ${pc.green("updated")}`);
      printBlock(comparison);
    }
    if (options.json === true) writeJson(JSON.stringify({ checked: run + parsed, problems }));
    else {
      printWithBlocks(problems, root);
      const done = `${count(run, "sample")} run (${cached} from the cache), ${parsed} parsed`;
      const summary = `${done}, ${count(problems.length, "problem")} in ${seconds.toFixed(1)} s`;
      const paint = hasErrors(problems) ? pc.red : countProblems(problems) === "" ? pc.green : pc.yellow;
      writeOut(paint(summary));
      progress.slowest(times);
    }
    return exitCodeFor(problems, options.strict);
  });
}

/** Prints problems; a hint of several lines, which is a diff, is printed as a block below. */
function printWithBlocks(problems: readonly Problem[], root: string): void {
  for (const problem of problems) {
    const { hint, ...rest } = problem;
    if (hint?.includes("\n") !== true) printProblems([problem], root);
    else {
      printProblems([rest]);
      printBlock(hint);
    }
  }
}

function printBlock(text: string): void {
  for (const line of text.split("\n")) writeErr(shown`    ${line.startsWith("!") ? pc.yellow(line) : line}`);
}
