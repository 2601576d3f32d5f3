import { basename, dirname, extname, join, resolve } from "node:path";
import type { Program } from "estree";
import { slug as githubSlug } from "github-slugger";
import { CATEGORY_FIELDS, CATEGORY_FILE } from "../content/category.ts";
import { isMapping, loadYaml, type Mapping, parseJson, parseYaml } from "../content/data-file.ts";
import { splitPrefix } from "../content/routes.ts";
import { digestJson } from "../shared/digest.ts";
import { contains, slashedPath } from "../shared/disk-path.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import type { Imported } from "./bindings.ts";
import { inside, record } from "./docusaurus.ts";
import { type SplitPage, splitPage, withTitle } from "./front-matter.ts";
import type { PageMount } from "./layout.ts";
import { addressOf, linkAddress, type Places, relativeTo, targetOf } from "./locate.ts";
import { createModules, type Modules } from "./modules.ts";
import { movedTags, readTags, type Tag, tagsBase, tagsOf } from "./page-tags.ts";
import { parseModule } from "./parse-page.ts";
import type { Job } from "./plan.ts";
import { rewritePage } from "./rewrite-page.ts";
import type { Surroundings } from "./rewriting.ts";
import { fileOf, type ModuleOutcome, runModules } from "./run-modules.ts";
import { SHIM } from "./shim.ts";
import type { SiteFacts } from "./site-config.ts";
import { listTree } from "./tree.ts";
import { type Compared, verify } from "./verify.ts";

/** What the pages of a site tell of it. */
export interface PlannedPages {
  readonly count: number;
  readonly lines: number;
  readonly facts: Pick<SiteFacts, "vars" | "components" | "customCss" | "redirects" | "hasMath">;
}

/** A page that is to be rewritten. */
interface PageTask {
  readonly source: string;
  readonly target: string;
  readonly contentRoot: string;
  readonly isPartial: boolean;
  /** How many partials with props lead to it. */
  readonly depth: number;
  readonly props?: Readonly<Record<string, unknown>> | undefined;
}

interface Work extends Job {
  readonly places: Places;
  readonly modules: ReadonlyMap<string, Imported>;
  readonly vars: Map<string, string>;
  readonly react: Modules;
  readonly tasks: Map<string, PageTask>;
  readonly tags: ReadonlyMap<string, Tag>;
  readonly redirects: Map<string, string>;
}

/** Larger pages are copied as they are. */
const MAX_PAGE = 1_000_000;
/** Generics in prose, such as `Array<string>`, look like tags that are not closed. */
const MAX_NESTING = 1_000;
/** Partials that give each other props may do so for ever. */
const MAX_DEPTH = 50;
const PAGE = /\.mdx?$/;
const CODE = /\.(?:[cm]?[jt]sx?|json)$/;

/** Rewrites all pages, and copies what stands beside them. */
export async function planPages(job: Job, mounts: readonly PageMount[]): Promise<PlannedPages> {
  const { root, boundary, docusaurus, put, note, tell } = job;
  const statics = docusaurus.staticFolders.map((name) => join(root, inside(name, root)));
  const adopt = (path: string) => {
    const name = `assets/${slashedPath(boundary, path).replace(/^(?:\.\.\/)+/, "")}`;
    put(`content/static/${name}`, { copyOf: path });
    return `/${name}`;
  };
  const places: Places = { root, boundary, mounts, statics, adopt };
  const tasks = new Map<string, PageTask>();
  const react: { source: string; target: string }[] = [];
  for (const mount of mounts) {
    const { files, faults } = listTree(mount.from, boundary);
    for (const { path, message } of faults) tell(`${slashedPath(root, mount.from)}/${path}`, "hand", message);
    const isOriginal = mount.kind === "docs" && !mount.to.startsWith("content/i18n/");
    const bare = isOriginal ? unindexed(files) : new Set<string>();
    for (const file of files) {
      const source = join(mount.from, file);
      const target = `${mount.to}/${file}`;
      const contentRoot = /^content\/(?:i18n\/[^/]+\/)?[^/]*versioned_docs$/.test(mount.to)
        ? join(mount.from, file.split("/")[0] ?? "")
        : mount.contentRoot;
      // A partial with props is written where it is included, once for each set of them.
      if (PAGE.test(file) && isGiven(source, file)) continue;
      if (PAGE.test(file))
        tasks.set(target, { source, target, contentRoot, isPartial: /(?:^|\/)_/.test(file), depth: 0 });
      else if (mount.kind === "pages" && CODE.test(file)) react.push({ source, target });
      else if (CATEGORY_FILE.test(basename(file))) putCategory(job, source, target, bare.delete(dirname(file)));
      else if (!/(?:^|\/)tags\.ya?ml$/.test(file) && !(mount.kind === "pages" && file.endsWith(".css")))
        put(target, { copyOf: source });
    }
    for (const folder of bare) {
      const text = `${JSON.stringify({ label: bareName(folder), link: null })}\n`;
      put(`${mount.to}/${folder}/_category_.json`, { text });
    }
  }
  for (const { id } of docusaurus.sets) copyVersionList(job, id);
  const modules = await readModules(job, [...tasks.values()]);
  const work: Work = {
    ...job,
    places,
    modules,
    vars: new Map(),
    react: createModules(job, places, (specifier, from) => {
      const found = resolveImport(specifier, from, { places, modules });
      if (found.kind !== "none") return found;
      const path = localPath(specifier, from, root);
      const file = path === undefined ? undefined : fileOf(path);
      const isCode = file !== undefined && contains(boundary, file) && CODE.test(file);
      return isCode ? { kind: "module", path: file, exports: {}, program: undefined } : found;
    }),
    tasks,
    tags: readTags(mounts.map(({ from }) => from)),
    redirects: new Map(),
  };
  const compared: Compared[] = [];
  let lines = 0;
  let hasMath = false;
  const routes = new Map<string, string>();
  for (const task of tasks.values()) {
    const done = planPage(task, work);
    if (done === undefined) continue;
    lines += done.text.split("\n").length;
    hasMath ||= /^\s*\$\$\s*$/m.test(done.text) && docusaurusHasMath(job);
    routes.set(task.target, done.text);
    if (done.compared !== undefined) compared.push(done.compared);
  }
  for (const page of react) planReactPage(page, work);
  const vars = Object.fromEntries(work.vars);
  for (const { path, ...found } of await verify(compared, vars, docusaurusHasMath(job))) note(path, found);
  return {
    count: tasks.size + react.length,
    lines,
    facts: {
      vars,
      components: Object.fromEntries(work.react.components),
      customCss: [...work.react.styles],
      redirects: work.redirects,
      hasMath,
    },
  };
}

function docusaurusHasMath({ docusaurus }: Job): boolean {
  return docusaurus.sets.some(({ options }) => JSON.stringify(options.remarkPlugins ?? "").includes("math"));
}

function copyVersionList({ root, put }: Job, id: string): void {
  const name = id === "default" ? "versions.json" : `${id}_versions.json`;
  if (infoOf(join(root, name))?.isFile() === true) put(`content/${name}`, { copyOf: join(root, name) });
}

/** A folder's name without its number. */
function bareName(folder: string): string {
  return splitPrefix(basename(folder)).name;
}

/** Folders of docs without a page of their own: Docusaurus has none for them, where docgen would make an index. */
function unindexed(files: readonly string[]): Set<string> {
  const docs = files.filter((file) => PAGE.test(file) && !/(?:^|\/)_/.test(file));
  const folders = new Set<string>();
  for (const file of docs) for (let at = dirname(file); at !== "."; at = dirname(at)) folders.add(at);
  for (const file of docs) {
    const folder = dirname(file);
    const names = ["index", "readme", bareName(folder).toLowerCase()];
    if (names.includes(basename(file).replace(PAGE, "").toLowerCase()) || /^version-[^/]+$/.test(folder))
      folders.delete(folder);
  }
  return folders;
}

/** `_category_.yml` → `_category_.json`, without keys that docgen has not. */
function putCategory({ root, put, tell }: Job, source: string, target: string, isBare: boolean): void {
  const text = readRegular(source).toString("utf8").replaceAll("\r\n", "\n");
  const parsed = source.endsWith(".json") ? parseJson(text) : parseYaml(text, loadYamlTyped);
  const path = slashedPath(root, source);
  if ("fault" in parsed || !isMapping(parsed.value)) {
    tell(path, "hand", "is no mapping and left out");
    return;
  }
  const { label = bareName(dirname(source)), link } = parsed.value;
  const hasIndex = isMapping(link) && link.type === "generated-index" && link.slug === undefined;
  const slug = `/category/${githubSlug(String(label))}`;
  const isUnlinked = isBare && link === undefined;
  const own = hasIndex ? { link: { ...link, slug } } : isUnlinked ? { link: null } : {};
  const entries = Object.entries({ ...parsed.value, ...own });
  const left = entries.flatMap(([key]) => (key in CATEGORY_FIELDS ? [] : [key]));
  const message = [
    source.endsWith(".json") ? "" : "is JSON",
    hasIndex ? `the index is at ${slug}, as before` : "",
    isUnlinked ? "the folder has no page, as before" : "",
    left.length > 0 ? `${left.join(", ")} is left out` : "",
  ].filter((part) => part !== "");
  if (message.length > 0) tell(path, "changed", message.join("; "));
  const kept = Object.fromEntries(entries.filter(([key]) => key in CATEGORY_FIELDS));
  put(target.replace(/\.ya?ml$/, ".json"), { text: `${JSON.stringify(kept, null, 2)}\n` });
}

/** YAML with numbers and booleans; docgen's own gives texts. */
function loadYamlTyped(text: string): unknown {
  const typed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(typed);
    if (isMapping(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, typed(one)]));
    if (value === "true" || value === "false") return value === "true";
    if (value === "null" || value === "~") return null;
    return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  };
  return typed(loadYaml(text));
}

interface DonePage {
  readonly text: string;
  readonly compared: Compared | undefined;
}

function planPage(task: PageTask, work: Work): DonePage | undefined {
  const { root, put, note, tell } = work;
  const path = slashedPath(root, task.source);
  const bytes = readRegular(task.source);
  const hand = (message: string) => {
    put(task.target, { copyOf: task.source });
    tell(path, "hand", message);
    return undefined;
  };
  if (bytes.length > MAX_PAGE) return hand("is larger than 1 MB and copied as it is");
  const whole = bytes.toString("utf8");
  if (whole.includes("\0") || whole.includes("\uFFFD")) return hand("is no text in UTF-8 and copied as it is");
  if (isNestedTooDeep(whole)) return hand("is nested too deep and copied as it is");
  const source = whole.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  try {
    const split = splitPage(path, source, work.tags);
    for (const one of split.notes) note(path, one);
    redirectTags(split, task, work);
    const site = surroundings(task, work);
    const isMdx = !path.endsWith(".md") || isMdxFormat(work, split.data);
    const { text, notes, reading, title } = rewritePage({
      text: split.body,
      firstLine: split.bodyLine,
      isMdx,
      isPost: setOf(task.target) === "blog" && !task.isPartial,
      hasMath: docusaurusHasMath(work),
      frontMatter: split.data,
      props: task.props,
      site,
    });
    for (const one of notes) note(path, one);
    const head = task.isPartial ? "" : withTitle(split, title, setOf(task.target), titleFor(task.target, work));
    if (head !== split.head && !task.isPartial)
      tell(path, "changed", "title and hide_title give the heading above the text that Docusaurus shows");
    const isSame =
      text === split.body &&
      split.notes.length === 0 &&
      (task.isPartial || head === split.head) &&
      source === whole &&
      !(task.isPartial && split.head !== "");
    if (isSame) put(task.target, { copyOf: task.source });
    else put(task.target, { text: head + text });
    return { text: source, compared: { path, body: text, firstLine: split.bodyLine, reading } };
  } catch (error) {
    return hand(`is copied as it is: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`);
  }
}

/** Whether a text would take a parser of MDX minutes: its time grows with the square of the depth. */
function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let most = 0;
  for (const [sign] of text.matchAll(/<\/?(?=[A-Za-z>])|\/>|[{}]/g)) {
    depth = Math.max(0, depth + (sign === "<" || sign === "{" ? 1 : -1));
    most = Math.max(most, depth);
  }
  return most > MAX_NESTING || /^(?:[ \t]*>){100}|^[ \t]{200}[ \t]*(?:[-*+]|\d+[.)])[ \t]/m.test(text);
}

function redirectTags({ data, head }: SplitPage, { source, target }: PageTask, work: Work): void {
  if ([data.draft, data.unlisted].some((flag) => flag === true || flag === "true")) return;
  const moved = movedTags(tagsOf(data, work.tags));
  const base = tagsBase(target, work.root, work.docusaurus);
  if (base !== undefined) for (const [from, to] of moved) work.redirects.set(base + from, base + to);
  else if (moved.length > 0)
    work.note(slashedPath(work.root, source), {
      line: 1 + head.split("\n").findIndex((line) => line.startsWith("tags")),
      kind: "hand",
      message: `the pages of tags move, ${moved.map((way) => way.join(" to ")).join(", ")}: name their addresses in redirects`,
    });
}

/** The title of a page that names none: of a page in `src/pages` that of the site, of others the name of the file. */
function titleFor(target: string, { docusaurus }: Job): string {
  if (setOf(target) === "pages") return String(docusaurus.config.title ?? "");
  return basename(target, extname(target));
}

/** What a page is to Docusaurus, by where it comes to stand. */
function setOf(target: string): "blog" | "pages" | "docs" {
  const name = /^content\/(?:i18n\/[^/]+\/)?(blog|pages)\//.exec(target)?.[1];
  return name === "blog" || name === "pages" ? name : "docs";
}

function isMdxFormat({ docusaurus }: Job, data: SplitPage["data"]): boolean {
  const own = record(data.mdx).format ?? data.format;
  const format = own ?? record(docusaurus.config.markdown).format;
  return format === undefined || format === "mdx";
}

function surroundings(task: PageTask, work: Work): Surroundings {
  const { places } = work;
  return {
    resolve: (specifier) => resolveImport(specifier, task.source, work),
    address: (path) => addressOf(path, task.target, places),
    link: (target) => linkAddress(target, task.source, task.target, task.contentRoot, places),
    variable: (name, value) => variable(work.vars, name, value),
    component: (name, path, exported) => {
      const isTag = /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/.test(name) && exported === "default";
      const module = isTag ? work.react.move(path) : undefined;
      return module !== undefined && work.react.register(name, module) ? name : undefined;
    },
    island: (code) => work.react.island(code, task.source),
    include: (path, props) => include(path, props, task, work),
  };
}

function resolveImport(
  specifier: string,
  from: string,
  { places, modules }: Pick<Work, "places" | "modules">,
): Imported {
  const bare = specifier.replace(/^.*!/, "");
  const path = localPath(bare, from, places.root);
  const file = path === undefined ? undefined : fileOf(path);
  if (file === undefined || !contains(places.boundary, file) || infoOf(file)?.isFile() !== true)
    return { kind: "none" };
  if (bare !== specifier) return { kind: "asset", path: file };
  if (PAGE.test(file)) return { kind: "partial", path: file };
  return CODE.test(file) ? (modules.get(file) ?? { kind: "none" }) : { kind: "asset", path: file };
}

function localPath(specifier: string, from: string, root: string): string | undefined {
  if (specifier.startsWith("@site/")) return join(root, specifier.slice(6));
  return /^\.{1,2}\//.test(specifier) ? resolve(dirname(from), specifier) : undefined;
}

function variable(vars: Map<string, string>, name: string, value: string): string {
  const own = name.replace(/\W/g, "_");
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? own : `${own}${number}`;
    const known = vars.get(candidate);
    if (known !== undefined && known !== value) continue;
    vars.set(candidate, value);
    return candidate;
  }
}

/** Whether a partial shows what it is given. */
function isGiven(path: string, name: string): boolean {
  return (
    /(?:^|\/)_/.test(name) &&
    (infoOf(path)?.size ?? MAX_PAGE) < MAX_PAGE &&
    /\{[^}]*\bprops\b/.test(readRegular(path).toString("utf8"))
  );
}

/** Where a partial comes to stand: with a name that begins with `_`, and apart for each set of props. */
function include(
  path: string,
  props: Readonly<Record<string, unknown>>,
  { target, contentRoot, depth }: PageTask,
  work: Work,
): string {
  const { places, tasks } = work;
  const hasProps = isGiven(path, "_");
  const own = targetOf(path, places);
  const folder = own === undefined ? `content/_partials/${slashedPath(places.boundary, dirname(path))}` : dirname(own);
  const bare = basename(path, extname(path)).replace(/^_?/, "_");
  const name = hasProps ? `${bare}--${digestJson(props).replace(/\W/g, "").slice(0, 6).toLowerCase()}` : bare;
  const file = `${folder}/${name}${extname(path)}`.replace(/\/\.\//g, "/");
  if (!tasks.has(file) && depth < MAX_DEPTH) {
    tasks.set(file, {
      source: path,
      target: file,
      contentRoot,
      isPartial: true,
      depth: depth + 1,
      ...(hasProps ? { props } : {}),
    });
  }
  return relativeTo(target, file);
}

/** Runs the modules that pages import values of, and reads their code. */
async function readModules({ root, boundary }: Job, tasks: readonly PageTask[]): Promise<Map<string, Imported>> {
  const paths = new Set<string>();
  const seen = new Set<string>();
  const scan = (source: string) => {
    if (seen.has(source) || (infoOf(source)?.size ?? 0) > MAX_PAGE) return;
    seen.add(source);
    for (const [, from = ""] of readRegular(source)
      .toString("utf8")
      .matchAll(/^\s*(?:import|export)\b[^;"']*?["']([^"'\n]+)["']|\bfrom\s*["']([^"'\n]+)["']/gm)) {
      const path = localPath(from, source, root);
      const file = path === undefined ? undefined : fileOf(path);
      if (file === undefined || !contains(boundary, file) || infoOf(file)?.isFile() !== true) continue;
      if (PAGE.test(file)) scan(file);
      else if (CODE.test(file)) paths.add(file);
    }
  };
  for (const { source } of tasks) scan(source);
  const outcomes = await runModules(root, boundary, [...paths]);
  const modules = new Map<string, Imported>();
  for (const path of paths)
    modules.set(path, {
      kind: "module",
      path,
      exports: exportsOf(outcomes.get(path), path),
      program: await programOf(path),
    });
  return modules;
}

function exportsOf(outcome: ModuleOutcome | undefined, path: string): Mapping {
  if (outcome === undefined || "fault" in outcome) return {};
  const own = record(outcome.exports);
  return path.endsWith(".json") || !("default" in own) ? { ...own, default: own.default ?? outcome.exports } : own;
}

async function programOf(path: string): Promise<Program | undefined> {
  if (path.endsWith(".json")) return undefined;
  try {
    const { transform } = await loadEsbuild();
    const { code } = await transform(readRegular(path).toString("utf8"), {
      loader: "tsx",
      jsx: "preserve",
      format: "esm",
    });
    return parseModule(code) as unknown as Program;
  } catch {
    // Not JavaScript: nothing is known of it.
    return undefined;
  }
}

function planReactPage({ source, target }: { source: string; target: string }, work: Work): void {
  const { root, put, tell } = work;
  const path = slashedPath(root, source);
  if (!/\.[jt]sx?$/.test(source)) {
    put(target, { copyOf: source });
    return;
  }
  const { text, lost } = work.react.rewrite(readRegular(source).toString("utf8"), source, target);
  if (text === undefined) {
    const message = `the page is left out: it imports ${lost.join(", ")}; write it anew in content/pages/ with docgen/theme`;
    tell(path, "hand", message);
    return;
  }
  tell(path, "changed", `is a page of docgen: parts of Docusaurus' theme come from ${SHIM}`);
  const [, quoted, braced] = /<Layout\s[^>]*?\btitle=(?:"([^"]+)"|\{["'`]([^"'`$]+)["'`]\})/.exec(text) ?? [];
  const title = quoted ?? braced ?? work.docusaurus.config.title ?? "";
  const end = /export const title\b/.test(text) ? "" : `\nexport const title = ${JSON.stringify(title)};\n`;
  put(target.replace(/\.[jt]sx?$/, ".tsx"), { text: text + end });
}
