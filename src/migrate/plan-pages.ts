import { basename, dirname, extname, join } from "node:path";
import { slug as githubSlug } from "github-slugger";
import { CATEGORY_FIELDS, CATEGORY_FILE } from "../content/category.ts";
import { isMapping, loadYaml, parseJson, parseYaml } from "../content/data-file.ts";
import { splitPrefix } from "../content/routes.ts";
import { relativePath } from "../links/rewrite.ts";
import { digestJson } from "../shared/digest.ts";
import { slashedPath } from "../shared/disk-path.ts";
import { infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import type { Imported } from "./bindings.ts";
import { inside, record } from "./docusaurus.ts";
import { type SplitPage, splitPage, withTitle } from "./front-matter.ts";
import { localFile, readModules, resolveImport } from "./imports.ts";
import { listTree, type PageMount } from "./layout.ts";
import { addressOf, linkAddress, MAX_PAGE, newPathOf, PAGE, type Places } from "./locate.ts";
import { createModules, type Modules, SHIM } from "./modules.ts";
import { movedTags, namedTags, type PageTag, readTags, tagsBase } from "./page-tags.ts";
import { messageOf } from "./parse-page.ts";
import type { Job } from "./plan.ts";
import { rewritePage } from "./rewrite-page.ts";
import type { Surroundings } from "./rewriting.ts";
import { CODE } from "./run-modules.ts";
import type { SiteFacts } from "./site-config.ts";
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
  /** Whether pages may have formulas. */
  readonly hasMath: boolean;
  readonly modules: ReadonlyMap<string, Imported>;
  readonly vars: Map<string, string>;
  readonly react: Modules;
  readonly tasks: Map<string, PageTask>;
  readonly tags: ReadonlyMap<string, PageTag>;
  readonly redirects: Map<string, string>;
}

/** Generics in prose, such as `Array<string>`, look like tags that are not closed. */
const MAX_NESTING = 1_000;
/** Partials that give each other props may do so for ever. */
const MAX_DEPTH = 50;

/** Rewrites all pages, and copies what stands beside them. */
export async function planPages(job: Job, mounts: readonly PageMount[]): Promise<PlannedPages> {
  const { root, boundary, docusaurus, put, note } = job;
  const adopt = (path: string) => {
    const name = `assets/${slashedPath(boundary, path).replace(/^(?:\.\.\/)+/, "")}`;
    put(`content/static/${name}`, { copyOf: path });
    return `/${name}`;
  };
  const statics = docusaurus.staticFolders.map((name) => join(root, inside(name, root)));
  const places: Places = { root, boundary, mounts, statics, adopt };
  const tasks = new Map<string, PageTask>();
  const reactPages = mounts.flatMap((mount) => planFolder(job, mount, tasks));
  for (const { id } of docusaurus.sets) {
    const name = id === "default" ? "versions.json" : `${id}_versions.json`;
    if (infoOf(join(root, name))?.isFile() === true) put(`content/${name}`, { copyOf: join(root, name) });
  }
  const modules = await readModules(
    job,
    [...tasks.values()].map(({ source }) => source),
  );
  const work: Work = {
    ...job,
    places,
    hasMath: docusaurus.sets.some(({ options }) => JSON.stringify(options.remarkPlugins ?? "").includes("math")),
    modules,
    vars: new Map(),
    react: createModules(job, places, (specifier, from) => {
      const found = resolveImport(specifier, from, job, modules);
      const file = found.kind === "none" ? localFile(specifier, from, job) : undefined;
      const isCode = file !== undefined && CODE.test(file);
      return isCode ? { kind: "module", path: file, exports: {}, program: undefined } : found;
    }),
    tasks,
    tags: readTags(mounts.map(({ from }) => from)),
    redirects: new Map(),
  };
  const compared: Compared[] = [];
  let lines = 0;
  let hasFormulas = false;
  for (const task of tasks.values()) {
    const done = planPage(task, work);
    if (done === undefined) continue;
    lines += done.source.split("\n").length;
    hasFormulas ||= work.hasMath && /^\s*\$\$\s*$/m.test(done.source);
    compared.push(done.compared);
  }
  for (const page of reactPages) planReactPage(page, work);
  const vars = Object.fromEntries(work.vars);
  for (const { path, ...found } of await verify(compared, vars, work.hasMath)) note(path, found);
  return {
    count: tasks.size + reactPages.length,
    lines,
    facts: {
      vars,
      components: Object.fromEntries(work.react.components),
      customCss: [...work.react.styles],
      redirects: work.redirects,
      hasMath: hasFormulas,
    },
  };
}

/** A page in React. */
interface ReactPage {
  readonly source: string;
  readonly target: string;
}

/** Copies the files of a folder of pages. @param tasks to which its pages are added @returns its pages in React */
function planFolder(job: Job, mount: PageMount, tasks: Map<string, PageTask>): ReactPage[] {
  const { root, boundary, put, tell } = job;
  const reactPages: ReactPage[] = [];
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
    if (PAGE.test(file)) {
      const isPartial = isPartialName(file);
      // A partial with props is written where it is included, once for each set of them.
      if (!isPartial || !hasProps(source)) tasks.set(target, { source, target, contentRoot, isPartial, depth: 0 });
    } else if (mount.kind === "pages" && CODE.test(file)) reactPages.push({ source, target });
    else if (CATEGORY_FILE.test(basename(file))) putCategory(job, source, target, bare.delete(dirname(file)));
    else if (!/(?:^|\/)tags\.ya?ml$/.test(file) && !(mount.kind === "pages" && file.endsWith(".css")))
      put(target, { copyOf: source });
  }
  for (const folder of bare) {
    const text = `${JSON.stringify({ label: bareName(folder), link: null })}\n`;
    put(`${mount.to}/${folder}/_category_.json`, { text });
  }
  return reactPages;
}

/** A folder's name without its number. */
function bareName(folder: string): string {
  return splitPrefix(basename(folder)).name;
}

function isPartialName(file: string): boolean {
  return /(?:^|\/)_/.test(file);
}

/** Folders of docs without a page of their own: Docusaurus has none for them, where docgen would make an index. */
function unindexed(files: readonly string[]): Set<string> {
  const docs = files.filter((file) => PAGE.test(file) && !isPartialName(file));
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
  return JSON.parse(JSON.stringify(loadYaml(text)), (_, value: unknown) => {
    if (value === "true" || value === "false") return value === "true";
    if (value === "null" || value === "~") return null;
    return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  });
}

/** Rewrites a page. @returns its text and what is to be compared; undefined where it is copied as it is */
function planPage(task: PageTask, work: Work): { readonly source: string; readonly compared: Compared } | undefined {
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
    const { text, notes, reading, title } = rewritePage({
      text: split.body,
      firstLine: split.bodyLine,
      isMdx: !path.endsWith(".md") || isMdxFormat(work, split.data),
      isPost: setOf(task.target) === "blog" && !task.isPartial,
      hasMath: work.hasMath,
      frontMatter: split.data,
      props: task.props,
      site: surroundings(task, work),
    });
    for (const one of notes) note(path, one);
    const head = task.isPartial ? "" : withTitle(split, title, setOf(task.target), titleFor(task.target, work));
    if (head !== split.head && !task.isPartial)
      tell(path, "changed", "title and hide_title give the heading above the text that Docusaurus shows");
    const isSame = source === whole && text === split.body && head === split.head && split.notes.length === 0;
    put(task.target, isSame ? { copyOf: task.source } : { text: head + text });
    return { source, compared: { path, body: text, firstLine: split.bodyLine, reading } };
  } catch (error) {
    return hand(`is copied as it is: ${messageOf(error)}`);
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
  const moved = movedTags(namedTags(data, work.tags));
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
  const { places, react } = work;
  return {
    resolve: (specifier) => resolveImport(specifier, task.source, work, work.modules),
    address: (path) => addressOf(path, task.target, places),
    link: (target) => linkAddress(target, task.source, task.target, task.contentRoot, places),
    variable: (name, value) => variable(work.vars, name, value),
    component: (name, path, exported) => {
      const isTag = /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/.test(name) && exported === "default";
      const module = isTag ? react.move(path) : undefined;
      return module !== undefined && react.register(name, module) ? name : undefined;
    },
    island: (code) => react.island(code, task.source),
    include: (path, props) => include(path, props, task, work),
  };
}

function variable(vars: Map<string, string>, name: string, value: string): string {
  const own = name.replace(/\W/g, "_");
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? own : `${own}${number}`;
    if ((vars.get(candidate) ?? value) !== value) continue;
    vars.set(candidate, value);
    return candidate;
  }
}

/** Whether a partial shows what it is given. */
function hasProps(path: string): boolean {
  if ((infoOf(path)?.size ?? MAX_PAGE) >= MAX_PAGE) return false;
  return /\{[^}]*\bprops\b/.test(readRegular(path).toString("utf8"));
}

/** Where a partial comes to stand: with a name that begins with `_`, and apart for each set of props. */
function include(path: string, given: Readonly<Record<string, unknown>>, page: PageTask, work: Work): string {
  const { places, tasks } = work;
  const props = hasProps(path) ? given : undefined;
  const own = newPathOf(path, places);
  const folder = own === undefined ? `content/_partials/${slashedPath(places.boundary, dirname(path))}` : dirname(own);
  const bare = basename(path, extname(path)).replace(/^_?/, "_");
  const digest = props === undefined ? "" : `--${digestJson(props).replace(/\W/g, "").slice(0, 6).toLowerCase()}`;
  const target = `${folder}/${bare}${digest}${extname(path)}`.replace(/\/\.\//g, "/");
  const { contentRoot } = page;
  if (!tasks.has(target) && page.depth < MAX_DEPTH)
    tasks.set(target, { source: path, target, contentRoot, isPartial: true, depth: page.depth + 1, props });
  return relativePath(page.target, target);
}

function planReactPage({ source, target }: ReactPage, work: Work): void {
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
