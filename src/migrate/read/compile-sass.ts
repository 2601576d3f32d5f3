import { join } from "node:path";
import type { Job } from "../job.ts";
import { moduleExports, record } from "./config-values.ts";
import { listSilently } from "./list-tree.ts";

/** Matches style sheets that Sass compiles. */
export const SASS = /\.s[ac]ss$/;

/**
 * Style sheets in Sass as CSS, by absolute path: those of the configuration, and those that modules may import. Only
 * the compiler that is installed in the Docusaurus site can do that.
 */
export async function compileSass(job: Job): Promise<ReadonlyMap<string, string>> {
  const { root, docusaurus, ask, hasFile, noteFile } = job;
  const folders = ["src", ...docusaurus.sets.map(({ folder }) => folder)];
  const inSource = folders.flatMap((folder) =>
    listSilently(join(root, folder), job).map((file) => `${folder}/${file}`),
  );
  const whole = inSource.filter((path) => !/(?:^|\/)_[^/]*$/.test(path));
  const sheets = [...new Set([...docusaurus.styles, ...whole])].filter(
    (path) => SASS.test(path) && hasFile(join(root, path)),
  );
  if (sheets.length === 0) return new Map();
  const results = moduleExports(await ask({ sheets: sheets.map((path) => join(root, path)) }));
  const compiled = new Map<string, string>();
  for (const path of sheets) {
    const { css, fault } = record(results[join(root, path)]);
    if (typeof css === "string") compiled.set(join(root, path), css);
    else if (typeof fault === "string") noteFile(path, "hand", `Sass can't compile the style sheet: ${fault}`);
  }
  return compiled;
}
