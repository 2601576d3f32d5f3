import type { Command } from "commander";
import { checkApi } from "../checker/check-api.ts";
import { formatGithub } from "../checker/formats.ts";
import { groupOfProblem } from "../links/group.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, addStrict, type CommonOptions, formatOption, siteRootOf } from "./options.ts";
import { pc, writeJson, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { countProblems, exitCodeFor, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly format: string;
  readonly json?: boolean;
  readonly update?: boolean;
  readonly strict?: boolean;
}

/** Adds `docgen check-api`. */
export function addCheckApi(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("check-api")))
    .description("compare pages with the type declarations of the library, and find what no page documents")
    .option("--update", "write what no page documents into api-debt.txt; a build then warns of anything else")
    .addOption(formatOption(["text", "json", "github"]))
    .option("--json", "print one JSON object on standard output")
    .action(task(run));
}

async function run(options: Options): Promise<number> {
  const format = options.json === true ? "json" : options.format;
  const root = siteRootOf(options);
  const progress = openProgress({ verbose: options.verbose, isQuiet: format !== "text" });
  const work = checkApi(root, options.update ?? false, progress);
  const { names, undocumented, problems } = await work.finally(progress.end);
  if (format === "json") writeJson(JSON.stringify({ names, undocumented, problems }));
  else if (format === "github") {
    if (problems.length > 0) writeOut(formatGithub({ groups: problems.map(groupOfProblem) }));
  } else {
    printProblems(problems, root);
    const counts = countProblems(problems);
    const missing = undocumented.length === 0 ? "all documented" : `${undocumented.length} not documented`;
    const summary = `${count(names, "name")} in the API and their parameters, ${missing}${counts === "" ? "" : `; ${counts}`}`;
    writeOut(counts === "" ? pc.green(summary) : pc.red(summary));
  }
  return exitCodeFor(problems, options.strict);
}
