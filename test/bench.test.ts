import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { docgen, PROJECT, readTree, temporaryFolder } from "./helpers/docgen.ts";
import { IS_WEEKLY } from "./helpers/weekly.ts";

const run = promisify(execFile);
const bench = (script: string, ...args: string[]) =>
  run(process.execPath, [join(PROJECT, "test/bench", script), ...args]);

/** Writes 45 pages. @returns their texts by path */
async function corpus(): Promise<{ root: string; pages: Map<string, string> }> {
  const root = temporaryFolder();
  await bench("corpus.mjs", root, "--pages", "45", "--for", "docgen");
  const pages = [...readTree(root)].filter(([path]) => path.includes("/page-"));
  return { root, pages: new Map(pages.map(([path, text]) => [path.replace("content/docs/", ""), text])) };
}

test("the corpus has N pages of about 6 kB in sections of 20, three levels deep, the same at each call", async () => {
  const [{ pages }, again] = await Promise.all([corpus(), corpus()]);
  expect(pages).toEqual(again.pages);
  expect(pages.size).toBe(45);
  const sections = [...pages.keys()].map((path) => posix.dirname(path));
  expect([1, 2, 3].map((at) => sections.filter((one) => one === `part-1/section-${at}`).length)).toEqual([20, 20, 5]);
  const bytes = [...pages.values()].reduce((sum, text) => sum + text.length, 0);
  expect(bytes / pages.size).toBeGreaterThan(5500);
  expect(bytes / pages.size).toBeLessThan(6500);
});

test("each page has six fenced blocks of 8 to 20 lines that no other page has, a table, lists and five links to pages", async () => {
  const { pages } = await corpus();
  const blocks: string[] = [];
  for (const [path, text] of pages) {
    const fences = [...text.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)];
    expect(fences.map(([, language]) => language)).toEqual(["js", "ts", "jsx", "bash", "html", "json"]);
    for (const [, , code = ""] of fences) {
      expect(code.split("\n").length).toBeGreaterThanOrEqual(8);
      expect(code.split("\n").length).toBeLessThanOrEqual(20);
      blocks.push(code);
    }
    expect(text).toMatch(/^\| --- \| --- \| --- \|$/m);
    expect(text).toMatch(/^- .+\n- /m);
    const links = [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, to = ""]) => posix.join(posix.dirname(path), to));
    expect(links.length).toBe(5);
    for (const link of links) expect(pages.has(link), link).toBe(true);
  }
  expect(new Set(blocks).size).toBe(blocks.length);
});

test.runIf(IS_WEEKLY)("docgen builds the corpus without a complaint, and bare shiki reads all its blocks", async () => {
  const { root } = await corpus();
  const { code, stderr } = await docgen("build", "--root", root);
  expect(stderr).not.toMatch(/warning|error/);
  expect(code).toBe(0);
  const { stdout } = await bench("shiki-baseline.mjs", root, "--threads", "1", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ blocks: 270, languages: 6, threads: 1 });
});

test.runIf(IS_WEEKLY)(
  "the runner narrows by part, pages and peers, and writes its table and a JSON file",
  async () => {
    const json = join(temporaryFolder(), "bench.json");
    const narrow = ["--only", "build", "--pages", "3", "--peers", "docgen", "--runs", "1"];
    const { stdout } = await bench("run.mjs", ...narrow, "--json", json);
    expect(stdout).toMatch(/\| cold build +\| 3 +\| docgen +\|/);
    const { samples, notes } = JSON.parse(readFileSync(json, "utf8"));
    expect(notes.filter((note: string) => !note.includes("busy"))).toEqual([]);
    const measured = samples.filter(({ peer }: { peer: string }) => peer === "docgen");
    expect(measured.map(({ measure }: { measure: string }) => measure)).toEqual(
      ["cold", "warm", "edited"].flatMap((state) => [`${state} build`, `${state} build, processor`]),
    );
    await expect(bench("run.mjs", "--peers", "nobody")).rejects.toMatchObject({ code: 2 });
  },
  240_000,
);
