import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SiteSearchResult } from "../../src/cli/search-command.ts";
import type { SearchIndexFile } from "../../src/search/build-index.ts";
import { command } from "../helpers/command.ts";
import { buildSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";

const INDEX = "search-index-docs-default-current.json";
const FILLER = "Sand, stones and more sand lie here. ".repeat(8);
const page = (at: number, end: string) => ({ [`content/docs/p${at}.md`]: `# Page ${at}\n\n${FILLER}\n\n${end}\n` });
const PAGES = {
  ...Object.assign({}, ...Array.from({ length: 9 }, (_, at) => page(at, `Here is 🐫${at}.`))),
  ...page(8, "A striped zebra rests."),
  ...page(9, "The zebra is always striped."),
};
const CONFIG = (search: string) => `export default { title: "T", url: "https://example.com", search: ${search} };\n`;

const indexOf = (root: string) => JSON.parse(readOutput(root, INDEX)) as SearchIndexFile;
const textsOf = (root: string) => {
  return (indexOf(root).parts ?? []).map(([, url]) => JSON.parse(readOutput(root, url.slice(1))) as readonly string[]);
};
const ask = async (root: string, query: string) =>
  JSON.parse((await command("search", query, "--root", root, "--json")).stdout);

describe("an index above the size that the configuration sets", () => {
  test("has the beginnings of texts, and parts with the texts; an edit changes only its part", async () => {
    const whole = await buildSite({ ...PAGES, "site.config.ts": CONFIG("{}") });
    const split = await buildSite({ ...PAGES, "site.config.ts": CONFIG("{ splitIndexAbove: 5000 }") });
    const { documents, index, parts } = indexOf(split);
    expect(parts?.map(([count]) => count)).toEqual([8, 3]);
    expect(textsOf(split).flat()).toEqual(indexOf(whole).documents.map(({ content }) => content));
    expect({ index, documents: documents.map((own, at) => ({ ...own, content: textsOf(split).flat()[at] })) }).toEqual(
      indexOf(whole),
    );
    expect(documents.map(({ content }) => content)).toEqual(
      textsOf(split)
        .flat()
        .map((text) => text.slice(0, 160)),
    );
    expect([...readTree(join(whole, "build")).keys()].filter((file) => /search-.*json/.test(file))).toEqual([INDEX]);

    for (const query of ["zebra", '"striped zebra"', 'zebra -"striped zebra"', "sand stones", "🐫3"]) {
      // The words of a query count as near each other only in the beginnings of texts.
      const [ofSplit, ofWhole] = [await ask(split, query), await ask(whole, query)].map(({ results }) => {
        return (results as SiteSearchResult[]).map(({ score: _, ...result }) => result);
      });
      expect({ query, results: ofSplit }).toEqual({ query, results: ofWhole });
      expect(ofSplit?.length).toBeGreaterThan(0);
    }

    const before = readTree(join(split, "build"));
    writeFiles(split, page(9, "The zebra is striped now and then."));
    expect((await command("build", "--root", split)).code).toBe(0);
    const after = readTree(join(split, "build"));
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (file) => before.get(file) !== after.get(file),
    );
    const lastParts = [parts, indexOf(split).parts].map((list) => list?.at(-1)?.[1].slice(1));
    expect(changed.filter((file) => file.startsWith("assets/")).sort()).toEqual(lastParts.sort());
    expect((await ask(split, '"now and then"')).results.map(({ route }: { route: string }) => route)).toEqual([
      "/docs/p9",
    ]);
    // The size is that of the setting.
    writeFiles(split, { "site.config.ts": CONFIG("{ splitIndexAbove: 50_000 }") });
    expect((await command("build", "--root", split)).code).toBe(0);
    expect(indexOf(split).parts).toBeUndefined();
  });
});
