import type { Command } from "commander";
import pc from "picocolors";
import { type CommonOptions, rootOf } from "./options.ts";

interface Options extends CommonOptions {
  readonly json?: boolean;
}

export function addSearch(program: Command): void {
  program
    .command("search")
    .description("search the site as a reader does")
    .argument("<query...>", "words to look for")
    .option("--root <dir>", "folder that holds site.config.ts", ".")
    .option("--json", "print one JSON object on standard output")
    .option("--verbose", "say how long each step takes")
    .action(run);
}

async function run(words: readonly string[], options: Options): Promise<void> {
  const { searchSite } = await import("../build/search-site.ts");
  const query = words.join(" ");
  const results = await searchSite({ root: rootOf(options), drafts: false }, query);
  if (options.json === true) return console.log(JSON.stringify({ query, results }));
  if (results.length === 0) return console.log("No results found.");
  for (const { route, pageTitle, sectionTitle, teaser } of results) {
    const title = pageTitle === sectionTitle ? pageTitle : `${pageTitle} > ${sectionTitle}`;
    console.log(`${pc.bold(title)}  ${pc.cyan(route)}\n    ${teaser}`);
  }
}
