import { attempt } from "../shared/attempt.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import type { SourcePage } from "./content-types.ts";
import { type ParsedSource, parseFrontMatter } from "./front-matter.ts";
import { readText, type TextFile } from "./read.ts";

/** What the model of the site knows of a page's file. */
export interface Source extends Pick<SourcePage, "frontMatter" | "keyLines"> {
  /** Text of the leading heading, or title of a React page; absent also if the front matter has a title. */
  readonly heading?: string;
  readonly problems: readonly Problem[];
}

/** Files of React pages, if they are in `content/pages/`. */
export const REACT_PAGE = /\.(?:tsx|jsx?)$/;

/** A Markdown page's file without its body, which is read where it is needed: all bodies would fill the memory. */
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
  const heading = await exportedTitle(text);
  return { frontMatter: {}, keyLines: {}, problems, ...(heading === undefined ? {} : { heading }) };
}

/**
 * The title that a React page exports as a string: `export const title = "Start";`. Read from its source, as sidebars and
 * the search name pages before any code runs.
 *
 * @param source JavaScript or TypeScript, with JSX
 * @returns undefined if there is none, or if it is computed
 */
async function exportedTitle(source: string): Promise<string | undefined> {
  // Loading the parser takes 10 ms, which sites without React pages need not wait for.
  const [{ parser }, { default: JSON5 }] = await Promise.all([import("@lezer/javascript"), import("json5")]);
  const { topNode } = parser.configure({ dialect: "jsx ts" }).parse(source);
  for (const statement of topNode.getChildren("ExportDeclaration")) {
    let name = "";
    for (let node = statement.getChild("VariableDeclaration")?.firstChild; node; node = node.nextSibling) {
      const text = source.slice(node.from, node.to);
      if (node.name === "VariableDefinition") name = text;
      if (name === "title" && node.name === "String") return attempt(() => JSON5.parse<string>(text));
    }
  }
  return undefined;
}
