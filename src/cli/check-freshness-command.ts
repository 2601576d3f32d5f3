import type { Command } from "commander";
import { checkFreshness } from "../checker/check-freshness.ts";
import { groupBy } from "../shared/group-by.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, siteRootOf } from "./options.ts";
import { pc, shown, writeJson, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly json?: boolean;
}

/** Adds `docgen check-freshness`. */
export function addCheckFreshness(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("check-freshness"))
    .description("list the pages that are due for a review, by owner")
    .option("--json", "print one JSON object on standard output")
    .action(task(run));
}

async function run(options: Options): Promise<number> {
  const root = siteRootOf(options);
  const progress = openProgress({ verbose: options.verbose, isQuiet: options.json === true });
  const { pages, undated, due, problems } = await checkFreshness(root, progress).finally(progress.end);
  // Being due is no fault: nothing has to be corrected today.
  if (options.json === true) writeJson(JSON.stringify({ pages, undated, due, problems }));
  else {
    printProblems(problems, root);
    const groups = [...groupBy(due, ({ owner = "" }) => owner)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [owner, owned] of groups) {
      writeOut(pc.bold(owner || "no owner"));
      for (const { path, reasons } of owned) writeOut(shown`    ${path}  ${reasons.join("; ")}`);
    }
    const unknown = undated === 0 ? "" : `; ${undated} without a date`;
    writeOut(`${count(pages, "page")}, ${due.length} due${unknown}`);
  }
  return 0;
}
