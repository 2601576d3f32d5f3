import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileText } from "../helpers/compile.ts";
import { type Construct, EXAMPLE, GRAMMAR_FILES, GRAMMAR_PAGE, GRAMMAR_VARS, readGrammar } from "../helpers/grammar.ts";

const { page, constructs } = readGrammar();

async function resultOf({ source, kind }: Construct): Promise<string> {
  const { html, problems } = await compileText(`${source}\n`, GRAMMAR_VARS, GRAMMAR_FILES);
  if (kind === "html") expect(problems).toEqual([]);
  return kind === "html" ? html.trim() : problems.join("\n");
}

test("the page shows every construct", () => expect(constructs.length).toBeGreaterThan(40));

if (process.env.DOCGEN_UPDATE !== "1") {
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
    writeFileSync(GRAMMAR_PAGE, updated);
  });
}
