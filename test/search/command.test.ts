import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../src/shared/problem.ts";
import { command } from "../helpers/command.ts";
import { makeSite, writeFiles } from "../helpers/docgen.ts";

const SITE = {
  "content/docs/index.md": "# Start\n\nWelcome to the start.\n",
  "content/docs/electron.md": "# Electron\n\nA desktop application.\n\n## Native dialogs\n\nThe marimba is played.\n",
};

const CAPTIONS: Readonly<Record<string, string>> = {
  quuxfence: '```js title="quuxfence.config.js"\nx\n```',
  quuxgroup: "::: code-group\n```js [quuxgroup.js]\nx\n```\n:::",
  quuxlive: '```jsx live title="quuxlive"\nx\n```',
  quuxcomponent: 'A <Badge type="tip">quuxcomponent</Badge>.',
  quuxinclude: '<<< ./_part.js title="quuxinclude.js"',
  quuxdiagram: '```mermaid title="quuxdiagram"\ngraph TD; A-->B\n```',
  quuxlabel: '<Tabs>\n<TabItem value="a" label="quuxlabel">\n\ntext\n\n</TabItem>\n</Tabs>',
  quuxvalue: '<Tabs>\n<TabItem value="quuxvalue">\n\ntext\n\n</TabItem>\n</Tabs>',
  quuxsummary: "<details>\n<summary>The quuxsummary</summary>\n\nx\n\n</details>",
  quuxnote: ":::note The quuxnote\n\nx\n\n:::",
  "0.20.7": "```js since=0.20.7\nx\n```",
};

describe("docgen search", () => {
  test("finds what captions and labels say, as readers see them", async () => {
    const pages = Object.entries(CAPTIONS).map(([, text], at) => [`content/docs/p${at}.md`, `# P${at}\n\n${text}\n`]);
    const root = makeSite({ ...SITE, "content/docs/_part.js": "x\n", ...Object.fromEntries(pages) });
    const found: string[] = [];
    for (const word of Object.keys(CAPTIONS)) {
      const { stdout } = await command("search", word, "--root", root, "--json");
      found.push(JSON.parse(stdout).results[0]?.route);
    }
    expect(found).toEqual(Object.keys(CAPTIONS).map((_, at) => `/docs/p${at}`));
  });

  test("--json prints the query and its results with the section's hash in route", async () => {
    const { stdout, code } = await command("search", "marimba", "--root", makeSite(SITE), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      query: "marimba",
      results: [
        {
          route: "/docs/electron#native-dialogs",
          pageTitle: "Electron",
          sectionTitle: "Native dialogs",
          score: expect.any(Number),
          terms: ["marimba"],
          teaser: "The marimba is played.",
        },
      ],
    });
  });

  test("leaves out pages that front matter excludes, and ranks by the weight that it sets", async () => {
    const page = (search: string, text: string) =>
      `---\ntitle: Page\nsearch: ${search}\n---\n\n${text}\n\n## Part\n\n${text}\n`;
    const root = makeSite({
      ...SITE,
      "content/docs/a.md": page("true", "The zither is played."),
      "content/docs/b.md": page("{boost: 1.5}", "The zither is played."),
      "content/docs/c.md": page("{boost: 0.5}", "The zither is played."),
      "content/docs/hidden.md": page("false", "The zither and the ocarina."),
    });
    const find = async (word: string) =>
      JSON.parse((await command("search", word, "--root", root, "--json")).stdout).results;
    const results: { route: string; score: number }[] = await find("zither");
    expect(results).toHaveLength(6);
    // The best section of each page: the others of a page stand between those of other pages.
    const best = new Map(results.toReversed().map(({ route, score }) => [route.replace(/#.*/, ""), score]));
    expect([...best.keys()].sort((x, y) => (best.get(y) ?? 0) - (best.get(x) ?? 0))).toEqual(
      ["b", "a", "c"].map((name) => `/docs/${name}`),
    );
    const [a, b, c] = ["a", "b", "c"].map((name) => best.get(`/docs/${name}`));
    expect([(b ?? 0) / (a ?? 1), (c ?? 0) / (a ?? 1)]).toEqual([expect.closeTo(1.5), expect.closeTo(0.5)]);
    expect(await find("ocarina")).toEqual([]);
  });

  test("says what was looked for in place of a mistyped word, and where a query is wrong", async () => {
    const root = makeSite(SITE);
    const corrected = await command("search", "elcetron", "--root", root, "--json");
    expect(corrected.stderr).toContain('Results for "electron"');
    expect(JSON.parse(corrected.stdout).results[0].route).toBe("/docs/electron");
    const wrong = await command("search", "foo:electron", "--root", root, "--json");
    expect(wrong.stderr).toContain('unrecognised field "foo"');
    expect(wrong.code).toBe(0);
  });

  test("--check asks the queries of a file, and fails where a page is found later than it says", async () => {
    const queries = ["# query\taddresses\trank", "marimba\t/docs/electron#native-dialogs\t1", "start\t/docs/\t1\tnote"];
    const root = makeSite({ ...SITE, "good.tsv": `${[...queries, "drum\t/docs/electron\t-"].join("\n")}\n` });
    const check = (file: string, ...args: string[]) =>
      command("search", "--check", join(root, file), "--root", root, ...args);
    const good = await check("good.tsv");
    expect(good.code).toBe(0);
    expect(good.stdout).toBe("3 questions, answered by the first result: 66.7 %, by one of the first three: 66.7 %\n");

    const faulty = ["welcome\t/docs/electron\t1", "application\t/docs/gone\t2", "a\t/docs/\tfirst", "b"];
    writeFiles(root, { "bad.tsv": [...queries, ...faulty].join("\n") });
    const bad = await check("bad.tsv", "--json");
    expect(bad.code).toBe(1);
    const { queries: number, at1, ranks, problems } = JSON.parse(bad.stdout);
    expect([number, at1, ranks[0]]).toEqual([4, 0.5, { line: 2, query: "marimba", rank: 1 }]);
    expect(problems.map(({ path, line, message }: Problem) => `${path}:${line} ${message}`)).toEqual([
      'bad.tsv:4 "welcome": /docs/electron is not found, and was among the first 1',
      'bad.tsv:5 "application": /docs/gone is not found, and was among the first 2',
      "bad.tsv:5 there is no page or section /docs/gone",
      'bad.tsv:6 "first" is not a rank',
      "bad.tsv:7 no address",
    ]);

    writeFiles(root, { "bad.tsv": "a\t/docs/\tfirst\n" });
    expect((await check("bad.tsv")).stdout).toBe("no question could be read; 1 error\n");

    writeFiles(root, { "good.tsv": `# mine\nmarimba\t/docs/electron\t5\tnote\nwelcome\t/docs/electron\n` });
    expect((await check("good.tsv", "--update")).code).toBe(0);
    expect(readFileSync(join(root, "good.tsv"), "utf8")).toBe(
      "# mine\nmarimba\t/docs/electron\t1\tnote\nwelcome\t/docs/electron\t-\n",
    );
    writeFiles(root, { "good.tsv": "marimba\t/docs/electron\r\nwelcome\t/docs/electron\t1\tnote\r\n" });
    expect((await check("good.tsv", "--update")).code).toBe(0);
    expect(readFileSync(join(root, "good.tsv"), "utf8")).toBe(
      "marimba\t/docs/electron\t1\r\nwelcome\t/docs/electron\t-\tnote\r\n",
    );
    const latin1 = Buffer.from("caf\xe9\t/docs/electron\n", "latin1");
    writeFiles(root, { "latin1.tsv": latin1, "empty.tsv": "# Nothing yet\n" });
    const undecoded = await check("latin1.tsv", "--update");
    expect([undecoded.code, undecoded.stderr]).toEqual([2, expect.stringContaining("not valid for encoding utf-8")]);
    expect(readFileSync(join(root, "latin1.tsv"))).toEqual(latin1);
    const empty = await check("empty.tsv");
    expect([empty.code, empty.stderr]).toEqual([
      1,
      expect.stringContaining("empty.tsv:1:1  error  contains no questions"),
    ]);

    expect((await command("search", "a", "--update", "--root", root)).stderr).toContain("--update: requires --check");
    expect((await command("search", "--root", root)).stderr).toContain("give either a query or --check FILE");
    expect((await command("search", " ", "--root", root)).stderr).toContain("give either a query or --check FILE");
    expect((await check("none.tsv")).stderr).toContain("the file does not exist");
  });
});
