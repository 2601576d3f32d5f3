import type { Problem } from "../shared/problem.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { readText, type TextFile } from "./read.ts";
import { leadingHeading } from "./title.ts";
import type { SourcePage } from "./types.ts";

/** What is known of a page's file without compiling it. */
export interface Source {
  readonly text: Pick<SourcePage, "frontMatter" | "keyLines" | "heading">;
  readonly problems: readonly Problem[];
}

/** Files of React pages, if they are in `content/pages/`. */
export const REACT_PAGE = /\.(?:tsx|jsx?)$/;

/** Reads a page's file. React pages have no front matter. */
export function readSource(file: TextFile): Source {
  const { text, problems } = readText(file);
  if (REACT_PAGE.test(file.path)) {
    return { text: { frontMatter: {}, keyLines: {} }, problems };
  }
  const { frontMatter, keyLines, body, problems: faults } = parseFrontMatter(file.path, text);
  return {
    text: { frontMatter, keyLines, ...leadingHeading(body) },
    problems: [...problems, ...faults],
  };
}
