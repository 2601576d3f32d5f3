import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Failure } from "../shared/failure.ts";
import { hasErrors } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import type { Ending } from "./ending.ts";
import { addCommonOptions, type CommonOptions, onStageOf, rootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { countProblems, formatBytes, printProblems } from "./report.ts";

/** More threads than any machine has cores. */
const MAX_JOBS = 256;

interface Options extends CommonOptions {
  readonly out?: string;
  readonly baseUrl?: string;
  readonly cache: boolean;
  readonly drafts?: boolean;
  readonly jobs?: string;
  readonly compress?: boolean;
  readonly json?: boolean;
}

export function addBuild(program: Command, { task }: Ending): void {
  addCommonOptions(program.command("build"))
    .description("build the site into build/")
    .option("--out <dir>", "output folder (default: build/ below the root)")
    .option("--base-url <url>", "path where the site is served, instead of the configured one")
    .option("--no-cache", "neither read nor write results kept from earlier builds")
    .option("--drafts", "build pages marked as drafts too")
    .option("--jobs <n>", "threads to work in (default: one per core)")
    .option("--compress", "write .br and .gz beside text files, for hosts that send them")
    .option("--json", "print one JSON object on standard output")
    .action(task(run));
}

async function run(options: Options): Promise<number> {
  const root = rootOf(options);
  const { build } = await import("../builder/build.ts");
  const result = await build({
    root,
    out: resolve(root, options.out ?? "build"),
    drafts: options.drafts ?? false,
    baseUrl: baseUrlOf(options.baseUrl),
    cache: options.cache,
    jobs: jobsOf(options.jobs),
    compress: options.compress ?? false,
    onStage: onStageOf(options),
  });
  const { problems, pages, files, bytes, seconds, stages } = result;
  const failed = hasErrors(problems);
  printProblems(problems);
  const counts = countProblems(problems);
  if (options.json === true) {
    const errors = problems.filter(({ severity }) => severity === "error");
    writeJson(
      JSON.stringify({ pages, files, bytes, warnings: problems.length - errors.length, errors, seconds, stages }),
    );
  } else if (failed) {
    writeErr(shown`${pc.red("Not built:")} ${counts}. The output folder is as it was.`);
  } else {
    const parts = [count(pages, "page"), counts, formatBytes(bytes), `${seconds.toFixed(2)} s`];
    writeOut(shown`${pc.green("Built")} ${parts.filter((part) => part !== "").join(", ")}`);
  }
  return failed ? 1 : 0;
}

function jobsOf(given: string | undefined): number {
  if (given === undefined) return availableParallelism();
  const jobs = Number(given);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= MAX_JOBS) return jobs;
  throw new Failure(2, `--jobs: "${given}" is not a number of threads; give one from 1 to ${MAX_JOBS}`);
}

function baseUrlOf(given: string | undefined): string | undefined {
  if (given === undefined || (given.startsWith("/") && given.endsWith("/"))) return given;
  throw new Failure(2, `--base-url: "${given}" must begin and end with "/"`);
}
