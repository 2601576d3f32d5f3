import { type Problem, problemOf } from "../shared/problem.ts";
import type { SourcePage } from "./content-types.ts";
import { type ParsedSource, parseFrontMatter } from "./front-matter.ts";
import { readText, type TextFile } from "./read.ts";

/** What the model of the site knows of a page's file. */
export interface Source extends Pick<SourcePage, "frontMatter" | "keyLines"> {
  /**
   * Text of the leading heading, or title of a React page; absent if there is none, or if the front matter has a title.
   */
  readonly heading?: string;
  readonly problems: readonly Problem[];
}

/** Files of React pages, if they are in `content/pages/`. */
export const REACT_PAGE = /\.(?:tsx|jsx?)$/;

/**
 * A Markdown page's file without its body, which is read again where it is needed: the bodies of all pages would take as
 * much memory as the content has bytes.
 */
export interface PageSource extends Omit<ParsedSource, "body"> {
  /** Offset of the body in the file's text. */
  readonly bodyStart: number;
}

/** Reads the front matter of a Markdown page. */
export function readPageSource(file: TextFile): PageSource {
  const { text, problems } = readText(file);
  const { body, ...parsed } = parseFrontMatter(file.path, text);
  const faults = [...problems, ...parsed.problems];
  const isEmpty = faults.length === 0 && body.trim() === "" && parsed.frontMatter.draft !== true;
  const bodyStart = text.length - body.length;
  if (!isEmpty) return { ...parsed, bodyStart, problems: faults };
  const [message, hint] = ["the page is empty", "write its text, or mark it with draft: true"];
  const problem = problemOf({ path: file.path, severity: "warning", code: "page", message, hint });
  return { ...parsed, bodyStart, problems: [problem] };
}

/** Reads the body of a Markdown page. */
export function readPageBody(file: TextFile, { bodyStart }: Pick<PageSource, "bodyStart">): string {
  return readText(file).text.slice(bodyStart);
}

/** Reads the file of a React page, which has no front matter. */
export async function readReactSource(file: TextFile): Promise<Source> {
  const { text, problems } = readText(file);
  // Loading the parser takes 10 ms, which sites without React pages need not wait for.
  const { exportedTitle } = await import("./module-title.ts");
  const heading = exportedTitle(text);
  return { frontMatter: {}, keyLines: {}, problems, ...(heading === undefined ? {} : { heading }) };
}
