import type { Command } from "commander";
import { translate } from "../shared/translate.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, siteRootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { openProgress } from "./progress.ts";
import type { SiteSearchResult } from "./search-site.ts";

interface Options extends CommonOptions {
  readonly json?: boolean;
}

/** Adds `docgen search`. */
export function addSearch(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("search"))
    .description("search the site as a reader does")
    .argument("<query...>", "words to look for")
    .option("--json", "print one JSON object on standard output")
    .action(task(run));
}

async function run(words: readonly string[], options: Options): Promise<number> {
  const { searchSite } = await import("./search-site.ts");
  const query = words.join(" ");
  const progress = openProgress({ verbose: options.verbose, isQuiet: options.json === true });
  const answering = searchSite({ root: siteRootOf(options), drafts: false }, query, progress);
  const { results, corrected, missing, error } = await answering.finally(progress.end);
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
