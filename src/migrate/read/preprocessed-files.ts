import { join } from "node:path";
import { infoOf } from "../../shared/file-info.ts";
import { count } from "../../shared/text.ts";
import type { Job } from "../job.ts";
import { moduleExports, pick, record } from "./config-values.ts";
import { listSilently } from "./list-tree.ts";
import { outsideFences } from "./mask-mdx.ts";
import { MAX_PAGE, PAGE } from "./page-files.ts";
import { readFileText } from "./read-data.ts";

/** Matches a line in the place of which remark-import-partial shows a file. */
const PARTIAL = /^([ \t>]*)\{@import\s+(\S+?)\s*\}[ \t]*$/;

/** A text that imports what it shows by remark-import-partial as MDX does; undefined if it shows nothing. */
function withPartials(text: string): string | undefined {
  const imports: string[] = [];
  const shown = outsideFences(text, (line) =>
    line.replace(PARTIAL, (_, indent: string, path: string) => {
      const name = `ImportedPartial${imports.length + 1}`;
      imports.push(`import ${name} from ${JSON.stringify(path.replace(/^(?![./])/, "./"))};\n`);
      return `${indent}<${name} />`;
    }),
  );
  return imports.length === 0 ? undefined : `${shown}\n\n${imports.join("")}`;
}

/**
 * Texts of pages as the site changes them before they are read, by path: by `markdown.preprocessor` and
 * `markdown.parseFrontMatter`, as pages contain what only these can replace, such as variables, and by
 * remark-import-partial. The others stay as they are.
 *
 * @param folders absolute paths of the folders with pages
 */
export async function preprocessPages(job: Job, folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { docusaurus } = job;
  const functions = Object.keys(pick(record(docusaurus.config.markdown), "preprocessor parseFrontMatter"));
  const hasPartials = JSON.stringify(docusaurus.sets).includes("remark-import-partial");
  if (functions.length === 0 && !hasPartials) return new Map();
  const pages = folders.flatMap((folder) =>
    listSilently(folder, job).flatMap((file) => (PAGE.test(file) ? [join(folder, file)] : [])),
  );
  const paths = [...new Set(pages)].filter((path) => (infoOf(path)?.size ?? MAX_PAGE) < MAX_PAGE);
  const changed = functions.length === 0 ? new Map<string, string>() : await applyFunctions(functions, paths, job);
  for (const path of hasPartials ? paths : []) {
    const text = withPartials(changed.get(path) ?? readFileText(path));
    if (text !== undefined) changed.set(path, text);
  }
  return changed;
}

/** Texts that functions of the configuration change, by path. @param functions keys of `markdown` */
async function applyFunctions(functions: readonly string[], paths: string[], job: Job): Promise<Map<string, string>> {
  const { configFile, ask, noteFile } = job;
  const name = functions.map((key) => `markdown.${key}`).join(" with ");
  const outcome = await ask({ pages: paths });
  if ("fault" in outcome) {
    noteFile(configFile, "hand", `${name} fails: ${outcome.fault}; write what it changes into the pages`);
    return new Map();
  }
  const changed = new Map(
    Object.entries(record(outcome.exports)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  noteFile(configFile, "changed", `${name} is applied to ${count(changed.size, "page")}`);
  return changed;
}

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
