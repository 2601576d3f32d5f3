import type { Problem } from "../shared/problem.ts";
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

/** Reads the file of a Markdown page. */
export function readSource(file: TextFile): ParsedSource {
  const { text, problems } = readText(file);
  const parsed = parseFrontMatter(file.path, text);
  return { ...parsed, problems: [...problems, ...parsed.problems] };
}

/** Reads the file of a React page, which has no front matter. */
export async function readReactSource(file: TextFile): Promise<Source> {
  const { text, problems } = readText(file);
  // Loading the parser takes 10 ms, which sites without React pages need not wait for.
  const { exportedTitle } = await import("./module-title.ts");
  const heading = exportedTitle(text);
  return { frontMatter: {}, keyLines: {}, problems, ...(heading === undefined ? {} : { heading }) };
}
