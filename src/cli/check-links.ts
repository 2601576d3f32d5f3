import type { Command } from "commander";
import { hasErrors } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { pc } from "./colours.ts";
import { addCommonOptions, type CommonOptions, onStageOf, rootOf } from "./options.ts";
import { countProblems, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly format: string;
}

export function addCheckLinks(program: Command): void {
  addCommonOptions(program.command("check-links"))
    .description("find links, anchors and pictures that lead nowhere")
    .option("--format <format>", "text or json", "text")
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { Failure } = await import("../shared/failure.ts");
  if (!["text", "json"].includes(options.format)) {
    throw new Failure(2, `--format: "${options.format}" is not known; choose text or json`);
  }
  const { checkSiteLinks } = await import("../build/check-links.ts");
  const { checked, problems } = await checkSiteLinks({ root: rootOf(options), drafts: false }, onStageOf(options));
  if (options.format === "json") console.log(JSON.stringify({ checked, problems }));
  else {
    printProblems(problems);
    const found = countProblems(problems);
    const summary = `${count(checked, "link")} checked, ${found === "" ? "none broken" : found}`;
    console.log(found === "" ? pc.green(summary) : pc.red(summary));
  }
  if (hasErrors(problems)) process.exitCode = 1;
}
