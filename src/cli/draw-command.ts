import type { Command } from "commander";
import { drawDiagrams } from "../samples/draw-diagrams.ts";
import { count } from "../shared/text.ts";
import { type Lifecycle, stoppable } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, siteRootOf } from "./options.ts";
import { pc, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { printProblems } from "./report.ts";

/** Adds `docgen draw`. */
export function addDraw(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("draw"))
    .description("draw the diagrams of pages in advance, into content/_diagrams; needs Chromium on this machine")
    .option("--all", "also redraw diagrams that have a drawing")
    .action(task(run));
}

function run(options: CommonOptions & { readonly all?: boolean }): Promise<number> {
  const root = siteRootOf(options);
  return stoppable(async (signal) => {
    const progress = openProgress({ verbose: options.verbose, isQuiet: false });
    const work = drawDiagrams(root, options.all ?? false, signal, progress);
    const { drawn, kept, removed, problems } = await work.finally(progress.end);
    printProblems(problems, root);
    const failed = problems.length === 0 ? "" : `, ${problems.length} not drawn`;
    const summary = `${count(drawn, "diagram")} drawn, ${kept} kept, ${removed} removed${failed}`;
    writeOut(problems.length === 0 ? pc.green(summary) : pc.red(summary));
    return problems.length === 0 ? 0 : 1;
  });
}
