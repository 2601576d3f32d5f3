import { isAbsolute, relative } from "node:path";
import { readSite } from "../builder/site-store.ts";
import type { Counter, Stage } from "../builder/stages.ts";
import type { SourcePage } from "../content/content-types.ts";
import { isInTree } from "../content/version-trees.ts";
import type { CompiledDocument } from "../markdown/document.ts";
import { parseFenceMeta } from "../markdown/fence-meta.ts";
import type { SourceLine } from "../markdown/include.ts";
import { Failure } from "../shared/failure.ts";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { decodePath, type Route, routeKey } from "../shared/route.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import type { Site } from "../site/model/site.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { documentKey } from "../site/texts/text-tasks.ts";
import type { ProgramTask } from "./assemble-program.ts";
import type { Fence } from "./fence.ts";
import { findPackages, type Packages } from "./packages.ts";
import { planSamples } from "./programs-of-pages.ts";

/** The pages whose samples are read. */
export interface PageChoice {
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Paths or routes of the pages; empty: all pages except drafts. */
  readonly pages: readonly string[];
  /** Whether to rewrite differing outputs and kept files instead of reporting them, and to add outputs of live samples. */
  readonly update: boolean;
  /** docgen's own folder, whose packages are used if the site lacks them. */
  readonly toolRoot?: string;
}

/** The samples of a site, and what they run with. */
export interface SitePrograms {
  readonly paths: readonly string[];
  /** The programs, each with the files of its page. */
  readonly tasks: readonly ProgramTask[];
  /** Fences that are only parsed, if their language is supported. */
  readonly others: readonly Fence[];
  readonly packages: Packages;
  /** Name of the package that live samples use, from `live.library`. */
  readonly library: string | undefined;
  /** Problems that prevent reading samples. */
  readonly problems: readonly Problem[];
}

/** Reads the samples of a site in all languages. @throws Failure (exit code 2) for a faulty site or unknown page */
export async function readPrograms(choice: PageChoice, stage: Stage): Promise<SitePrograms> {
  const { root, toolRoot = TOOL_ROOT } = choice;
  const areChosen = choice.pages.length > 0;
  const reading = { root, drafts: areChosen, graph: areChosen ? "" : "check-samples" };
  const { sites, faults, fences, unreadable } = await readSite(reading, async (opened) => {
    const sites = await opened.sites();
    const faultsOfSite = sites.flatMap(({ problems }) => problems).filter(({ severity }) => severity === "error");
    // Samples in commits were right for the library of their time, and nobody can change them.
    const editable = pagesOf(sites).filter(({ page }) => !isInTree(page.path));
    const { pages, faults } = choosePages(editable, choice.pages, root, faultsOfSite);
    const { fences, problems } = await stage("pages", (counter) => readFences(opened, pages, counter));
    return { sites, faults, fences, unreadable: problems };
  });
  const library = sites[0]?.plan.config.live.library;
  const live = {
    library: library?.package === undefined ? undefined : { global: library.global, package: library.package },
    addOutputs: choice.update,
  };
  const plans = [...fences].map(([path, ofPage]) => planSamples(path, ofPage, live));
  return {
    paths: [...fences.keys()],
    tasks: plans.flatMap(({ files, programs }) => programs.map((program) => ({ program, files }))),
    others: plans.flatMap((plan) => plan.others),
    packages: findPackages(root, toolRoot, library?.package),
    library: library?.package,
    problems: [...faults, ...unreadable, ...plans.flatMap((plan) => plan.problems)],
  };
}

/** Problems that make a fence's content wrong, or prevent it. The build reports all others. */
const FAULTS_OF_FENCES = ["unclosed", "unknown-variable", "variables", "include", "extension", "sample-words"];

/** Reads the fences of pages, in source order. @returns fences by page path, and problems that prevent checks */
async function readFences(
  { engine, tasks }: SiteEngine,
  pages: readonly LocalePage[],
  counter: Counter,
): Promise<{ fences: Map<string, Fence[]>; problems: Problem[] }> {
  const fences = new Map<string, Fence[]>();
  const problems: Problem[] = [];
  counter.expect(pages.length);
  for (const { page, locale } of pages) {
    counter.done(page.path);
    if (page.format !== "md") continue;
    const { plan } = await engine.get(tasks.site, locale);
    const { document } = await engine.get(tasks.texts.document, documentKey(page, plan));
    fences.set(page.path, fencesOf(document, await engine.get(tasks.texts.lines, page.path)));
    problems.push(...document.problems.filter(({ code }) => FAULTS_OF_FENCES.includes(code)));
  }
  return { fences, problems };
}

/** @param lines the page's source lines with includes expanded */
function fencesOf({ samples }: CompiledDocument, lines: readonly SourceLine[]): Fence[] {
  let next = 0;
  return samples.map(({ path, language, meta, code, line, column }): Fence => {
    const opens = (source: SourceLine) => source.path === path && source.line === line;
    const ahead = lines.slice(next).findIndex(opens);
    // The footnotes of a document come last, wherever they are in the source.
    const opening = ahead < 0 ? lines.findIndex(opens) : next + ahead;
    next = opening + 1;
    const { flags, options } = parseFenceMeta(`${language} ${meta}`);
    const sourceLines = lines.slice(opening + 1, opening + code.split("\n").length);
    return { path, line, column, language, flags, options, code, sourceLines };
  });
}

/** A page in one of the site's languages. */
interface LocalePage {
  readonly page: SourcePage;
  /** Name of the locale. */
  readonly locale: string;
  /** Route of the page, relative to the base URL of the default language. */
  readonly route: Route;
}

/** The pages of all languages; a page without a translation is listed once, in the default language. */
function pagesOf(sites: readonly Site[]): LocalePage[] {
  const earlier = new Set<string>();
  return sites.flatMap(({ content, plan: { locale } }) => {
    const newPages = content.pages.filter(({ path }) => !earlier.has(path));
    for (const { path } of newPages) earlier.add(path);
    const folder = locale.isDefault ? "" : `/${locale.name}`;
    return newPages.map((page) => ({ page, locale: locale.name, route: folder + page.route }));
  });
}

/**
 * Finds the requested pages, by path or route; all pages if none are requested.
 *
 * @param faults problems of the content; a page excluded for one of them counts as found
 * @throws Failure (exit code 2) for an unknown page
 */
function choosePages(
  pages: readonly LocalePage[],
  wanted: readonly string[],
  root: string,
  faults: readonly Problem[],
): { readonly pages: readonly LocalePage[]; readonly faults: readonly Problem[] } {
  if (wanted.length === 0) return { pages, faults };
  const chosen = new Set<LocalePage>();
  const chosenFaults: Problem[] = [];
  for (const name of wanted) {
    const isRoute = pages.some(({ route }) => routeKey(route) === routeOf(name));
    const path = (isAbsolute(name) && !isRoute ? relative(root, name) : name)
      .replaceAll("\\", "/")
      .replace(/^\.\//, "");
    const paths = [path, `content/${path}`];
    const matches = pages.filter(({ page, route }) => paths.includes(page.path) || routeKey(route) === routeOf(path));
    paths.push(...matches.map(({ page }) => page.path));
    const faultsOfPage = faults.filter((fault) => paths.includes(fault.path));
    if (matches.length === 0 && faultsOfPage.length === 0) {
      const names = pages.flatMap(({ page, route }) => [page.path, route]);
      throw new Failure(2, `no page "${name}"${didYouMean(name, names) || "; name a page by its path or route"}`);
    }
    for (const page of matches) chosen.add(page);
    chosenFaults.push(...faultsOfPage);
  }
  return { pages: pages.filter((page) => chosen.has(page)), faults: chosenFaults };
}

/** The key of a route, as it is written or as browsers show it: with percent-encoding. */
function routeOf(text: string): string {
  const route = text.startsWith("/") ? text : `/${text}`;
  return routeKey(decodePath(route) ?? route);
}
