import type { Command } from "commander";
import { translate } from "../shared/translate.ts";
import { pc } from "./colours.ts";
import { addCommonOptions, type CommonOptions, onStageOf, rootOf } from "./options.ts";

interface Options extends CommonOptions {
  readonly json?: boolean;
}

export function addSearch(program: Command): void {
  addCommonOptions(program.command("search"))
    .description("search the site as a reader does")
    .argument("<query...>", "words to look for")
    .option("--json", "print one JSON object on standard output")
    .action(run);
}

async function run(words: readonly string[], options: Options): Promise<void> {
  const { searchSite } = await import("../build/search-site.ts");
  const query = words.join(" ");
  const { results, corrected, missing, error } = await searchSite(
    { root: rootOf(options), drafts: false },
    query,
    onStageOf(options),
  );
  // Not among the results, so that `--json` stays one object of a known shape.
  if (error !== undefined)
    console.error(`${query}\n${" ".repeat(error.start)}^ ${translate({}, error.text, error.values)}`);
  if (corrected !== undefined) console.error(`Results for "${corrected.map(({ to }) => to).join(" ")}"`);
  if (missing !== undefined && results.length > 0) console.error(`Nothing found for "${missing.join(" ")}"`);
  if (options.json === true) return console.log(JSON.stringify({ query, results }));
  if (results.length === 0) return console.log("No results found.");
  for (const { route, pageTitle, sectionTitle, teaser } of results) {
    const title = pageTitle === sectionTitle ? pageTitle : `${pageTitle} > ${sectionTitle}`;
    console.log(`${pc.bold(title)}  ${pc.cyan(route)}\n    ${teaser}`);
  }
}
