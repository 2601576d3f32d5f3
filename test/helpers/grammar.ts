import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./docgen.ts";

/** The page that shows every construct of the dialect. */
export const GRAMMAR_PAGE = join(PROJECT, "src/markdown/GRAMMAR.md");

/** Files that the page includes. */
export const GRAMMAR_FILES = {
  "_part.md": "Included *Markdown*.\n",
  "sum.js": "// #region add\n  function add(a, b) {\n    return a + b;\n  }\n// #endregion\n",
};

export const GRAMMAR_VARS = { version: "0.20.3" };

/** A construct: its source, and the resulting HTML or messages. */
export interface Construct {
  readonly source: string;
  readonly kind: "html" | "text";
  readonly result: string;
  readonly line: number;
}

export const EXAMPLE = /^(`{4,})markdown\n([\s\S]*?)\n\1\n\n(`{3,})(html|text)\n([\s\S]*?)(?:\n|^)\3$/gm;

/** Reads the constructs of the page, in order. */
export function readGrammar(): { readonly page: string; readonly constructs: readonly Construct[] } {
  const page = readFileSync(GRAMMAR_PAGE, "utf8");
  const constructs = [...page.matchAll(EXAMPLE)].map(
    ([, , source = "", , kind, result = ""], index, all): Construct => {
      const before = page.slice(0, all[index]?.index);
      return { source, kind: kind === "text" ? "text" : "html", result, line: before.split("\n").length };
    },
  );
  return { page, constructs };
}
