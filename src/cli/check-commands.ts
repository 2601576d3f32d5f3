import type { Command } from "commander";
import { checkApi } from "../checker/check-api.ts";
import { checkFreshness } from "../checker/check-freshness.ts";
import { checkSiteLinks, type LinkReport } from "../checker/check-site.ts";
import { formatDiff, formatGithub, formatJson, formatSarif } from "../checker/formats.ts";
import { groupOfProblem } from "../links/group.ts";
import { Failure } from "../shared/failure.ts";
import { groupBy } from "../shared/group-by.ts";
import type { Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { type FormatOptions, formatOf, type Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, addFormat, addStrict, type CommonOptions, examples, siteRootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { withProgress } from "./progress.ts";
import { countProblems, exitCodeFor, formatPosition, oneLine, printProblems } from "./report.ts";

interface LinkOptions extends CommonOptions, FormatOptions {
  readonly external?: boolean;
  readonly fix?: boolean;
  readonly redirect?: boolean;
}

const LINK_EXAMPLES = ["check-links", "check-links --fix --redirect", "check-links --external --format github"];

/** Adds `docgen check-links`. */
export function addCheckLinks(program: Command, { task }: Lifecycle): void {
  addFormat(addStrict(addCommonOptions(program.command("check-links"))), ["text", "json", "github", "sarif"])
    .description("find broken links, anchors and images")
    .option("--external", "also check links to other sites")
    .option("--fix", "rewrite links whose new target is certain, keep ids of renamed headings, and show the changes")
    .option("--redirect", "with --fix: write redirects for pages that were renamed")
    .addHelpText(...examples("src/links/README.md", ...LINK_EXAMPLES))
    .action(task(runCheckLinks, (problems) => ({ checked: 0, problems })));
}

async function runCheckLinks(options: LinkOptions, command: Command): Promise<number> {
  const { external = false, fix = false, redirect = false } = options;
  if (redirect && !fix) throw new Failure(2, "--redirect: requires --fix");
  const root = siteRootOf(options);
  const format = formatOf(options);
  const isText = format === "text";
  const report = await withProgress(options, !isText, (stages) =>
    checkSiteLinks({ root, external, fix, redirect, stages }),
  );
  if (report.fixed.length > 0) (isText ? writeOut : writeErr)(formatDiff(report.fixed));
  printRedirects(report);
  if (isText) printText(report);
  else if (format === "json") writeJson(formatJson(report));
  else if (format === "sarif") writeJson(formatSarif(report, command.parent?.version() ?? ""));
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

interface ApiOptions extends CommonOptions, FormatOptions {
  readonly update?: boolean;
}

/** Adds `docgen check-api`. */
export function addCheckApi(program: Command, { task }: Lifecycle): void {
  addFormat(addStrict(addCommonOptions(program.command("check-api"))), ["text", "json", "github"])
    .description("compare pages with the type declarations of the library, and find what no page documents")
    .option("--update", "write what no page documents into api-debt.txt; a build then warns of anything else")
    .addHelpText(...examples("src/api/README.md", "check-api", "check-api --update", "check-api --format github"))
    .action(task(runCheckApi));
}

async function runCheckApi(options: ApiOptions): Promise<number> {
  const format = formatOf(options);
  const root = siteRootOf(options);
  const { names, undocumented, problems } = await withProgress(options, format !== "text", (progress) =>
    checkApi(root, options.update ?? false, progress),
  );
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

/** Adds `docgen check-freshness`. */
export function addCheckFreshness(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("check-freshness"))
    .description("list the pages that are due for a review, by owner")
    .option("--json", "print one JSON object on standard output")
    .addHelpText(...examples("src/config/README.md", "check-freshness", "check-freshness --json"))
    .action(task(runCheckFreshness));
}

async function runCheckFreshness(options: CommonOptions): Promise<number> {
  const root = siteRootOf(options);
  const { pages, undated, due, problems } = await withProgress(options, options.json === true, (progress) =>
    checkFreshness(root, progress),
  );
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
