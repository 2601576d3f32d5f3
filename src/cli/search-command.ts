import { resolve } from "node:path";
import type { Command } from "commander";
import { Failure } from "../shared/failure.ts";
import { count } from "../shared/text.ts";
import { translate } from "../shared/translate.ts";
import { checkSearch } from "./check-search.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, siteRootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import { countProblems, exitCodeFor, printProblems } from "./report.ts";
import type { SearchOfSite, SiteSearchResult } from "./search-site.ts";
import { openSearch } from "./search-site.ts";

interface Options extends CommonOptions {
  readonly json?: boolean;
  readonly check?: string;
  readonly update?: boolean;
}

/** Adds `docgen search`. */
export function addSearch(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("search"))
    .description("search the site as a reader does")
    .argument("[query...]", "words to look for")
    .option("--check <file>", "run the queries in a file, and fail if a page ranks lower than the file says")
    .option("--update", "with --check: write the ranks into the file")
    .option("--json", "print one JSON object on standard output")
    .action(task(run));
}

async function run(words: readonly string[], options: Options): Promise<number> {
  const { check, update = false } = options;
  if (update && check === undefined) throw new Failure(2, "--update: requires --check");
  if ((words.length === 0) === (check === undefined)) throw new Failure(2, "give either a query or --check FILE");
  const root = siteRootOf(options);
  const progress = openProgress({ verbose: options.verbose, isQuiet: options.json === true });
  const search = await openSearch({ root, drafts: false }, progress).finally(progress.end);
  if (check !== undefined) return replay(search, { root, file: resolve(check), update, json: options.json });
  const query = words.join(" ");
  const { results, corrected, missing, error } = search.search(query);
  // Printed on standard error, so that `--json` stays one object.
  if (error !== undefined) writeErr(`${query}\n${" ".repeat(error.start)}^ ${translate({}, error.text, error.values)}`);
  if (corrected !== undefined) writeErr(`Results for "${corrected.map(({ to }) => to).join(" ")}"`);
  if (missing !== undefined && results.length > 0) writeErr(`Nothing found for "${missing.join(" ")}"`);
  if (options.json === true) writeJson(JSON.stringify({ query, results }));
  else if (results.length === 0) writeOut("No results found.");
  else for (const result of results) printResult(result);
  return 0;
}

function printResult({ route, pageTitle, sectionTitle, teaser }: SiteSearchResult): void {
  const title = pageTitle === sectionTitle ? pageTitle : `${pageTitle} > ${sectionTitle}`;
  writeOut(shown`${pc.bold(title)}  ${pc.cyan(route)}\n    ${teaser}`);
}

async function replay(
  search: SearchOfSite,
  { root, file, update, json }: { root: string; file: string; update: boolean; json: boolean | undefined },
): Promise<number> {
  const result = await checkSearch(root, file, search, update);
  const { queries, at1, at3, problems } = result;
  if (json === true) writeJson(JSON.stringify(result));
  else {
    printProblems(problems);
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
    const success = `answered by the first result: ${percent(at1)}, by one of the first three: ${percent(at3)}`;
    const found = countProblems(problems);
    // Shares of nothing say nothing.
    const answered = queries === 0 ? "no question could be read" : `${count(queries, "question")}, ${success}`;
    const summary = `${answered}${found === "" ? "" : `; ${found}`}`;
    writeOut(found === "" ? pc.green(summary) : pc.red(summary));
  }
  return exitCodeFor(problems, false);
}
