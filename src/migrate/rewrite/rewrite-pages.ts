import { statSync } from "node:fs";
import { slashedPath } from "../../shared/disk-path.ts";
import { readRegular } from "../../shared/regular-file.ts";
import type { Imported, Job, Note, SiteRedirect } from "../job.ts";
import { addressOf, fileOfRepository, filePathOf, freeName, linkAddress, localesOf } from "../plan/new-paths.ts";
import { include, type PageJob, type PlannedPages } from "../plan/plan-pages.ts";
import { hasTags, type MovedTags, movedTags, readTags, type TagSlugs } from "../plan/tags-and-authors.ts";
import { asText, record } from "../read/config-values.ts";
import { versionOf } from "../read/module-paths.ts";
import { isNestedTooDeep, MAX_PAGE } from "../read/page-files.ts";
import { localFile, moduleAt, readModules, resolveImport } from "../read/page-imports.ts";
import { messageOf } from "../read/parse-mdx.ts";
import { exportOrigin, type Resolve } from "../read/re-exports.ts";
import { readFileText } from "../read/read-data.ts";
import type { SidebarsOfSite } from "../read/read-sidebars.ts";
import { createComponents, type SiteComponents } from "./component-registry.ts";
import { globalDataOf } from "./docusaurus-shim.ts";
import { magicComments } from "./page/magic-comments.ts";
import { docIdOf, pathInLanguage, setOf, titleFor, withOldAddress } from "./page/page-address.ts";
import { isMdxFormat, splitPage, withDay, withFrontMatterKey, withTitle } from "./page/page-front-matter.ts";
import { tabBlocks } from "./page/page-tabs.ts";
import { withContent } from "./page/partial-content.ts";
import { customAdmonitions, withKnownAdmonitions, withTruncateMarker } from "./page/prepare-text.ts";
import { rewritePage } from "./page/rewrite-page.ts";
import type { Surroundings } from "./page/rewriting.ts";
import type { VisibleContent } from "./page/visible-content.ts";
import { putPlaceholders } from "./placeholders.ts";
import { createModules, type Modules } from "./react-modules.ts";
import { markdownPage, putReactPage } from "./react-pages.ts";
import type { FactsOfPages } from "./settings/site-facts.ts";
import { type SharedComponents, sharedComponents, sharedModule } from "./shared-components.ts";

/** A rewritten page, with its content before, as read by MDX. */
export interface Compared {
  readonly path: string;
  readonly source: string;
  readonly body: string;
  readonly firstLine: number;
  readonly visible: VisibleContent;
}

/** The rewritten pages of a site. */
export interface RewrittenPages {
  readonly count: number;
  readonly lines: number;
  /** What they and their originals show. */
  readonly compared: readonly Compared[];
  readonly isMathEnabled: boolean;
  readonly movedTags: MovedTags;
  /** Versions of the packages that components import, by name. */
  readonly packages: Map<string, string>;
  readonly facts: FactsOfPages;
}

interface Work extends Job, PlannedPages {
  readonly isMdx1: boolean;
  /** Whether formulas are enabled. */
  readonly hasMath: boolean;
  /** Resolves the import of a name of a module. */
  readonly importOf: (from: string, specifier: string, name: string) => Imported;
  readonly vars: Map<string, string>;
  readonly react: Modules;
  readonly site: SiteComponents;
  readonly shared: SharedComponents;
  readonly tags: ReadonlyMap<string, TagSlugs>;
  readonly movedTags: Map<string, string[]>;
  /** The types of admonitions that any set adds to those of Docusaurus, for partials outside of the sets. */
  readonly admonitions: ReadonlySet<string>;
  readonly sidebars: SidebarsOfSite;
  /** New paths of docs, by set and id (`set id`). */
  readonly docs: Map<string, string>;
}

const LIVE_FENCE = /^[ \t]*(`{3,})[jt]sx?[ \t].*?\blive\b.*\n([\s\S]*?)^[ \t]*\1/gm;

/** Rewrites all pages. */
export async function rewritePages(opened: Job, plan: PlannedPages, sidebars: SidebarsOfSite): Promise<RewrittenPages> {
  const job = { ...opened, globalData: await globalDataOf(opened) };
  const { docusaurus, hasFile } = job;
  const { mounts, tasks, reactPages } = plan;
  const shared = sharedModule(job);
  const sources = [...tasks.values()].map(({ source }) => source);
  const modules = await readModules(job, shared === undefined ? sources : [...sources, shared]);
  const resolve: Resolve = (specifier, from) => resolveImport(specifier, from, job, modules);
  const react = createModules(job, resolve);
  const importOf: Work["importOf"] = (from, specifier, name) => {
    const imported = resolve(specifier, from);
    if (imported.kind !== "module") return imported;
    const { path, exported } = exportOrigin(imported.path, name, resolve);
    return path === imported.path ? imported : { ...moduleAt(path, modules), exported };
  };
  const site = createComponents(job, react);
  const work: Work = {
    ...job,
    ...plan,
    isMdx1: /^\D*[012]\b/.test(versionOf("@docusaurus/core", job) ?? ""),
    hasMath: docusaurus.sets.some(({ options }) => JSON.stringify(options.remarkPlugins ?? "").includes("math")),
    importOf,
    vars: new Map(),
    react,
    site,
    shared: await sharedComponents(job, importOf),
    tags: readTags(
      mounts.map(({ from }) => from),
      hasFile,
    ),
    movedTags: new Map(),
    admonitions: new Set(docusaurus.sets.flatMap((set) => [...customAdmonitions(set)])),
    sidebars,
    docs: new Map(),
  };
  const redirects: SiteRedirect[] = [];
  for (const page of reactPages) {
    const target = page.target.replace(/\.[jt]sx?$/, ".md");
    const put = async (target: string) => {
      const task = { source: page.source, target, contentRoot: "pages", isPartial: false, depth: 0 };
      const text = await markdownPage(page, job, surroundings(task, work));
      if (text !== undefined) job.put(target, { text });
      return text !== undefined;
    };
    if (!(await put(target))) redirects.push(...[putReactPage(page, react, job) ?? []].flat());
    // Components have the texts of the language that their page is in.
    else if (/\btranslate\b/i.test(readFileText(page.source)) && target.startsWith("content/pages/"))
      for (const locale of localesOf(docusaurus.config.i18n)) await put(target.replace("/", `/i18n/${locale}/`));
  }
  const compared: Compared[] = [];
  // Partials are added while pages that include them are rewritten.
  for (const task of tasks.values()) {
    const page = planPage(task, work);
    if (page !== undefined) compared.push(page);
  }
  const texts = compared.map(({ source }) => source);
  putPlaceholders(react.placeholders, job);
  return {
    count: tasks.size + reactPages.length,
    lines: texts.reduce((lines, text) => lines + text.split("\n").length, 0),
    compared,
    isMathEnabled: work.hasMath,
    movedTags: work.movedTags,
    packages: react.packages,
    facts: {
      vars: Object.fromEntries(work.vars),
      components: Object.fromEntries(site.components),
      customCss: [...react.styles],
      docs: work.docs,
      folders: new Set(mounts.map(({ to }) => to)),
      hasMath: work.hasMath && texts.some((text) => /^\s*\$\$\s*$/m.test(text)),
      redirects,
      liveCode: texts.flatMap((text) => [...text.matchAll(LIVE_FENCE)].map(([, , sample = ""]) => sample)),
    },
  };
}

/** Matches variables of docgen. One that isn't made of an import is text of the page: its value is that text. */
const VARIABLE = /\$?\{vars\.([A-Za-z_]\w*)\}/g;

/** Rewrites a page. @returns the data for its verification; undefined if it is copied unchanged */
function planPage(task: PageJob, work: Work): Compared | undefined {
  const { root, put, noteFile } = work;
  const path = slashedPath(root, task.source);
  const note = (added: Note) => work.note(path, added);
  const bytes = readRegular(task.source);
  const hand = (message: string) => {
    put(task.target, { copyOf: task.source });
    noteFile(path, "hand", message);
    return undefined;
  };
  if (bytes.length > MAX_PAGE) return hand("is larger than 1 MB and is copied unchanged");
  const whole = work.preprocessed?.get(task.source) ?? bytes.toString("utf8");
  if (whole.includes("\0") || whole.includes("\uFFFD")) return hand("is not UTF-8 text and is copied unchanged");
  if (isNestedTooDeep(whole)) return hand("is nested too deeply and is copied unchanged");
  const set = setOf(task.target, work);
  const isPost = set?.kind === "blog" && !task.isPartial;
  const plain = whole.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const marked = isPost ? withTruncateMarker(plain, set) : plain;
  const source = withKnownAdmonitions(marked, set === undefined ? work.admonitions : customAdmonitions(set), note);
  const sidebarName = (name: string) => work.sidebars.nameOf(set?.kind === "docs" ? set.id : "", name);
  const read = splitPage(path, source, isPost, sidebarName, note);
  const dated = isPost
    ? withDay(read, pathInLanguage(task.target).slice(set.target.length + 1), statSync(task.source).mtime, note)
    : read;
  const addressed = set === undefined || task.isPartial ? read : withOldAddress(dated, task, set);
  const original = work.tasks.get(`content/${pathInLanguage(task.target)}`)?.source;
  const isUntagged = original !== task.source && read.data.tags === undefined && hasTags(original);
  const split = isUntagged ? withFrontMatterKey(addressed, "tags", []) : addressed;
  const id = set?.kind === "docs" && !task.isPartial ? docIdOf(set, task.target, split.data) : undefined;
  if (set !== undefined && id !== undefined) work.docs.set(`${set.id} ${id}`, task.target);
  for (const { from, to } of movedTags(split.data, work.tags))
    work.movedTags.set(to, [...new Set([...(work.movedTags.get(to) ?? []), from])]);
  try {
    const { text, notes, visible, title } = rewritePage({
      text: task.isPartial ? withContent(split.body, record(task.props)) : split.body,
      firstLine: split.bodyLine,
      isMdx: isMdxFormat(path, split.data, work.docusaurus),
      isMdx1: work.isMdx1,
      isPost,
      hasMath: work.hasMath,
      frontMatter: split.data,
      // A page gets no props.
      props: task.isPartial ? task.props : {},
      isVaried: task.isPartial && task.props !== undefined,
      site: surroundings(task, work),
      shared: work.shared,
      keepsCase: record(record(work.docusaurus.config.markdown).anchors).maintainCase === true,
    });
    notes.forEach(note);
    for (const [whole, name = ""] of text.matchAll(VARIABLE)) if (!work.vars.has(name)) work.vars.set(name, whole);
    const head = task.isPartial ? "" : withTitle(split, title, set?.kind ?? "docs", titleFor(task.target, work));
    if (head !== split.head && !task.isPartial)
      noteFile(path, "changed", "set title or hide_title so that the page shows the same title as in Docusaurus");
    const isSame = head + text === bytes.toString("utf8");
    put(task.target, isSame ? { copyOf: task.source } : { text: head + text });
    return { path, source, body: text, firstLine: split.bodyLine, visible };
  } catch (error) {
    put(task.target, { text: split.head + split.body });
    noteFile(path, "hand", `the text is copied unchanged: ${messageOf(error)}`);
    return undefined;
  }
}

function surroundings(task: PageJob, work: Work): Surroundings {
  const prism = record(work.docusaurus.themeConfig.prism);
  return {
    codeLanguage: asText(prism.defaultLanguage),
    magicComments: magicComments(prism),
    tabBlocks: tabBlocks(work.docusaurus.sets),
    resolve: (specifier, name, from = task.source) => work.importOf(from, specifier, name),
    address: (path) => addressOf(path, task.target, work),
    fileAt: (specifier) => localFile(specifier.replace(/^<rootDir>/, "@site"), task.source, work),
    fileOfRepository: (address) => fileOfRepository(address, work),
    textOf: (path) => work.preprocessed?.get(path) ?? readFileText(path),
    file: (path) => filePathOf(path, task.target, work),
    link: (target) => linkAddress(target, task, work),
    variable: (name, value) => variable(work.vars, name, value),
    component: work.site.component,
    addSheet: (specifier) => work.react.addSheet(specifier, task.source),
    reason: work.react.reason,
    part: (code, name) => work.site.part(code, task.source, name),
    include: (path, props) => include(path, props, task, work),
  };
}

function variable(vars: Map<string, string>, name: string, value: string): string {
  const variableName = freeName(name.replace(/\W/g, "_"), (free) => (vars.get(free) ?? value) === value);
  vars.set(variableName, value);
  return variableName;
}
