import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { joinKey } from "../engine/key.ts";
import type { SearchIndexFile } from "../search/build-index.ts";
import { loadLanguage } from "../search/load-language.ts";
import { createSearcher, mergeAnswers, type SearchAnswer, type Searcher } from "../search/searcher.ts";
import { Failure } from "../shared/failure.ts";
import { rewriteFile } from "../shared/fixed-file.ts";
import { type Problem, problemOf, sortProblems } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { translate } from "../shared/translate.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, examples, siteRootOf } from "./options.ts";
import { pc, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { withProgress } from "./progress.ts";
import { countProblems, exitCodeFor, printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly check?: string;
  readonly update?: boolean;
}

/** Adds `docgen search`. */
export function addSearch(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("search"))
    .description("search the site as a reader does")
    .argument("[query...]", "words to look for")
    .option("--check <file>", "run the queries in a file, and fail if a page ranks lower than the file says")
    .option("--update", "with --check: write the ranks into the file")
    .option("--json", "print one JSON object on standard output")
    .addHelpText(...examples("README.md", "search read a file", "search csv --json", "search --check queries.tsv"))
    .action(task(run));
}

async function run(words: readonly string[], options: Options): Promise<number> {
  const { check, update = false } = options;
  if (update && check === undefined) throw new Failure(2, "--update: requires --check");
  if ((words.join("").trim() === "") === (check === undefined))
    throw new Failure(2, "give either a query or --check FILE");
  const root = siteRootOf(options);
  const search = await withProgress(options, options.json === true, (progress) => openSearch(root, progress));
  if (check !== undefined) {
    const result = await checkSearch(root, resolve(check), search, update);
    if (options.json === true) writeJson(JSON.stringify(result));
    else printCheck(result);
    return exitCodeFor(result.problems, false);
  }
  const query = words.join(" ");
  const { results, corrected, missing, error } = search.search(query);
  // Printed on standard error, so that `--json` stays one object.
  if (error !== undefined) writeErr(`${query}\n${" ".repeat(error.start)}^ ${translate({}, error.text, error.values)}`);
  if (corrected !== undefined) writeErr(`Results for "${corrected.map(({ to }) => to).join(" ")}"`);
  if (missing !== undefined && results.length > 0) writeErr(`Nothing found for "${missing.join(" ")}"`);
  if (options.json === true) writeJson(JSON.stringify({ query, results }));
  else if (results.length === 0) writeOut("No results found.");
  else for (const result of results) printResult(result);
  return 0;
}

/** A result in the JSON of `docgen search`. */
export interface SiteSearchResult {
  /** Route with the section's hash. */
  readonly route: string;
  readonly pageTitle: string;
  readonly sectionTitle: string;
  readonly score: number;
  /** Words of the index that the query matched. */
  readonly terms: readonly string[];
  readonly teaser: string;
}

/** The search of a site. */
interface SearchOfSite {
  readonly search: (query: string) => Omit<SearchAnswer, "results"> & { readonly results: readonly SiteSearchResult[] };
  /** Routes of all pages and sections in it. */
  readonly routes: ReadonlySet<string>;
}

/** Opens the indexes that a browser searches on pages outside the docs, with the last version of each set of docs. */
async function openSearch(root: string, stages: StageEvents): Promise<SearchOfSite> {
  const { stage } = stopwatch(stages);
  return readSite({ root, drafts: false, graph: "search" }, async (site) => {
    const { plan } = await stage("read", () => site.site());
    const { searchBoosts, searchTags, maxSearchResults } = plan.site;
    const searchers: Searcher[] = [];
    const routes = new Set<string>();
    for (const tag of searchTags) {
      const { search } = site.tasks;
      const key = joinKey(plan.locale.name, tag);
      const json = await stage("search index", () => site.engine.get(search.index, key));
      const index = JSON.parse(new TextDecoder().decode(json)) as SearchIndexFile;
      for (const { sectionRoute } of index.documents) routes.add(sectionRoute).add(sectionRoute.replace(/#.*$/, ""));
      const searcher = createSearcher(index, searchBoosts, await loadLanguage(index.index.language));
      const contents: (readonly string[])[] = [];
      if (searcher.parts.length > 0) {
        const { segments } = await site.engine.get(search.layout, key);
        for (const at of segments.keys()) contents.push(...(await site.engine.get(search.contents, joinKey(key, at))));
      }
      for (const [at, part] of searcher.parts.entries()) searcher.addPart(part, contents[at] ?? []);
      searchers.push(searcher);
    }
    const search: SearchOfSite["search"] = (query) => {
      const answers = searchers.map((searcher) => searcher.search(query, maxSearchResults));
      const answer = mergeAnswers(answers, maxSearchResults);
      const results = answer.results.map(({ document, score, terms, teaser }) => {
        const { sectionRoute: route, pageTitle, sectionTitle } = document;
        return { route, pageTitle, sectionTitle, score, terms, teaser: teaser.text };
      });
      return { ...answer, results };
    };
    return { search, routes };
  });
}

function printResult({ route, pageTitle, sectionTitle, teaser }: SiteSearchResult): void {
  const title = pageTitle === sectionTitle ? pageTitle : `${pageTitle} > ${sectionTitle}`;
  writeOut(shown`${pc.bold(title)}  ${pc.cyan(route)}\n    ${teaser}`);
}

function printCheck({ queries, at1, at3, problems }: SearchCheck): void {
  printProblems(problems);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const success = `answered by the first result: ${percent(at1)}, by one of the first three: ${percent(at3)}`;
  // Without questions, there are no shares.
  const answered = queries === 0 ? "no question could be read" : `${count(queries, "question")}, ${success}`;
  const counts = countProblems(problems);
  writeOut(counts === "" ? pc.green(answered) : pc.red(`${answered}; ${counts}`));
}

/** How well a search answers the queries of a file. */
interface SearchCheck {
  readonly queries: number;
  /** Shares of the queries that are answered by the first result, and by one of the first three. */
  readonly at1: number;
  readonly at3: number;
  /** Rank of the best answer by line; null where none of the results answers. */
  readonly ranks: readonly { readonly line: number; readonly query: string; readonly rank: number | null }[];
  readonly problems: readonly Problem[];
}

const FORM = "write the query, a tab, addresses, a tab, and a number or -";

/**
 * Asks the queries of a file: lines of a query, the expected addresses and the rank at most, separated by tabs.
 *
 * @param file absolute path
 * @param update whether to write the ranks into the file instead of comparing them
 * @throws Failure (exit code 2) if the file can't be read
 */
async function checkSearch(root: string, file: string, search: SearchOfSite, update: boolean): Promise<SearchCheck> {
  // Fatal: bytes that aren't UTF-8 would be lost when the file is rewritten.
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decoded = readFile(file).then((bytes) => utf8.decode(bytes));
  const text = await decoded.catch((error: NodeJS.ErrnoException) => {
    throw new Failure(2, `--check: ${file}: ${error.code === "ENOENT" ? "the file does not exist" : error.message}`);
  });
  const path = relative(root, file).replaceAll("\\", "/");
  const lines = text.split("\n");
  const problems: Problem[] = [];
  const tell = (line: number, message: string, hint: string) => {
    problems.push(problemOf({ path, line, code: "search", message, hint }));
  };
  const ranks = lines.flatMap((written, index) => {
    const [query = "", addresses = "", rankCell = ""] = written.split("\t").map((cell) => cell.trim());
    if (query === "" || query.startsWith("#")) return [];
    const line = index + 1;
    const isRank = /^(?:-?|[1-9]\d*)$/.test(rankCell);
    if (addresses === "" || !isRank) {
      tell(line, isRank ? "no address" : `"${rankCell}" is not a rank`, FORM);
      return [];
    }
    // The address of a page stands for all of its sections.
    const expected = addresses.split(" ");
    for (const address of expected.filter((route) => !search.routes.has(route))) {
      tell(line, `there is no page or section ${address}`, "correct the address");
    }
    const routes = search.search(query).results.map(({ route }) => route);
    const best = routes.findIndex((route) => expected.includes(route) || expected.includes(route.replace(/#.*$/, "")));
    const rank = best < 0 ? null : best + 1;
    const most = Number.parseInt(rankCell, 10) || Number.POSITIVE_INFINITY;
    if (Number.isFinite(most) && (rank ?? Number.POSITIVE_INFINITY) > most && !update) {
      const rankText = rank === null ? "is not found" : `is result ${rank}`;
      const message = `"${query}": ${expected[0]} ${rankText}, and was among the first ${most}`;
      tell(line, message, routes.length === 0 ? "there are no results" : `the first result is ${routes[0]}`);
    }
    return [{ line, query, rank }];
  });
  if (ranks.length + problems.length === 0) tell(1, "contains no questions", FORM);
  if (update) rewriteFile(file, withRanks(lines, ranks).join("\n"));
  const shareWithin = (most: number) => {
    const good = ranks.filter(({ rank }) => rank !== null && rank <= most).length;
    return ranks.length === 0 ? 0 : Math.round((1000 * good) / ranks.length) / 1000;
  };
  return { queries: ranks.length, at1: shareWithin(1), at3: shareWithin(3), ranks, problems: sortProblems(problems) };
}

function withRanks(lines: readonly string[], ranks: SearchCheck["ranks"]): string[] {
  const byLine = new Map(ranks.map(({ line, rank }) => [line, rank]));
  return lines.map((written, index) => {
    const rank = byLine.get(index + 1);
    const [query = "", addresses = "", , ...others] = written.replace(/\r$/, "").split("\t");
    return rank === undefined ? written : [query, addresses, rank ?? "-", ...others].join("\t");
  });
}
