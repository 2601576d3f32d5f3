import { expect, test } from "vitest";
import { CONFIG } from "../helpers/docgen.ts";
import { checkPage, fence, output, pageOf } from "./check.ts";

test("js runs as CommonJS, mjs and ts as ES modules, each with the library", async () => {
  const page = pageOf(
    fence("js run", 'const XLSX = require("xlsx");', "console.log(typeof module, XLSX.version);"),
    output("object 0.20.3"),
    fence("mjs run", 'import { version } from "xlsx";', "console.log(typeof module, await version);"),
    output("undefined 0.20.3"),
    fence(
      "ts run",
      'import * as XLSX from "xlsx";',
      "const wb: XLSX.WorkBook = XLSX.utils.book_new();",
      "console.log(wb.SheetNames satisfies string[], typeof import.meta.url);",
    ),
    output("[] string"),
  );
  const { code, lines, summary } = await checkPage(page);
  expect(lines).toEqual([]);
  expect(summary).toBe("3 samples run (0 from the cache), 0 parsed, 0 problems");
  expect(code).toBe(0);
});

test("packages are those of the site's root, then docgen's own", async () => {
  const page = pageOf(
    fence("js run", 'console.log(require("xlsx").version, require("esbuild/package.json").name);'),
    output("site esbuild"),
  );
  const { lines } = await checkPage(page, {
    "node_modules/xlsx/package.json": '{ "name": "xlsx", "version": "9.9.9" }',
    "node_modules/xlsx/index.js": 'exports.version = "site";',
  });
  expect(lines).toEqual([]);
});

test("each sample starts in an empty folder, with a fixed clock and language and nothing of the caller's", async () => {
  const page = pageOf(
    fence("js run", 'require("fs").writeFileSync("left.txt", "");'),
    fence(
      "js run",
      'console.log(require("fs").readdirSync("."));',
      "console.log(new Date(0).getHours(), Intl.DateTimeFormat().resolvedOptions().locale);",
      'console.log(["TZ", "LANG", "NODE_ENV", "NODE_OPTIONS", "DOCGEN_SAMPLE"].map((name) => process.env[name]));',
    ),
    output("[ 'sample.cjs' ]", "0 en-US", "[ 'UTC', 'C.UTF-8', undefined, undefined, undefined ]"),
  );
  expect((await checkPage(page)).lines).toEqual([]);
});

test("variables are filled in before a sample runs", async () => {
  const page = pageOf(fence("js run", 'console.log("{vars.version}");'), output("{vars.version}"));
  const config = CONFIG.replace("}", ', vars: { version: "1.2.3" } }');
  expect((await checkPage(page, { "site.config.ts": config })).lines).toEqual([]);
});

test("fences of one session share scope and order, each with its own output", async () => {
  const page = pageOf(
    fence("js run session=one", "const a = 1;", "let b = a + 1;", "console.log(a, b)"),
    output("1 2"),
    fence("js run", "console.log(typeof a);"),
    output("undefined"),
    fence("js run session=one", "b += hoisted();"),
    fence("js run session=one", "console.log(b);", "function hoisted() { return 40; }"),
    output("42"),
    fence("mjs run session=two", 'import { utils } from "xlsx";', "const wb = utils.book_new();"),
    fence("mjs run session=two", "console.log(await wb.SheetNames);"),
    output("[]"),
    fence("ts run session=three", "const n: number = 1;"),
    fence("ts run session=three", "console.log(n);"),
    output("1"),
  );
  const { lines, summary } = await checkPage(page);
  expect(lines).toEqual([]);
  expect(summary).toBe("8 samples run (0 from the cache), 0 parsed, 0 problems");
});

test("what a part of a session prints late, or straight to the descriptor, is still its own", async () => {
  const page = pageOf(
    fence("js run session=one", 'setTimeout(() => console.log("late"), 10);', 'process.stdout.write("no line end");'),
    output("no line endlate"),
    fence(
      "js run session=one",
      'require("fs").writeSync(1, "two\\n");',
      'process.nextTick(() => console.log("tick"));',
    ),
    output("two", "tick"),
    fence("js run session=one", 'console.log("three");'),
    output("three"),
  );
  expect((await checkPage(page)).lines).toEqual([]);
});

test("a session keeps to one language", async () => {
  const page = pageOf(fence("js run session=one", "1;"), fence("mjs run session=one", "2;"));
  expect((await checkPage(page)).lines).toEqual([
    '7:1  error  session "one" started in another language',
    "    hint: use one language for the whole session",
  ]);
});

test("file= puts a fence beside all samples of its page, and runs none of it", async () => {
  const page = pageOf(
    fence("js run", 'console.log(require("./data/people.json").length, require("./help").twice(4));'),
    output("2 8"),
    fence("json file=data/people.json", "// highlight-next-line", "[1, 2]"),
    fence("js file=help.js", "exports.twice = (n) => n * 2;", 'console.log("helping");'),
  );
  const { lines } = await checkPage(page.replace("2 8", "helping\n2 8"));
  expect(lines).toEqual([]);
});

test("files have names inside the folder, each once", async () => {
  const page = pageOf(
    fence("json file=../a.json", "1"),
    fence("json file=/tmp/a.json", "1"),
    fence('json file="a\\b"', "1"),
    fence("js file=sample.cjs", "1;"),
    fence("json file=b.json", "1"),
    fence("json file=b.json", "2"),
  );
  const { lines, code } = await checkPage(page);
  expect(lines.filter((line) => !line.startsWith(" "))).toEqual([
    '3:1  error  file "../a.json" is not inside the sample\'s folder',
    '7:1  error  file "/tmp/a.json" is not inside the sample\'s folder',
    '11:1  error  file "a\\b" is not inside the sample\'s folder',
    '15:1  error  file "sample.cjs" has the name of the sample itself',
    '23:1  error  file "b.json" is already defined on line 19',
  ]);
  expect(code).toBe(1);
});
