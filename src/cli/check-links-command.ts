import type { Command } from "commander";
import type { LinkReport } from "../checker/check-site.ts";
import { checkSiteLinks } from "../checker/check-site.ts";
import { formatDiff, formatGithub, formatJson, formatSarif } from "../checker/formats.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, addStrict, type CommonOptions, formatOption, siteRootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { countProblems, exitCodeFor, formatPosition, oneLine } from "./report.ts";

interface Options extends CommonOptions {
  readonly format: string;
  readonly external?: boolean;
  readonly fix?: boolean;
  readonly redirect?: boolean;
  readonly strict?: boolean;
}

/** Adds `docgen check-links`. */
export function addCheckLinks(program: Command, { task }: Lifecycle): void {
  addStrict(addCommonOptions(program.command("check-links")))
    .description("find broken links, anchors and images")
    .option("--external", "also check links to other sites")
    .option("--fix", "rewrite links whose new target is certain, keep ids of renamed headings, and show the changes")
    .option("--redirect", "with --fix: write redirects for pages that were renamed")
    .addOption(formatOption(["text", "json", "github", "sarif"]))
    .action(task(run, (problems) => ({ checked: 0, problems })));
}

async function run(options: Options, command: Command): Promise<number> {
  const { external = false, fix = false, redirect = false } = options;
  if (redirect && !fix) throw new Failure(2, "--redirect: requires --fix");
  const progress = openProgress({ verbose: options.verbose, isQuiet: options.format !== "text" });
  const work = checkSiteLinks({ root: siteRootOf(options), external, fix, redirect, stages: progress });
  const isText = options.format === "text";
  const report = await work.finally(progress.end);
  if (report.fixed.length > 0) (isText ? writeOut : writeErr)(formatDiff(report.fixed));
  printRedirects(report);
  if (isText) printText(report);
  else if (options.format === "json") writeJson(formatJson(report));
  else if (options.format === "sarif") writeJson(formatSarif(report, command.parent?.version() ?? ""));
  else if (report.groups.length > 0) writeOut(formatGithub(report));
  return exitCodeFor(severitiesOf(report), options.strict);
}

function printRedirects({ redirects }: LinkReport): void {
  for (const { entries, path } of redirects) {
    const where = path === undefined ? "Add to redirects in site.config.ts:" : `Written into ${path}:`;
    writeErr(shown`${where}\n${entries.map((entry) => `  ${entry}`).join("\n")}`);
  }
}

function severitiesOf({ groups }: Pick<LinkReport, "groups">): Pick<Problem, "severity">[] {
  return groups.map(({ level }) => ({ severity: level === "error" ? "error" : "warning" }));
}

function printText({ checked, groups, fixed, unsure }: LinkReport): void {
  for (const { code, level, message, hint, places } of groups) {
    const [position, ...others] = places;
    const severity = level === "error" ? pc.red("error") : pc.yellow("warning");
    writeErr(shown`${pc.bold(formatPosition(position))}  ${severity}  ${oneLine(message)}  ${pc.dim(`[${code}]`)}`);
    if (hint !== undefined) writeErr(shown`    ${pc.dim("hint:")} ${hint}`);
    for (const other of others) writeErr(shown`    ${pc.dim("also:")} ${formatPosition(other)}`);
  }
  const rewritten = fixed.reduce((sum, { lines }) => sum + lines.length, 0);
  if (rewritten > 0) writeOut(`${count(rewritten, "line")} rewritten in ${count(fixed.length, "file")}`);
  const problems = countProblems(severitiesOf({ groups }));
  const doubt = unsure === 0 ? "" : `, ${unsure} that other sites did not let docgen check`;
  const summary = `${count(checked, "link")} checked, ${problems === "" ? "none broken" : problems}${doubt}`;
  writeOut(problems === "" ? pc.green(summary) : pc.red(summary));
}
