import { existsSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { IGNORED } from "../content/scan.ts";
import { createHighlighter } from "../highlight/highlighter.ts";
import { isFileInside } from "../scaffold/copy-files.ts";
import { slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { infoOf } from "../shared/file-info.ts";
import { lineAt } from "../shared/line-at.ts";
import { readRegular } from "../shared/regular-file.ts";
import { escapePattern } from "../shared/text.ts";
import { PAGE_TEMPLATE } from "../site/pages/template-file.ts";
import { type Docusaurus, inside, readDocusaurus, type Value } from "./docusaurus.ts";
import { boundaryOf, isReadable, listTree, localesOf, OUTSIDE, pageMounts } from "./layout.ts";
import { STATIC, staticPath } from "./locate.ts";
import { foreignSources, pageTemplate } from "./page-head.ts";
import { planPages } from "./plan-pages.ts";
import type { Note } from "./rewriting.ts";
import { moduleRunner, type RunModules } from "./run-modules.ts";
import { readSidebars } from "./sidebars.ts";
import { configText, siteConfig } from "./site-config.ts";
import { copyStyles } from "./style-sheets.ts";
import { putTranslations } from "./translations.ts";

/** A file of the new site: its text, or the file to copy. */
export type PlannedFile = { readonly text: string } | { readonly copyOf: string };

/** A note with the path of its file, relative to the Docusaurus site. */
export interface FileNote extends Note {
  readonly path: string;
}

/** The docgen site that a Docusaurus site becomes. */
export interface Migration {
  /** Files by path, relative to the new root. */
  readonly files: ReadonlyMap<string, PlannedFile>;
  /** Value of its configuration. */
  readonly config: Value;
  readonly notes: readonly FileNote[];
  readonly pages: number;
  /** Number of lines in the pages. */
  readonly lines: number;
}

/** Context shared by the parts of a migration. */
export interface Job {
  readonly root: string;
  readonly boundary: string;
  readonly docusaurus: Docusaurus;
  readonly run: RunModules;
  readonly put: (path: string, file: PlannedFile) => void;
  readonly note: (path: string, note: Note) => void;
  /** Whether there is a file that is really inside the boundary; one that a link leads out of it to is reported. */
  readonly hasFile: (path: string) => boolean;
  /** Adds a note about a file as a whole. */
  readonly tell: (path: string, kind: Note["kind"], message: string) => void;
}

/** What is said of a module that asks for more than its process may do. */
const REFUSED =
  "docgen lets it read only the repository and node_modules, and no folder there that holds a link out of them";

const CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs"].map((ending) => `docusaurus.config.${ending}`);

/**
 * Reads a Docusaurus site and plans the docgen site that it becomes. Nothing is written.
 *
 * @param from absolute path of the folder with `docusaurus.config.js`
 * @throws Failure (exit code 2) if there is no such site, or its configuration can't be read
 */
export async function planMigration(from: string): Promise<Migration> {
  const root = infoOf(from)?.isDirectory() === true ? realpathSync(from) : from;
  const config = CONFIGS.find((name) => existsSync(join(root, name)));
  if (config === undefined)
    throw new Failure(2, `${from}: holds no docusaurus.config.js or .ts; name the folder of a Docusaurus site`);
  const boundary = boundaryOf(root);
  const path = join(root, config);
  if (!isFileInside(path, boundary)) throw new Failure(2, `${config}: ${OUTSIDE}; put the file itself in its place`);
  const { files, notes, ...tools } = openJob(root, boundary);
  const { tell, note } = tools;
  const report = (message: string) => tell(config, "hand", message);
  const docusaurus = checked(readDocusaurus(await readConfig(path, tools.run), root), root, boundary, report);
  const job: Job = { ...tools, docusaurus };
  copyStatics(job);
  const mounts = pageMounts(root, docusaurus);
  const sidebars = await readSidebars(job);
  const styles = copyStyles(job);
  const pages = await planPages(job, mounts, sidebars);
  await putTranslations(job, localesOf(docusaurus.config.i18n), sidebars, codeOf(files));
  const template = pageTemplate(docusaurus, styles.foreign);
  if (template !== undefined) job.put(PAGE_TEMPLATE, { text: template });
  const source = readRegular(path).toString("utf8");
  const facts = {
    ...pages.facts,
    sidebars,
    sources: foreignSources(textsOf(files)),
    customCss: [...new Set([...styles.customCss, ...pages.facts.customCss])],
    hasBlog: mounts.some(({ kind, to }) => kind === "blog" && to === "content/blog"),
    knowsLanguage: createHighlighter(async () => []).knows,
  };
  const made = siteConfig(docusaurus, facts, (kind, key, message) =>
    note(config, { kind, line: lineOfKey(source, key), message: `${key} ${message}` }),
  );
  // docgen generates this file if there are redirects.
  if (made.redirects !== undefined && files.delete(`${STATIC}/_redirects`))
    tell("static/_redirects", "hand", "is left out: name its addresses in redirects of site.config.ts");
  job.put("site.config.ts", { text: configText(made) });
  job.put(".gitignore", { text: "node_modules/\nbuild/\n.docgen/\n" });
  return { files, config: made, notes, pages: pages.count, lines: pages.lines };
}

/** Starts a migration: its files and notes, which its parts add to. */
function openJob(root: string, boundary: string) {
  const files = new Map<string, PlannedFile>();
  const notes: FileNote[] = [];
  // Code and errors may have several lines, but a note has only one.
  const note: Job["note"] = (file, { message, ...one }) =>
    notes.push({ path: file, ...one, message: message.replace(/\s*\n\s*/g, " ") });
  const tell: Job["tell"] = (file, kind, message) => note(file, { line: 1, kind, message });
  const runner = moduleRunner(root, boundary);
  const run: RunModules = async (paths, config) => {
    const outcomes = await runner(paths, config);
    for (const [file, { refused = [] }] of outcomes)
      for (const what of refused)
        tell(slashedPath(root, file), "hand", `${what}: ${REFUSED}; see to what depends on it`);
    return outcomes;
  };
  const known = new Map<string, boolean>();
  const hasFile: Job["hasFile"] = (file) => {
    const isInside = known.get(file) ?? isFileInside(file, boundary);
    if (!isInside && !known.has(file) && infoOf(file)?.isFile() === true)
      tell(slashedPath(root, file), "hand", `${OUTSIDE}, and is left out`);
    known.set(file, isInside);
    return isInside;
  };
  const put: Job["put"] = (name, file) => files.set(name, file);
  return { root, boundary, files, notes, put, note, hasFile, tell, run };
}

/** The value of the configuration. @throws Failure (exit code 2) if it can't be read */
async function readConfig(path: string, run: RunModules): Promise<unknown> {
  const outcome = (await run([path], path)).get(path) ?? { fault: "gives nothing" };
  if ("exports" in outcome) return outcome.exports;
  const [what] = outcome.refused ?? [];
  const why = what === undefined ? outcome.fault : `${what}: ${REFUSED}; write the value that it needs into it`;
  throw new Failure(2, `${basename(path)}: ${why}`);
}

/** The code of all React pages. */
function codeOf(files: ReadonlyMap<string, PlannedFile>): string {
  return [...files].map(([path, file]) => ("text" in file && path.endsWith(".tsx") ? file.text : "")).join("\n");
}

/** Texts of files that may load something from other sites: pages, modules, style sheets. */
function* textsOf(files: ReadonlyMap<string, PlannedFile>): Generator<string> {
  for (const [path, file] of files)
    if (/\.(?:mdx?|[jt]sx|css|html)$/.test(path))
      yield "text" in file ? file.text : readRegular(file.copyOf).toString("utf8");
}

/** Removes sets of pages that docgen has no place for, or that are outside the boundary. */
function checked(docusaurus: Docusaurus, root: string, boundary: string, report: (message: string) => void) {
  const seen = new Set<string>();
  const sets = docusaurus.sets.filter(({ kind, folder, target }) => {
    const name = `${kind} in ${folder}`;
    if (!isReadable(join(root, folder), root, boundary))
      report(`${name}: ${OUTSIDE} or holds the site, and is left out`);
    else if (kind !== "docs" && seen.has(kind)) {
      const what = kind === "blog" ? "blog" : "folder of pages";
      report(`${name}: is left out, as docgen has one ${what}: move it among the docs`);
    } else if (!seen.has(target)) return seen.add(target).add(kind);
    return false;
  });
  return { ...docusaurus, sets };
}

const ASSETS =
  "is site-assets/, as docgen has assets/ for itself: pages and settings follow; see to other sites' links and code of components";

function copyStatics(job: Job): void {
  const { root, docusaurus, put, tell } = job;
  for (const name of docusaurus.staticFolders.map((one) => inside(one, root))) {
    const folder = join(root, name);
    const files = listTree(folder, job, (own) => IGNORED.test(own));
    for (const file of files) put(`${STATIC}/${staticPath(file)}`, { copyOf: join(folder, file) });
    if (files.some((file) => staticPath(file) !== file)) tell(`${name}/assets`, "hand", ASSETS);
  }
}

function lineOfKey(source: string, key: string): number {
  const name = key.slice(key.lastIndexOf(".") + 1);
  return lineAt(source, source.search(new RegExp(`\\b${escapePattern(name)}\\b`)));
}
