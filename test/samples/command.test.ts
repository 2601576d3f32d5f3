import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { CONFIG, makeSite, writeFiles } from "../helpers/docgen.ts";
import { checkPage, checkSite, fence, output, PAGE, pageOf } from "./check.ts";

test("what has passed is not run again until something that it depends on changes", async () => {
  const sample = fence("js run", 'console.log(require("./a.json"));');
  const page = (file: string, shown: string) => pageOf(fence("json file=a.json", file), sample, output(shown));
  const { root, summary } = await checkPage(page("1", "1"));
  expect(summary).toBe("1 sample run (0 from the cache), 1 parsed, 0 problems");
  expect((await checkSite(root)).summary).toBe("1 sample run (1 from the cache), 1 parsed, 0 problems");
  writeFiles(root, { [PAGE]: page("1", "2") });
  expect((await checkSite(root)).summary).toBe("1 sample run (0 from the cache), 1 parsed, 1 problem");
  expect((await checkSite(root)).summary).toBe("1 sample run (0 from the cache), 1 parsed, 1 problem");
  writeFiles(root, { [PAGE]: page("2", "2") });
  expect((await checkSite(root)).summary).toBe("1 sample run (0 from the cache), 1 parsed, 0 problems");
  const library = '{ scripts: "x", global: "x", package: "library" }';
  writeFiles(root, {
    "site.config.ts": `export default { title: "T", url: "https://example.com", live: { library: ${library} }, scripts: [{ name: "x", src: "/x.js" }] };\n`,
    "node_modules/library/package.json": '{ "name": "library", "version": "9.9.9" }',
  });
  expect((await checkSite(root)).summary).toBe("1 sample run (0 from the cache), 1 parsed, 0 problems");
  expect((await checkSite(root)).summary).toBe("1 sample run (1 from the cache), 1 parsed, 0 problems");
});

test("a damaged store is ignored and replaced", async () => {
  const { root } = await checkPage(pageOf(fence("js run", "1;")));
  const store = join(root, ".docgen/samples/passed.json");
  for (const damaged of ["{", "[]", '{"content/docs/a.md":3}', "\0\0"]) {
    writeFileSync(store, damaged);
    expect((await checkSite(root)).summary).toBe("1 sample run (0 from the cache), 0 parsed, 0 problems");
    expect((await checkSite(root)).summary).toBe("1 sample run (1 from the cache), 0 parsed, 0 problems");
  }
  rmSync(join(root, ".docgen"), { recursive: true });
  writeFileSync(join(root, ".docgen"), "in the way");
  expect((await checkSite(root)).code).toBe(0);
});

test("pages are chosen by path or route; drafts only so", async () => {
  const root = makeSite({
    "content/docs/one.md": pageOf(fence("js run", "1;")),
    "content/docs/two.md": pageOf(fence("js run", "2;"), fence("js run", "3;")),
    "content/docs/draft.md": `---\ndraft: true\n---\n\n${fence("js run", "throw 1;")}`,
    "content/docs/three words here.md": "# Three words\n",
  });
  const summaryOf = async (...pages: string[]) => (await checkSite(root, ...pages)).summary;
  expect(await summaryOf("content/docs/one.md")).toBe("1 sample run (0 from the cache), 0 parsed, 0 problems");
  expect(await summaryOf("/docs/two/")).toBe("2 samples run (0 from the cache), 0 parsed, 0 problems");
  expect(await summaryOf()).toBe("3 samples run (3 from the cache), 0 parsed, 0 problems");
  expect(await summaryOf("docs/one", join(root, "content/docs/two.md"))).toBe(
    "3 samples run (3 from the cache), 0 parsed, 0 problems",
  );
  expect((await command("check-samples", "--root", root, "/docs/three%20words%20here")).code).toBe(0);
  expect(await summaryOf("./docs/draft.md")).toBe("1 sample run (0 from the cache), 0 parsed, 1 problem");
  const { code, stderr } = await command("check-samples", "--root", root, "/docs/twoo");
  expect(stderr).toBe('error  no page "/docs/twoo"; did you mean "/docs/two"?\n');
  expect(code).toBe(2);
});

test("a page that can't be read is a problem, however it is named", async () => {
  const root = makeSite({ "content/docs/bad.md": Buffer.from("# Bad \xff\n", "latin1") });
  for (const name of ["content/docs/bad.md", "docs/bad.md", "/docs/bad"])
    expect((await checkSite(root, name)).summary, name).toBe("0 samples run (0 from the cache), 0 parsed, 1 problem");
});

test("samples of translations run as well, those of pages without one once", async () => {
  const i18n = 'i18n: { locales: ["de", "en"], defaultLocale: "en" }';
  const root = makeSite({
    "site.config.ts": CONFIG.replace("}", `, ${i18n} }`),
    "content/docs/one.md": pageOf(fence("js run", "1;")),
    "content/docs/two.md": pageOf(fence("js run", "2;")),
    "content/i18n/de/docs/one.md": pageOf(fence("js run", "console.log(3);"), output("drei")),
  });
  const { lines, summary } = await checkSite(root);
  expect(summary).toBe("3 samples run (0 from the cache), 0 parsed, 1 problem");
  expect(lines[0]).toContain("content/i18n/de/docs/one.md:8:1  error  output differs");
  for (const name of ["content/i18n/de/docs/one.md", "/de/docs/one"]) {
    expect((await checkSite(root, name)).summary).toBe("1 sample run (0 from the cache), 0 parsed, 1 problem");
  }
  expect((await checkSite(root, "/docs/one")).summary).toBe("1 sample run (1 from the cache), 0 parsed, 0 problems");
  expect((await checkSite(root, "--update")).code).toBe(0);
});

test("a page that can't be read is reported, not passed over", async () => {
  const root = makeSite({ [PAGE]: "---\ntitle: a: b\n---\n", "content/docs/b.md": "```js run\n1;\n" });
  const { lines, code } = await checkSite(root);
  expect(lines).toEqual([
    "2:9  error  front matter is not valid YAML: incomplete explicit mapping pair",
    "    hint: quote a value that contains a colon",
    "content/docs/b.md:1:1  error  code fence is not closed",
    "    hint: close it with a line of ```",
  ]);
  expect(code).toBe(1);
  expect((await checkSite(root, PAGE)).lines).toHaveLength(2);
});

test("an output block that no sample prints is reported", async () => {
  const { lines, code } = await checkPage(pageOf(fence("js", "console.log(1);"), output("1")));
  expect(lines).toEqual([
    "7:1  error  output block follows no sample that runs",
    '    hint: add "run" to the block before it, or remove "output"',
  ]);
  expect(code).toBe(1);
});

test("a page whose component throws is reported, as its samples can't be read", async () => {
  const root = makeSite({
    "site.config.ts": CONFIG.replace("{", `{ components: { Sum: "./sum.tsx" },`),
    "sum.tsx": 'export default () => { throw new Error("no numbers"); };\n',
    [PAGE]: pageOf("<Sum />", fence("js run", 'console.log("never compared");'), output("wrong")),
  });
  const { lines, code } = await checkSite(root);
  expect(lines.join("\n")).toContain("no numbers");
  expect(code).toBe(1);
});

test("--json gives the problems, with what was expected and printed", async () => {
  const { stdout, stderr, code } = await checkPage(
    pageOf(fence("js run", "console.log(2);"), output("1"), fence("js", "let a = ;")),
    {},
    "--json",
  );
  expect(JSON.parse(stdout)).toEqual({
    checked: 2,
    problems: [
      {
        path: PAGE,
        line: 8,
        column: 1,
        severity: "error",
        code: "sample-output",
        message: "output differs from what the sample prints; --update rewrites it",
        hint: "  expected | actual\n! 1        | 2",
      },
      {
        path: PAGE,
        line: 12,
        column: 9,
        severity: "warning",
        code: "syntax",
        message: 'js does not parse: Unexpected ";"',
        hint: "fix it, or add nocheck after the language if it is intended",
      },
    ],
  });
  expect(stderr).toBe("");
  expect(code).toBe(1);
});

test("--verbose says how long each sample took", async () => {
  const { lines } = await checkPage(pageOf(fence("js run", "1;")), {}, "--verbose");
  const lasting = [/^pages: \d+\.\d{3} s$/, /^3 {2}\d+\.\d{3} s$/, /^samples: \d+\.\d{3} s$/];
  expect(lines).toEqual(lasting.map((line) => expect.stringMatching(line)));
});

test("samples run side by side, as many as --jobs says", async () => {
  // Each waits until it sees the other, and until that has seen it: a folder is gone when its sample ends.
  const meeting = [
    'const fs = require("fs");',
    'const folders = (file) => fs.readdirSync("..").filter((name) => fs.existsSync(["..", name, file].join("/")));',
    "const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);",
    'fs.writeFileSync("here", "");',
    'while (folders("here").length < 2) wait();',
    'fs.writeFileSync("met", "");',
    'while (folders("here").length > folders("met").length) wait();',
  ];
  const page = pageOf(fence("js run timeout=5", ...meeting), fence("js run timeout=5", ...meeting));
  expect((await checkPage(page, {}, "--jobs", "2")).lines).toEqual([]);
  const { stderr, code } = await command("check-samples", "--root", ".", "--jobs", "none");
  expect(stderr).toBe('error  --jobs: "none" is not a number of samples; use 1 or more\n');
  expect(code).toBe(2);
});

test("nothing is kept or made where nothing runs", async () => {
  const { root, summary } = await checkPage("# Page\n");
  expect(summary).toBe("0 samples run (0 from the cache), 0 parsed, 0 problems");
  expect(existsSync(join(root, ".docgen"))).toBe(false);
  expect(readdirSync(root).sort()).toEqual(["content", "site.config.ts"]);
});
