import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { createDevServer } from "../../src/serve/dev-server.ts";
import { makeSite, readOutput, start, writeFiles } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const PAGES = 2000;
const LARGE_MB = 9;
/** Memory that a build may take, in MiB. */
const MEMORY_BAR = 700;
/** What one build may take on a machine that is busy; a good one needs a tenth. */
const LIMIT = { timeout: 300_000 };

const page = (number: number, words = "some words") => `# Page ${number}

Text of page ${number} with ${words} and a link to [the next](./p${(number + 1) % 20}.md).

## Part one

| Name | Value |
| --- | --- |
| a${number} | ${number} |

\`\`\`js
const sheet${number} = utils.aoa_to_sheet([[${number}]]);
\`\`\`
`;
const pathOf = (number: number) => `content/docs/s${Math.floor(number / 20)}/p${number % 20}.md`;
const SITE = {
  "content/docs/index.md": "# Start\n",
  ...Object.fromEntries(Array.from({ length: PAGES }, (_, number) => [pathOf(number), page(number)])),
};

/** Twelve years from now, on the other side of the earth. */
const CLOCK = `
  const { now } = Date;
  const later = () => now() + 4e11;
  globalThis.Date = class extends Date {
    constructor(...parts) { super(...(parts.length === 0 ? [later()] : parts)); }
    static now() { return later(); }
  };`;
const ELSEWHERE = {
  TZ: "Pacific/Kiritimati",
  LANG: "tr_TR.UTF-8",
  LC_ALL: "tr_TR.UTF-8",
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
};

const NO_EVENTS = { onUpdate: () => {}, onProblems: () => {}, onFailure: () => {} };

/** Builds, and says how much memory that took at most in MiB: NaN where the system does not tell. */
async function build(root: string, env: NodeJS.ProcessEnv = {}, ...args: readonly string[]): Promise<number> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  const child = start("build", "--root", root, ...args);
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, before);
  const status = `/proc/${child.pid}/status`;
  let peak = Number.NaN;
  const timer = setInterval(() => {
    const found = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] : undefined;
    if (found !== undefined) peak = Math.max(peak || 0, Number(found) / 1024);
  }, 50);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  console.info(`${output.trim().split("\n").at(-1)}, at most ${peak.toFixed(0)} MiB`);
  expect([code, output.includes("error")]).toEqual([0, false]);
  return peak;
}

/** Digests of all files of an output folder, by path. */
function treeOf(root: string, out = "build"): Map<string, string> {
  const entries = readdirSync(join(root, out), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const digest = (path: string) => createHash("sha1").update(readFileSync(path)).digest("hex");
  return new Map(files.sort().map((path) => [relative(join(root, out), path), digest(path)]));
}

test.runIf(IS_WEEKLY)(
  `a site of ${PAGES} pages is built within the memory bar, with the same bytes under another clock, time zone and language, and warm after an edit as cold`,
  LIMIT,
  async () => {
    const root = makeSite(SITE);
    const peak = await build(root);
    if (!Number.isNaN(peak)) expect(peak).toBeLessThan(MEMORY_BAR);
    const first = treeOf(root);
    expect([...first.keys()].filter((file) => file.endsWith("index.html")).length).toBeGreaterThan(PAGES);
    writeFiles(root, { [pathOf(377)]: page(377, "other words") });
    // Among thousands of files, too, those that are not as they were written are found.
    rmSync(join(root, "build/docs/s3/p3/index.html"));
    appendFileSync(join(root, "build/docs/s4/p4/index.html"), "x");
    await build(root);
    const warm = treeOf(root);
    expect(readOutput(root, "docs/s18/p17/index.html")).toContain("other words");
    const elsewhere = makeSite({ ...SITE, [pathOf(377)]: page(377, "other words") });
    await build(elsewhere, ELSEWHERE);
    expect(differing(treeOf(elsewhere), warm)).toEqual([]);
    expect(differing(warm, first)).toContain("docs/s18/p17/index.html");
    expect(differing(warm, first).some((file) => /docs\/s[34]\//.test(file))).toBe(false);
  },
);

test.runIf(IS_WEEKLY)(
  `one page of ${LARGE_MB} MB is built within the memory bar, and kept for the next build`,
  LIMIT,
  async () => {
    const line = "Some words of a line of text, as long as lines are, with `code` and [a link](/docs/).\n";
    const large = `# Large\n\n${line.repeat((LARGE_MB * 1_000_000) / line.length)}`;
    const root = makeSite({ "content/docs/index.md": large });
    const peak = await build(root);
    if (!Number.isNaN(peak)) expect(peak).toBeLessThan(MEMORY_BAR);
    // Every page is rendered anew, of its text as it was kept.
    writeFiles(root, { "site.config.ts": 'export default { title: "Retitled", url: "https://example.com" };\n' });
    await build(root);
    expect(readOutput(root, "docs/index.html").includes("Retitled")).toBe(true);
    const warm = treeOf(root);
    await build(root, {}, "--no-cache", "--out", "cold");
    expect(differing(treeOf(root, "cold"), warm)).toEqual([]);
  },
);

// Each was once looked for in a list of all: these took eight minutes.
test.runIf(IS_WEEKLY)("50,000 static files are copied within the memory bar", LIMIT, async () => {
  const names = Array.from({ length: 50_000 }, (_, number) => `files/${number % 50}/${number}.txt`);
  const files = Object.fromEntries(names.map((name) => [`content/static/${name}`, name]));
  const root = makeSite({ "content/docs/index.md": "# Start\n", ...files });
  const peak = await build(root);
  if (!Number.isNaN(peak)) expect(peak).toBeLessThan(MEMORY_BAR);
  for (const name of [names[0] ?? "", names.at(-1) ?? ""]) expect(readOutput(root, name)).toBe(name);
});

/** Files that are in one tree only, or differ. */
function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string> | undefined): string[] {
  return [...new Set([...a.keys(), ...(b?.keys() ?? [])])].filter((file) => a.get(file) !== b?.get(file));
}

/** How often code of docgen has run since the last call: each function, branch and turn of a loop counts. */
async function countWork(): Promise<{ readonly taken: () => Promise<number>; readonly end: () => void }> {
  // Optimised code doesn't count.
  setFlagsFromString("--no-opt");
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    taken: async () => {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const functions = result.filter(({ url }) => url.includes("/src/")).flatMap((script) => script.functions);
      return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
    },
    end: () => {
      session.disconnect();
      setFlagsFromString("--opt");
    },
  };
}

test("an answer of serve takes as much work in a site of 3,000 pages as in one of 100", LIMIT, async () => {
  const paths = ["/s.txt", "/docs/p1", "/nowhere", "/sitemap.xml", "/docs/p1.md"];
  const workIn = async (pages: number): Promise<readonly number[]> => {
    const root = makeSite({
      "content/static/s.txt": "text\n",
      ...Object.fromEntries(Array.from({ length: pages }, (_, at) => [`content/docs/p${at}.md`, `# Page ${at}\n`])),
    });
    const server = createDevServer({ root, drafts: true }, NO_EVENTS);
    try {
      await server.configured;
      for (const path of paths) expect((await server.answer(path)).status).toBe(path === "/nowhere" ? 404 : 200);
      const work = await countWork();
      const least = paths.map(() => Number.POSITIVE_INFINITY);
      // What runs in the background counts, too: the least of several answers is that of an answer alone.
      for (let round = 0; round < 10; round++) {
        for (const [at, path] of paths.entries()) {
          await work.taken();
          await server.answer(path);
          least[at] = Math.min(least[at] ?? 0, await work.taken());
        }
      }
      work.end();
      return least;
    } finally {
      await server.close();
    }
  };
  const [small, large] = [await workIn(100), await workIn(3000)];
  expect(small.every((count) => count > 10)).toBe(true);
  expect(large.map((count, at) => [paths[at], count / (small[at] ?? 0) < 1.5])).toEqual(
    paths.map((path) => [path, true]),
  );
});
