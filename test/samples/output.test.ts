import fc from "fast-check";
import { expect, test } from "vitest";
import { align, matchesOutput, normaliseOutput } from "../../src/samples/compare-output.ts";
import { processorMs } from "../helpers/processor.ts";
import { checkPage, fence, output, pageOf } from "./check.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 });
const patterns = fc.array(fc.constantFrom("a", "b", "c", "", "..."), { maxLength: 8 });

test.each([
  ["a\nb\n", "a  \r\nb\t\r\n\r\n"],
  ["", "\n\n"],
  ["...", ""],
  ["a\n  ...\nz", "a\nb\n\nc\nz"],
  ["...\nb\n...", "b"],
  ["a\n...\na\nb", "a\na\na\na\nb"],
])("%j shows %j", (expected, actual) => {
  expect(matchesOutput(normaliseOutput(expected), normaliseOutput(actual))).toBe(true);
});

test.each([
  ["a", "a\nb"],
  ["a\n...\nb", "a"],
  [" a", "a"],
  ["a\n\nb", "a\nb"],
  ["...b", "ab"],
])("%j does not show %j", (expected, actual) => {
  expect(matchesOutput(normaliseOutput(expected), normaliseOutput(actual))).toBe(false);
});

test("`...` matches as `.*` does in a regular expression", () => {
  fc.assert(
    fc.property(patterns, lines, (expected, actual) => {
      const source = expected.map((line) => (line === "..." ? "(?:[^;]*;)*" : `${line};`)).join("");
      const text = actual.map((line) => `${line};`).join("");
      expect(matchesOutput(expected, actual)).toBe(new RegExp(`^${source}$`).test(text));
    }),
  );
});

test("laid side by side, both texts are whole and in order, and rows are the same where the output matches", () => {
  fc.assert(
    fc.property(patterns, lines, (expected, actual) => {
      const rows = align(expected, actual);
      const side = (name: "expected" | "actual") => rows.flatMap((row) => row[name] ?? []);
      expect(side("expected")).toEqual(expected.map((_, index) => index));
      expect(side("actual")).toEqual(actual.map((_, index) => index));
      expect(rows.every(({ same }) => same)).toBe(matchesOutput(expected, actual));
    }),
  );
});

test("long outputs are laid side by side in time", () => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => String(index));
  const taken = processorMs(() => {
    expect(align(numbers, [...numbers].reverse())).toHaveLength(100_000);
    expect(align(["x", "...", "y"], numbers).length).toBeGreaterThan(100_000);
  });
  expect(taken).toBeLessThan(5000);
});

test("of outputs with very many lines, or a very long one, the beginning is shown", async () => {
  const page = pageOf(
    fence("js run", "for (let i = 0; i < 150_000; i++) console.log(i);"),
    output("a"),
    fence("js run", 'process.stdout.write("x".repeat(900_000));'),
    output("y"),
  );
  const { lines, code } = await checkPage(page);
  expect(code).toBe(1);
  expect(lines).toHaveLength(2 * 123);
  expect([lines.at(122), lines.at(-1)]).toEqual(["      (149,880 more lines)", "      (line continues)"]);
});
