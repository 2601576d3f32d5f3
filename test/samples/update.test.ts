import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG } from "../helpers/docgen.ts";
import { checkPage, checkSite, fence, output, PAGE, pageOf, readPage } from "./check.ts";

/** Updates a page and checks it again. @returns its new text */
async function updated(page: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { root, code } = await checkPage(page, more, "--update");
  expect(code).toBe(0);
  const again = await checkSite(root);
  expect(again.lines).toEqual([]);
  return readPage(root);
}

const SAMPLE = fence("js run", 'console.log("one\\ntwo\\n\\nfour");');

test("--update rewrites what differs, says so, and touches nothing else", async () => {
  const page = pageOf(
    SAMPLE,
    output("one", "2"),
    "Trailing space:  \n\n\n",
    fence("js run", "console.log(1);"),
    output("1  ", ""),
  );
  const { lines, code, root, summary } = await checkPage(page, {}, "--update");
  expect(lines).toEqual([
    "9:1  updated",
    "      expected | actual",
    "      one      | one",
    "    ! 2        | two",
    "    !          |",
    "    !          | four",
  ]);
  expect(readPage(root)).toBe(page.replace("one\n2\n", "one\ntwo\n\nfour\n"));
  expect(summary).toBe("2 samples run (0 from the cache), 0 parsed, 0 problems");
  expect(code).toBe(0);
});

test("--update fills an empty fence, and empties one whose sample prints nothing", async () => {
  expect(await updated(pageOf(SAMPLE, output()))).toBe(pageOf(SAMPLE, output("one", "two", "", "four")));
  const silent = fence("js run", "1;");
  expect(await updated(pageOf(silent, output("one")))).toBe(pageOf(silent, output()));
});

test("--update keeps line ends", async () => {
  const page = pageOf(SAMPLE, output("one")).replaceAll("\n", "\r\n");
  expect(await updated(page)).toBe(pageOf(SAMPLE, output("one", "two", "", "four")).replaceAll("\n", "\r\n"));
});

test("--update keeps a byte order mark, and a last line without an end", async () => {
  const page = (text: string) => `\uFEFF${text.trimEnd().replaceAll("\n", "\r\n")}`;
  const live = fence("jsx live", "<b>1</b>");
  expect(await updated(page(pageOf(live)))).toBe(page(pageOf(live, output("1"))));
});

test("--update keeps the indentation of lists and the marks of quotes", async () => {
  expect(await updated("1. ```js run\n   console.log('a\\n\\nb');\n   ```\n\n   ```text output\n   ```\n")).toBe(
    "1. ```js run\n   console.log('a\\n\\nb');\n   ```\n\n   ```text output\n   a\n\n   b\n   ```\n",
  );
  expect(await updated("> ```js run\n> console.log('a\\n\\nb');\n> ```\n>\n> ```text output\n> x\n> ```\n")).toBe(
    "> ```js run\n> console.log('a\\n\\nb');\n> ```\n>\n> ```text output\n> a\n>\n> b\n> ```\n",
  );
});

test("--update keeps variables and `...` where they still hold", async () => {
  const config = CONFIG.replace("}", ', vars: { version: "1.2.3" } }');
  const sample = fence("js run", 'console.log("{vars.version}\\na\\nb\\nc\\nd");');
  const page = pageOf(sample, output("{vars.version}", "...", "c", "x"));
  expect(await updated(page, { "site.config.ts": config })).toBe(
    pageOf(sample, output("{vars.version}", "...", "c", "d")),
  );
});

test("--update makes a fence longer that its output would end", async () => {
  const sample = fence("js run", 'console.log("```\\nx\\n````");');
  expect(await updated(pageOf(sample, output("y")))).toBe(pageOf(sample, "`````text output\n```\nx\n````\n`````\n"));
});

test("--update rewrites each part of a session, and leaves alone what fails", async () => {
  const page = pageOf(
    fence("js run session=one", "console.log(1);"),
    output("x"),
    fence("js run session=one", "console.log(2);"),
    output("y"),
    fence("js run", "console.log(3);", "null.x;"),
    output("z"),
  );
  const { root, lines, code } = await checkPage(page, {}, "--update");
  expect(readPage(root)).toBe(page.replace("x\n`", "1\n`").replace("y\n`", "2\n`"));
  expect(lines.at(-1)).toMatch(/^21:6 {2}error {2}sample ends with exit code 1/);
  expect(code).toBe(1);
});

test("--update writes into the file that holds the fence, once, and not into included output", async () => {
  const sample = fence("js run", "console.log(1);");
  const include = '<Include file="./_part.md" />\n';
  const { root, stderr } = await checkPage(
    `${include}\n${sample}\n<<< ./out.txt text output\n`,
    {
      "content/docs/b.md": include,
      "content/docs/_part.md": sample + output("x"),
      "content/docs/out.txt": "y\n",
    },
    "--update",
  );
  const part = readFileSync(join(root, "content/docs/_part.md"), "utf8");
  expect(part).toBe(sample + output("1"));
  expect(stderr.match(/updated/g)).toHaveLength(1);
  expect(stderr).toContain(
    "content/docs/out.txt:1:1  error  output differs from what the sample prints; it is included: correct the included file",
  );
});

test("--update leaves the code of a block that is live and an output as it is", async () => {
  const page = pageOf(fence("jsx live output", "<b>code</b>"));
  const { root, stderr } = await checkPage(page, {}, "--update");
  expect(readPage(root)).toBe(page);
  expect(stderr).toContain("output block follows no sample that runs");
});

test("--update of one page leaves the others", async () => {
  const page = pageOf(SAMPLE, output("x"));
  const { root } = await checkPage(page, { "content/docs/b.md": page }, "--update", "content/docs/b.md");
  expect(readPage(root)).toBe(page);
  expect(PAGE).not.toBe("content/docs/b.md");
});

test("--update records the results of live samples that run without a browser, and a check compares them", async () => {
  const form = fence(
    "jsx live",
    "function Form() {",
    '  console.log("no result");',
    '  return <form><label>Name <input defaultValue="Ann" /></label><label><input type="checkbox" defaultChecked /> new</label>',
    '    <select defaultValue="b"><option>a</option><option>b</option></select><select><option hidden>Pick</option><option>c</option></select>',
    '    <textarea defaultValue={"1\\n2"} />',
    "    <table><tbody><tr><th rowSpan={2}>Key</th><td>long text</td><td>1</td></tr><tr><td>short</td><td>2</td></tr></tbody></table>",
    "    <ul><li>one</li></ul><button>Save</button><p hidden>no</p>",
    '    <select defaultValue=""><option value="" hidden>pick</option><option>c</option></select></form>;',
    "}",
  );
  const recorded = [
    "Name [Ann] [x] new [b] [Pick]",
    "| 1",
    "| 2",
    "Key  long text  1",
    "     short      2",
    "- one",
    "[Save] [pick]",
  ];
  const late = fence("tsx live noInline", "const n: number = 1;", "render(<b>{n}</b>);");
  const needsBrowser = fence("jsx live", "<b>{document.title}</b>");
  const hasEffects = fence("jsx live", "function A() {", "  React.useEffect(() => {});", "  return <b>no</b>;", "}");
  const page = pageOf(form, late, needsBrowser, hasEffects);
  const expected = pageOf(form, output(...recorded), late, output("1"), needsBrowser, hasEffects);
  expect(await updated(page)).toBe(expected);
  const wrong = await checkPage(
    pageOf(late, output("2"), fence("jsx live", "<b>", "  {missing.x}", "</b>"), output("x")),
  );
  expect(wrong.lines.filter((line) => /^\d/.test(line))).toEqual([
    "9:1  error  output differs from what the sample prints; --update rewrites it",
    "14:4  error  sample ends with exit code 1: ReferenceError: missing is not defined",
  ]);
  expect(wrong.code).toBe(1);
});
