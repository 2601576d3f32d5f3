import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { Failure } from "../shared/failure.ts";
import { rewriteFile } from "../shared/fixed-file.ts";
import { type Problem, problemOf, sortProblems } from "../shared/problem.ts";
import type { SearchOfSite } from "./search-site.ts";

/** A query with the pages that answer it. */
interface ReplayedQuery {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly query: string;
  /** Addresses; that of a page stands for all of its sections. */
  readonly expected: readonly string[];
  /** The rank that the best of them must have at least; undefined: any. */
  readonly most: number | undefined;
}

/** How well a search answers the queries of a file. */
export interface SearchCheck {
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
export async function checkSearch(
  root: string,
  file: string,
  search: SearchOfSite,
  update: boolean,
): Promise<SearchCheck> {
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
  const replayed = lines.flatMap((written, index): ReplayedQuery[] => {
    const [query = "", addresses = "", rank = ""] = written.split("\t").map((cell) => cell.trim());
    if (query === "" || query.startsWith("#")) return [];
    const line = index + 1;
    const isRank = /^(?:-?|[1-9]\d*)$/.test(rank);
    if (addresses !== "" && isRank) {
      return [{ line, query, expected: addresses.split(" "), most: Number.parseInt(rank, 10) || undefined }];
    }
    tell(line, isRank ? "no address" : `"${rank}" is not a rank`, FORM);
    return [];
  });
  if (replayed.length + problems.length === 0) tell(1, "contains no questions", FORM);
  const ranks = replayed.map((question) => {
    for (const address of question.expected.filter((route) => !search.routes.has(route))) {
      tell(question.line, `there is no page or section ${address}`, "correct the address");
    }
    const routes = search.search(question.query).results.map(({ route }) => route);
    const index = routes.findIndex((route) => answers(route, question.expected));
    const rank = index < 0 ? null : index + 1;
    if (question.most !== undefined && (rank ?? Number.POSITIVE_INFINITY) > question.most && !update) {
      const rankText = rank === null ? "is not found" : `is result ${rank}`;
      const message = `"${question.query}": ${question.expected[0]} ${rankText}, and was among the first ${question.most}`;
      tell(question.line, message, routes.length === 0 ? "there are no results" : `the first result is ${routes[0]}`);
    }
    return { line: question.line, query: question.query, rank };
  });
  if (update) rewriteFile(file, withRanks(lines, ranks).join("\n"));
  const shareWithin = (most: number) => {
    const good = ranks.filter(({ rank }) => rank !== null && rank <= most).length;
    return ranks.length === 0 ? 0 : Math.round((1000 * good) / ranks.length) / 1000;
  };
  return { queries: ranks.length, at1: shareWithin(1), at3: shareWithin(3), ranks, problems: sortProblems(problems) };
}

function answers(route: string, expected: readonly string[]): boolean {
  return expected.includes(route) || expected.includes(route.replace(/#.*$/, ""));
}

function withRanks(lines: readonly string[], ranks: SearchCheck["ranks"]): string[] {
  const byLine = new Map(ranks.map(({ line, rank }) => [line, rank]));
  return lines.map((written, index) => {
    const rank = byLine.get(index + 1);
    const [query = "", addresses = "", , ...others] = written.replace(/\r$/, "").split("\t");
    return rank === undefined ? written : [query, addresses, rank ?? "-", ...others].join("\t");
  });
}
