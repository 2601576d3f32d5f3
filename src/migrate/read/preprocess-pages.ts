import { join } from "node:path";
import { count } from "../../shared/text.ts";
import type { Job } from "../job.ts";
import { record } from "./config-values.ts";

/**
 * Texts of pages as the site's `markdown.preprocessor` changes them, by path: pages contain what only it can replace,
 * such as variables. The others stay as they are.
 *
 * @param paths absolute paths of the pages
 */
export async function preprocessPages(
  { root, configFile, docusaurus, run, noteFile }: Job,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { preprocessor } = record(docusaurus.config.markdown);
  if (preprocessor === undefined) return new Map();
  const config = join(root, configFile);
  const outcome = (await run([config], config, { pages: paths })).get(config) ?? { fault: "has no result" };
  if ("fault" in outcome) {
    noteFile(configFile, "hand", `markdown.preprocessor is not applied: ${outcome.fault}`);
    return new Map();
  }
  const changed = new Map(
    Object.entries(record(outcome.exports)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  noteFile(configFile, "changed", `markdown.preprocessor is applied to ${count(changed.size, "page")}`);
  return changed;
}
