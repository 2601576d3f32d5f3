import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SearchIndexFile } from "../../src/search/build-index.ts";
import { fold } from "../../src/search/fold.ts";
import { languageName } from "../../src/search/language.ts";
import { LANGUAGE_NAMES, loadLanguage } from "../../src/search/load-language.ts";
import { createSearcher } from "../../src/search/searcher.ts";
import { command } from "../helpers/command.ts";
import { buildSite, readOutput, readTree } from "../helpers/docgen.ts";
import { BOOSTS, indexOf } from "./small-site.ts";

/** By tag: a word in a text, another form of it as a query, and a stop word with a word that is none. */
const CASES: readonly (readonly [tag: string, text: string, query: string, stopWord: string])[] = [
  ["de-AT", "Mehrere Tabellen verbinden", "Tabelle", "und"],
  ["fr", "Les développements récents", "développement", "les"],
  ["ru", "Чтение таблицы из файла", "таблицами", "из"],
  ["tr", "Tabloları birleştirmek", "tablolar", "ve"],
  ["nb", "Regnearkene er store", "regneark", "og"],
];

async function searcherOf(tag: string, pages: Parameters<typeof indexOf>[0]) {
  return createSearcher(indexOf(pages), BOOSTS, await loadLanguage(languageName(tag)));
}

describe("a search in another language than English", () => {
  test.each(CASES)("knows forms and stop words of %s", async (tag, text, query, stopWord) => {
    const other = { title: "Other", text: `${stopWord} ${stopWord}` };
    const { search } = await searcherOf(tag, { "/a": { title: "A", text }, "/b": other });
    expect(search(query, 8).results.map(({ document }) => document.sectionRoute)).toEqual(["/a"]);
    expect(search(`${stopWord} ${query}`, 8).results.map(({ document }) => document.sectionRoute)).toEqual(["/a"]);
  });

  test.each(LANGUAGE_NAMES)("has a stem for each word of %s", async (name) => {
    const { stem } = await loadLanguage(name);
    const { stopwords } = (await import(`@orama/stopwords/${name}`)) as { readonly stopwords: readonly string[] };
    // Two words in one are as long as words of texts.
    const words = stopwords
      .slice(0, 60)
      .flatMap((first) => [first, ...stopwords.slice(0, 40).map((last) => first + last)]);
    expect(words.filter((word) => typeof stem(fold(word)) !== "string")).toEqual([]);
  });

  test("has no stems for a language whose stemmer throws", async () => {
    const { search } = await searcherOf("bg", { "/a": { title: "A", text: "таблици" } });
    expect(search("таблици", 8).results).toHaveLength(1);
  });

  test("does not take words for English ones", async () => {
    const pages = { "/a": { title: "A", text: "was" }, "/b": { title: "B", text: "Rezept" } };
    const { search } = await searcherOf("de", pages);
    expect(
      search("was Rezept", 8)
        .results.map(({ document }) => document.sectionRoute)
        .sort(),
    ).toEqual(["/b"]);
    const dutch = await searcherOf("nl", { "/a": { title: "A", text: "will" }, "/b": { title: "B", text: "recept" } });
    expect(dutch.search("will", 8).results).toHaveLength(1);
    // English: `needing` is a form of `need`; there is none in a language without a stemmer.
    const none = await searcherOf("th", { "/a": { title: "A", text: "needing" } });
    expect(none.search("needed", 8, true).results).toEqual([]);
  });

  test("has its language from the site, and brings only the files of that language", async () => {
    const root = await buildSite({
      "site.config.ts":
        'export default { title: "T", url: "https://example.com", i18n: { defaultLocale: "de", locales: ["de"] } };\n',
      "content/docs/a.md": "# Start\n\nMehrere Tabellen verbinden.\n",
    });
    const { index } = JSON.parse(readOutput(root, "search-index-docs-default-current.json")) as SearchIndexFile;
    expect(index.language).toBe("german");
    const scripts = [...readTree(join(root, "build")).keys()].filter((file) => /stemmers|stopwords/.test(file));
    expect(scripts.map((file) => file.replace(/-[A-Z0-9]{8}\.js$/, ""))).toEqual([
      "assets/stemmers-german",
      "assets/stopwords-german",
    ]);
    expect((await command("search", "Tabelle", "--root", root)).stdout).toContain("Start");
  });

  test("brings nothing to a site in English", async () => {
    const root = await buildSite({ "content/docs/a.md": "# A\n" });
    expect(readOutput(root, "search-index-docs-default-current.json")).not.toContain('"language"');
    expect([...readTree(join(root, "build")).keys()].join("\n")).not.toMatch(/stemmers|stopwords/);
  });
});
