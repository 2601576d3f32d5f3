import { join } from "node:path";
import type { Job } from "../job.ts";
import { record } from "./config-values.ts";
import { listTree } from "./list-tree.ts";

/** Matches style sheets that Sass compiles. */
export const SASS = /\.s[ac]ss$/;

/**
 * Style sheets in Sass as CSS, by absolute path: those of the configuration, and those that modules may import. Only
 * the compiler that is installed in the Docusaurus site can do that.
 */
export async function compileSass(job: Job): Promise<ReadonlyMap<string, string>> {
  const { root, configFile, docusaurus, run, hasFile, noteFile } = job;
  const folders = ["src", ...docusaurus.sets.map(({ folder }) => folder)];
  const inSource = folders.flatMap((folder) =>
    listTree(join(root, folder), { ...job, noteFile: () => {} }).map((file) => `${folder}/${file}`),
  );
  const sheets = [...new Set([...docusaurus.styles, ...inSource])].filter(
    (path) => SASS.test(path) && !/(?:^|\/)_[^/]*$/.test(path) && hasFile(join(root, path)),
  );
  if (sheets.length === 0) return new Map();
  const config = join(root, configFile);
  const outcome = (await run([config], config, { sheets: sheets.map((path) => join(root, path)) })).get(config);
  const results = outcome === undefined || "fault" in outcome ? {} : record(outcome.exports);
  const compiled = new Map<string, string>();
  for (const path of sheets) {
    const { css, fault } = record(results[join(root, path)]);
    if (typeof css === "string") compiled.set(join(root, path), css);
    else if (typeof fault === "string") noteFile(path, "hand", `Sass can't compile the style sheet: ${fault}`);
  }
  return compiled;
}
