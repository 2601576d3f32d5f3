import { beforeAll, expect, test } from "vitest";
import { checkPage, checkPages, fence, output, pageOf } from "./check.ts";

const PLACED: readonly (readonly [what: string, sample: string, place: string, error: string | undefined])[] = [
  ["an error", fence("js run", "1;", "  null.x;"), "5:8", "TypeError: Cannot read properties of null (reading 'x')"],
  [
    "an error in a library",
    fence("js run", 'require("xlsx").read("", { type: "odd" });'),
    "4:17",
    "Error: Unrecognized type odd",
  ],
  ["an error of several lines", fence("js run", 'throw new Error("a\\nb");'), "4:7", "Error: a"],
  ["something else thrown", fence("js run", "1;", "throw { a: 1 };"), "5:1", "{ a: 1 }"],
  ["a rejection", fence("mjs run", "1;", "await Promise.reject(new RangeError('no'));"), "5:22", "RangeError: no"],
  ["a late error", fence("js run", "setTimeout(() => {", "  throw new Error('late');", "});"), "5:9", "Error: late"],
  ["an exit", fence("js run", "1;", "if (1) process.exit(1);"), "5:16", undefined],
  [
    "a module that is missing",
    fence("js run", "1;", 'require("nothing");'),
    "5:1",
    "Error: Cannot find module 'nothing'",
  ],
  ["bad syntax", fence("js run", "let a;", "a = = 1;"), "5:5", "SyntaxError: Unexpected token '='"],
  [
    "an export that is missing",
    fence("mjs run", "1;", 'import { no } from "xlsx";'),
    "5:10",
    "SyntaxError: The requested module 'xlsx' does not provide an export named 'no'",
  ],
  [
    "a package that is missing",
    fence("mjs run", "1;", 'import a from "nothing/a.js";'),
    "5:15",
    "Error: Cannot find package 'nothing' imported from sample.mjs",
  ],
  [
    "a file that is missing",
    fence("mjs run", "1;", 'import "./no.mjs";'),
    "5:8",
    "Error: Cannot find module 'no.mjs' imported from sample.mjs",
  ],
];

let ofPages: string[][];
beforeAll(async () => {
  ({ ofPages } = await checkPages(PLACED.map(([, sample]) => pageOf(sample))));
});

test.each(PLACED.map((one, index) => [...one, index] as const))(
  "%s is placed inside the fence",
  (_what, _sample, place, error, index) => {
    const ending = error === undefined ? "" : `: ${error}`;
    expect(ofPages[index]?.[0]).toBe(`${place}  error  sample ends with exit code 1${ending}`);
  },
);

test("a package that is missing comes with the commands that install it, a file does not", () => {
  const hintOf = (what: string) => ofPages[PLACED.findIndex(([name]) => name === what)]?.[1];
  const install = "    hint: run npm install; if package.json doesn't list the package: npm install --save-dev nothing";
  expect(hintOf("a package that is missing")).toBe(install);
  expect(hintOf("a module that is missing")).toBe(install);
  expect(hintOf("a file that is missing")).toBeUndefined();
});

test("an exit code without an error stands at the fence, with what the sample says", async () => {
  const { lines } = await checkPage(pageOf(fence("js run", "process.exitCode = 3;", 'console.error("I give up");')));
  expect(lines).toEqual(["3:1  error  sample ends with exit code 3", "    hint: it says: I give up"]);
});

test("an await that never ends is told from an exit", async () => {
  const page = pageOf(fence("mjs run", "1;", "await new Promise(() => {});"));
  expect((await checkPage(page)).lines).toEqual([
    // Node 20 does not say where.
    expect.stringMatching(/^[35]:1 {2}error {2}sample waits for a promise that never settles$/),
  ]);
});

test("CommonJS is told from modules", async () => {
  const hint = "    hint: js is CommonJS; use mjs for an ES module";
  const { lines } = await checkPage(pageOf(fence("js run", 'import "xlsx";'), fence("js run", "await 1;")));
  expect(lines.filter((line) => line === hint)).toHaveLength(2);
});

test("indentation of lists and quotes counts into the column", async () => {
  const { ofPages } = await checkPages([
    "- a\n\n  ```js run\n  1;\n    null.x;\n  ```\n",
    "- ```js run\n  null.x;\n  ```\n",
    "> - a\n>\n>   ```js run\n>   null.x;\n>   ```\n",
    "---\ntitle: A\n---\n\n```js run\nnull.x;\n```\n",
  ]);
  expect(ofPages.map(([first]) => first?.split(" ")[0])).toEqual(["5:10", "2:8", "4:10", "6:6"]);
});

test("places in TypeScript are those of the page", async () => {
  const page = pageOf(
    fence("ts run session=one", "interface A {", "  a: number;", "}", "const a: A | null = null;"),
    fence("ts run session=one", "type B = string;", "const b: B = 'x';", "throw new Error(b + (a ?? ''));"),
  );
  expect((await checkPage(page)).lines).toEqual(["13:7  error  sample ends with exit code 1: Error: x"]);
});

test("an error in a later part of a session, and in a file of the page, stand where they are", async () => {
  const { ofPages } = await checkPages([
    pageOf(fence("js run session=one", "const f = () => {", "  null.x;", "};"), fence("js run session=one", "f();")),
    pageOf(fence("js run session=one", "1;"), fence("js run session=one", "2;", "null.x;")),
    pageOf(fence("js run", 'require("./a.js");'), fence("js file=a.js", "1;", "null.x;")),
  ]);
  expect(ofPages.map(([first]) => first?.split("  ").slice(0, 2))).toEqual([
    ["5:8", "error"],
    ["9:6", "error"],
    ["9:6", "error"],
  ]);
});

test("samples of included files are placed in those files", async () => {
  const { stderr } = await checkPage('# A\n\n<Include file="./_part.md" />\n\n<<< ./_code.js#bad js run\n', {
    "content/docs/_part.md": "Text.\n\n```js run\nnull.x;\n```\n",
    "content/docs/_code.js": "// #region bad\n1;\nnull.y;\n// #endregion\n",
  });
  expect(stderr.split("\n").map((line) => line.split("  ")[0])).toEqual([
    "content/docs/_code.js:3:6",
    "content/docs/_part.md:4:6",
    "",
  ]);
});

test("differing output is shown side by side, at its first line that differs", async () => {
  const page = pageOf(
    fence("js run", 'for (const word of ["one", "two", "3", "four\\t", "f\\u00a0ve"]) console.log(word);'),
    output("one", "two", "three", "four", "five", "six"),
  );
  const { lines, code } = await checkPage(page);
  expect(lines).toEqual([
    "10:1  error  output differs from what the sample prints; --update rewrites it",
    "      expected | actual",
    "      one      | one",
    "      two      | two",
    "    ! three    | 3",
    "      four     | four",
    "    ! five     | f\\u00a0ve",
    "    ! six      |",
  ]);
  expect(code).toBe(1);
});

test("only what is near a difference is shown, and long lines go on below", async () => {
  const long = "x".repeat(80);
  const page = pageOf(
    fence("js run", `for (let i = 0; i < 9; i++) console.log(i);`, `console.log("${long}");`),
    output("0", "1", "2", "3", "4", "5", "6", "7", "8", "y"),
  );
  const { lines } = await checkPage(page);
  expect(lines).toEqual([
    "18:1  error  output differs from what the sample prints; --update rewrites it",
    "      expected | actual",
    "      (7 equal lines)",
    "      7        | 7",
    "      8        | 8",
    `    ! y        | ${long.slice(0, 78)}`,
    "    !          | xx",
  ]);
});
