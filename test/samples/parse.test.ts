import { beforeAll, expect, test } from "vitest";
import { findHtmlFault } from "../../src/samples/check-syntax.ts";
import { processorMs } from "../helpers/processor.ts";
import { checkPage, checkPages, fence, pageOf } from "./check.ts";

const FAULTS: readonly (readonly [info: string, code: string, message: string])[] = [
  ["js", "let a = 1;\nlet b = ;", '2:9 js does not parse: Unexpected ";"'],
  ["jsx", "<b>\n  {a\n</b>", "3:5 jsx does not parse: Unterminated regular expression"],
  [
    "jsx live",
    "function A() {\n  return <b>;\n}",
    '3:1 jsx does not parse: Unexpected end of file before a closing "b" tag',
  ],
  ["mjs", "await 1;\nexport { a as };", '2:15 mjs does not parse: Expected identifier but found "}"'],
  ["ts", "const a: = 1;", '1:10 ts does not parse: Unexpected "="'],
  [
    "tsx",
    "const a: number = <b>1</c>;",
    '1:25 tsx does not parse: Unexpected closing "c" tag does not match opening "b" tag',
  ],
  ["json", '{\n  "a": 1,\n}', "2:9 json does not parse: JSON does not support trailing commas"],
  ["json", "{}\n// no", "2:1 json does not parse: JSON does not support comments"],
  ["jsonc", '{ "a": 1, // x\n /* y */ "b": 01 }', '2:15 jsonc does not parse: Unexpected "01" in JSON'],
  ["yaml", "a: 1\nb: [1, 2\nc: 3", "3:1 yaml does not parse: missed comma between flow collection entries"],
  ["yml", "a: 'x", "1:1 yml does not parse: unexpected end of the stream within a single quoted scalar"],
  ["html", "<div>\n  <a href='x>y</a>\n</div>", "2:11 html does not parse: quote in <a> is not closed"],
];

let check: Awaited<ReturnType<typeof checkPages>>;
beforeAll(async () => {
  check = await checkPages(FAULTS.map(([info, code]) => pageOf(fence(info, ...code.split("\n")))));
});

test.each(FAULTS.map((one, index) => [...one, index] as const))("%s is parsed: %j", (_info, _code, message, index) => {
  const own = check.ofPages[index] ?? [];
  const [, line, column, text] = /^(\d+):(\d+) {2}warning {2}(.*)$/.exec(own[0] ?? "") ?? [];
  expect(`${Number(line) - 3}:${column} ${text}`).toBe(message);
  expect(own.filter((one) => !one.startsWith(" "))).toHaveLength(1);
});

test("code that does not parse is a warning: nothing runs, and the check passes", () => {
  const all = FAULTS.length;
  expect(check.summary).toBe(`0 samples run (0 from the cache), ${all} parsed, ${all} problems`);
  expect(check.code).toBe(0);
});

test("good code, code marked nocheck and other languages pass", async () => {
  const page = pageOf(
    fence("js", "const a = <b>{await 1}</b>;"),
    fence("js nocheck", "const = ..."),
    fence("ts", "let a = <string>b; // [!code ++]"),
    fence("tsx live", "<A<string> />"),
    fence("json", "{", "  // highlight-next-line", '  "a": "// b" // [!code focus]', "}"),
    fence("jsonc", '{ "a": "/* b */" /* c */ }'),
    fence("yaml", "a: !Ref b", "---", "c: [1, 2]"),
    fence("html", "<!doctype html>", "<p>One<p>Two<br>", "<script>if (a < b) '</p>'</script>"),
    fence("bash", "if ["),
    fence("text", "<div"),
    "    indented = = code\n",
  );
  const { lines, summary } = await checkPage(page);
  expect(lines).toEqual([]);
  expect(summary).toBe("0 samples run (0 from the cache), 7 parsed, 0 problems");
});

test("run is for three languages", async () => {
  const { lines } = await checkPage(pageOf(fence("jsx run", "<b />")));
  expect(lines).toEqual(['3:1  error  "run" works with js, mjs and ts, not with "jsx"', "    hint: write jsx live"]);
});

test.each([
  ["", undefined],
  ["a < b && c > d", undefined],
  ["<!-- <div> -->text", undefined],
  ["<ul><li>a<li>b</ul>", undefined],
  ["<table><tr><td>a<td>b</table>", undefined],
  ["</body></html>", undefined],
  ["<img src=a.png><br/><input disabled>", undefined],
  ['<div @click="a" :b=\'c\' v-on:x.y=z (d)="e" [f]="g" {{h}}>{{ 1 < 2 }}</div>', undefined],
  ["<svg><path d='M0'/></svg>", undefined],
  ["<my-element></my-element>", undefined],
  ["<textarea></div></textarea>", undefined],
  ["<a title='>'>x</a>", undefined],
  ["<DIV></div>", undefined],
  ["<div><p>a</div>", undefined],
  ["<!-- a", "0 comment is not closed"],
  ["<div", "0 tag <div is not closed"],
  ["x <div class", "2 tag <div is not closed"],
  ["<div <b>", "0 tag <div is not closed"],
  ["<div>", "0 <div> is not closed"],
  ["<div><b></div>", "5 <b> is not closed"],
  ["<b>a</b></b>", "8 </b> closes nothing"],
  ["<script>a", "0 <script> is not closed"],
  ['<a href="x>y</a>', "8 quote in <a> is not closed"],
  ['<a href="x>y</a><a href="z">', "8 quote in <a> is not closed"],
])("HTML %j", (source, fault) => {
  const found = findHtmlFault(source);
  expect(found === undefined ? undefined : `${found.offset} ${found.message}`).toBe(fault);
});

test("reading HTML takes time in proportion to it", () => {
  for (const piece of ["<", "<a ", "<a b='", "<a b=c", "</a>", "<div>", "<!--", "<script>", `<a ${" ".repeat(50)}`]) {
    expect(processorMs(() => findHtmlFault(piece.repeat(20_000)))).toBeLessThan(2000);
  }
});
