import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileText } from "../helpers/compile.ts";
import { PROJECT } from "../helpers/docgen.ts";

const PAGE = join(PROJECT, "src/markdown/GRAMMAR.md");

/** Files that the page's includes name. */
const FILES = {
  "_part.md": "Included *Markdown*.\n",
  "sum.js": "// #region add\n  function add(a, b) {\n    return a + b;\n  }\n// #endregion\n",
};

/** One construct: what an author writes, and the HTML or the messages that come of it. */
interface Construct {
  readonly source: string;
  readonly kind: "html" | "text";
  readonly result: string;
  readonly line: number;
}

const EXAMPLE = /^(`{4,})markdown\n([\s\S]*?)\n\1\n\n(`{3,})(html|text)\n([\s\S]*?)\n\3$/gm;

const page = readFileSync(PAGE, "utf8");
const constructs: Construct[] = [...page.matchAll(EXAMPLE)].map(
  ([, , source = "", , kind, result = ""], index, all) => {
    const before = page.slice(0, all[index]?.index);
    return { source, kind: kind === "text" ? "text" : "html", result, line: before.split("\n").length };
  },
);

async function resultOf({ source, kind }: Construct): Promise<string> {
  const { html, problems } = await compileText(`${source}\n`, { version: "0.20.3" }, FILES);
  return kind === "html" ? html.trim() : problems.join("\n");
}

test("the page shows every construct", () => expect(constructs.length).toBeGreaterThan(40));

if (process.env.UPDATE_GRAMMAR === undefined) {
  test.each(constructs)("GRAMMAR.md line $line gives what the page says", async (construct) => {
    expect(await resultOf(construct)).toBe(construct.result);
  });
} else {
  test("results are written into the page", async () => {
    const results = await Promise.all(constructs.map(resultOf));
    let index = 0;
    const updated = page.replace(EXAMPLE, (_, outer: string, source: string, inner: string, kind: string) => {
      const result = results[index++] ?? "";
      return `${outer}markdown\n${source}\n${outer}\n\n${inner}${kind}\n${result}\n${inner}`;
    });
    writeFileSync(PAGE, updated);
  });
}
