import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isFileInside, slashedPath } from "../../shared/disk-path.ts";
import { Failure } from "../../shared/failure.ts";
import { infoOf } from "../../shared/file-info.ts";
import { count } from "../../shared/text.ts";
import type { ConfigQuestion, ContentSet, Docusaurus, Job, Lack, ModuleOutcome } from "../job.ts";
import { list, moduleExports, record, routeBaseOf, sitePath, texts, unknowns } from "./config-values.ts";
import { readDocusaurus } from "./docusaurus-config.ts";
import { boundaryOf, folderFault, listSilently, OUTSIDE } from "./list-tree.ts";
import { notRun } from "./module-paths.ts";
import { moduleRunner } from "./run-modules.ts";

/** Explains what modules may read. */
const REFUSED =
  "modules may read only the repository and node_modules, and no folder there with a link that leads outside";

const UNSET = "docgen uses the name of each as its value; replace these in site.config.ts";

const MISSING = "run the script that creates it, then migrate again";

/** Matches the beginnings of names of the components in Docusaurus' themes. */
export const THEME_PART =
  /^(?:Admonition|AnnouncementBar|BackToTop|Blog|Code(?:Block|Inline)|ColorMode|Content|Debug|Details|Doc(?:Breadcrumb|Card|Categ|Item|Pag|Root|Sidebar|Tag|Version|sRoot|sVersion)|Edit|Error|Footer|Heading|Icon(?:$|[A-Z]|\/(?:Arrow|Close|Copy|DarkMode|Edit|ExternalLink|Home|Language|LightMode|Menu|Socials|Success|SystemColorMode|WordWrap))|IdealImage|LastUpdated|Layout|Loading|Logo|MDX|Mermaid|Navbar|NotFound|Paginator|Playground|ReactLive|Root|Search|Seo|Site|Skip|Tab|TOC|Tag|Theme|Toggle|Unlisted|hooks|prism-|use[A-Z])/;

const CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs"].map((ending) => `docusaurus.config.${ending}`);

/**
 * Reads the configuration of a Docusaurus site, and begins its migration.
 *
 * @param from absolute path of the folder with `docusaurus.config.js`
 * @throws Failure (exit code 2) if there is no such site, or its configuration can't be read
 */
export async function openJob(from: string): Promise<Job> {
  const root = infoOf(from)?.isDirectory() === true ? realpathSync(from) : from;
  const configFile = CONFIGS.find((name) => existsSync(join(root, name)));
  if (configFile === undefined)
    throw new Failure(2, `${from}: contains no docusaurus.config.js or .ts; specify the folder of a Docusaurus site`);
  const boundary = boundaryOf(root);
  const path = join(root, configFile);
  if (!isFileInside(path, boundary)) throw new Failure(2, `${configFile}: ${OUTSIDE}; replace the link with the file`);
  const tools = createTools(root, boundary, path);
  const value = await readConfig(configFile, tools);
  const { plugins, themes: named } = record(value);
  const hasPlugins = unknowns(plugins).length + unknowns(named).length > 0;
  const fromPlugins = hasPlugins ? moduleExports(await tools.ask("plugins")) : {};
  addAliases(fromPlugins.aliases, tools);
  const loaders = list(fromPlugins.loaders).flatMap(({ test, names }) =>
    ENDINGS.test(String(test))
      ? [{ test: new RegExp(String(test)), names: String(names).replaceAll(`${root}/`, "./") }]
      : [],
  );
  const passed = "kept the redirects that plugins of the site pass to plugin-client-redirects";
  if (list(fromPlugins.redirects).length > 0) tools.noteFile(configFile, "changed", passed);
  const docusaurus = readDocusaurus(value, root, fromPlugins);
  const themes = [
    join(root, "src/theme"),
    ...texts(fromPlugins.themes).map((path) => join(root, sitePath(path, root))),
  ];
  const job = { ...tools, loaders, themes, configFile, docusaurus: supported(docusaurus, configFile, tools) };
  // Components that a site adds to the theme, where modules import them from.
  for (const theme of themes.toReversed())
    for (const [name = ""] of listSilently(theme, job).map((file) => /^(?:Icon\/)?[^./]+/.exec(file) ?? []))
      if (!THEME_PART.test(name)) tools.aliases.set(`@theme/${name}`, join(theme, name));
  return job;
}

/** Matches patterns of endings of files, which take little time to match. */
const ENDINGS = /^\\\.[\w|?:()]+\$$/;

type Tools = Omit<Job, "configFile" | "docusaurus" | "loaders" | "themes"> & { readonly aliases: Map<string, string> };

/** Adds the names that plugins give to the site's own folders in imports; those of packages aren't needed. */
function addAliases(all: unknown, { root, aliases }: Tools): void {
  for (const [name, target] of Object.entries(record(all))) {
    const isPath = typeof target === "string" && /^(?:\.|@site\/|[\\/]|\w:)/.test(target);
    if (isPath && !/[\\/]node_modules(?:[\\/]|$)/.test(target))
      aliases.set(name.replace(/\$$/, ""), join(root, sitePath(target, root)));
  }
}

/** @param config absolute path of the configuration */
function createTools(root: string, boundary: string, config: string): Tools {
  const aliases: Tools["aliases"] = new Map();
  const files: Job["files"] = new Map();
  const notes: Job["notes"] = [];
  const noted = new Set<string>();
  const note: Job["note"] = (path, { line, kind, message }) => {
    // Code and errors may have several lines, but a note has only one.
    const text = message.replace(/\s*\n\s*/g, " ");
    const identity = JSON.stringify([path, line, kind, text]);
    // A partial is rewritten for each set of props, with the same notes.
    if (!noted.has(identity)) notes.push({ path, line, kind, message: text });
    noted.add(identity);
  };
  const noteFile: Job["noteFile"] = (path, kind, message) => note(path, { line: 1, kind, message });
  const runner = moduleRunner(root, boundary, aliases, config);
  const run = async (paths: readonly string[], question?: ConfigQuestion): Promise<Map<string, ModuleOutcome>> => {
    const outcomes = await runner.run(paths, question);
    // Plugins may prepare work that only a build needs.
    if (question === "plugins") return outcomes;
    for (const [path, { refused = [], missing = [], variables = [], lacks = [] }] of outcomes) {
      if (variables.length > 0)
        noteFile(
          slashedPath(root, path),
          "hand",
          `needs ${count(variables.length, "environment variable")} (${variables.join(", ")}): ${UNSET}`,
        );
      for (const what of refused)
        noteFile(slashedPath(root, path), "hand", `${what}: ${REFUSED}; check what depends on it`);
      // Components that lack a file are told where they are moved.
      for (const what of /\.[jt]sx$/.test(path) ? [] : missing)
        noteFile(slashedPath(root, path), "hand", `there is no ${what.replace(`${root}/`, "./")}: ${MISSING}`);
      for (const { what, from, remedy } of lacks)
        noteFile(slashedPath(root, path), "hand", `${what} ${notRun(from, { root, hasFile })}, ${remedy}`);
    }
    return outcomes;
  };
  const checked = new Map<string, boolean>();
  const hasFile: Job["hasFile"] = (path) => {
    const isInside = checked.get(path) ?? isFileInside(path, boundary);
    if (!isInside && !checked.has(path) && infoOf(path)?.isFile() === true)
      noteFile(slashedPath(root, path), "hand", `${OUTSIDE} and is not migrated`);
    checked.set(path, isInside);
    return isInside;
  };
  const put: Job["put"] = (path, file) => files.set(path, file);
  const ask: Job["ask"] = async (question) => (await run([config], question)).get(config) ?? { fault: "has no result" };
  const data = { root, boundary, aliases, files, notes, waiting: new Map<string, readonly Lack[]>() };
  return { ...data, put, note, hasFile, noteFile, run, runCode: runner.runCode, ask };
}

/** The value of the configuration. @throws Failure (exit code 2) if it can't be read */
async function readConfig(configFile: string, { ask }: Tools): Promise<unknown> {
  const outcome = await ask();
  if ("exports" in outcome) return outcome.exports;
  const [what] = outcome.refused ?? [];
  const why = what === undefined ? outcome.fault : `${what}: ${REFUSED}; write the value into the configuration`;
  throw new Failure(2, `${configFile}: ${why}`);
}

const SECOND_PAGES = "is not migrated: docgen reads the pages at one URL from one folder only; move them to the docs";

/** Leaves out sets of pages that docgen has no folder for, or that are outside the boundary. */
function supported(docusaurus: Docusaurus, configFile: string, { root, boundary, noteFile }: Tools): Docusaurus {
  const report = (message: string) => noteFile(configFile, "hand", message);
  const seen = new Set<string>();
  const sets = docusaurus.sets.filter(({ kind, folder, target }) => {
    const name = `${kind} in ${folder === "" ? "." : folder}`;
    const isOwn = kind === "docs" && folder === "";
    const fault = isOwn ? undefined : folderFault(join(root, folder), root, boundary);
    if (fault !== undefined) report(`${name}: ${fault}`);
    else if (kind === "pages" && seen.has(target)) report(`${name}: ${SECOND_PAGES}`);
    else if (!seen.has(target)) return seen.add(target);
    return false;
  });
  const moved = (message: string) => noteFile(configFile, "changed", message);
  return { ...docusaurus, sets: sets.map((set, index) => withOwnAddress(set, sets.slice(0, index), moved)) };
}

/** A set of docs with an address of its own, below the one that it shares with an earlier set. */
function withOwnAddress(
  set: ContentSet,
  earlier: readonly ContentSet[],
  report: (message: string) => void,
): ContentSet {
  const base = routeBaseOf(set);
  if (set.kind !== "docs" || !earlier.some((other) => other.kind === "docs" && routeBaseOf(other) === base)) return set;
  const routeBasePath = `${base}/${set.id}`.replace(/^\//, "");
  report(`docs in ${set.folder}: moved to /${routeBasePath}, with redirects: docgen has one set of docs at /${base}`);
  return { ...set, options: { ...set.options, routeBasePath }, movedFrom: base };
}
