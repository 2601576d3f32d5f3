import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pathOfBrowser } from "./helpers/browser.ts";
import { makeSite, PROJECT, type Run, runOf } from "./helpers/docgen.ts";
import { IS_WEEKLY, some } from "./helpers/weekly.ts";

interface Demo {
  readonly name: string;
  readonly route: string;
  readonly timeout: number;
}

interface Result {
  readonly name: string;
  readonly result: "ok" | "failed" | "skipped";
  readonly node: string;
  readonly message: string;
}

const INSTALL_MS = 180_000;

/** The demos that a test run takes; `npm run demos` takes all. */
const { demos } = JSON.parse((await runDemos("--list", "--json", "--only-tests")).stdout) as { demos: readonly Demo[] };

describe("the demos of the pages", () => {
  // Side by side, as each waits for its packages and its browser.
  test.concurrent.each(some(0, demos))(
    "$name does what its page says",
    { timeout: INSTALL_MS + 180_000 },
    async ({ name }) => {
      const [result] = await resultsOf("--only-tests", name);
      expect(result, result?.message).toMatchObject({ name, result: expect.stringMatching(/^(ok|skipped)$/) });
    },
  );

  test("every demo is shown by the page that it names", async () => {
    const all = JSON.parse((await runDemos("--list", "--json")).stdout) as { demos: readonly Demo[] };
    const wrong = all.demos.filter(({ name, route }) => !pageOf(route).includes(`test/demos/${name}/`));
    expect(wrong.map(({ name, route }) => `${route} includes nothing of ${name}`)).toEqual([]);
  });
});

test("a page names the versions of the packages that its demo runs with", async () => {
  const all = JSON.parse((await runDemos("--list", "--json")).stdout) as { demos: readonly Demo[] };
  const wrong = all.demos.flatMap(({ name, route }) => {
    const page = pageOf(route);
    return versionsOf(name)
      .filter(([, version]) => !page.includes(version))
      .map(([dependency, version]) => `${route} does not say ${dependency} ${version}`);
  });
  expect(wrong).toEqual([]);
});

test("a page without a demo says that it was checked by hand", () => {
  const pages = join(PROJECT, "content/docs/demos");
  const wrong = readdirSync(pages, { recursive: true, encoding: "utf8" }).filter((name) => {
    if (!name.endsWith(".md")) return false;
    const source = readFileSync(join(pages, name), "utf8");
    return /^Checked with /m.test(source) && !source.includes("@site/test/demos/");
  });
  expect(wrong).toEqual([]);
});

/** The mark that a page with parts that were not run begins with. */
const NOT_RUN = '[<Badge type="caution">Not run here</Badge>](/docs/miscellany/testing#not-run): ';

test("a page says at its head what was not run; one page names the Node.js of the runs", async () => {
  const pages = join(PROJECT, "content/docs/demos");
  const wrong = readdirSync(pages, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    if (!name.endsWith(".md") || name === "index.md") return [];
    const body = readFileSync(join(pages, name), "utf8").replace(/^---\n.*?\n---\n/s, "");
    const rest = body.trimStart().startsWith(NOT_RUN) ? body.replace(NOT_RUN, "") : body;
    return [
      ...(/\bnot run here\b(?!\]\(\/docs\/miscellany\/testing#not-run\))/i.test(rest)
        ? [`${name}: "Not run here" below its head`]
        : []),
      ...(/^Checked with [^:;]*(?:in|under) Node\.js \d/m.test(rest) ? [`${name} names the Node.js of its run`] : []),
    ];
  });
  expect(wrong).toEqual([]);

  const testing = pageOf("/docs/miscellany/testing");
  const all = JSON.parse((await runDemos("--list", "--json")).stdout) as { demos: readonly Demo[] };
  const newer = all.demos.filter(({ name }) => readDemo(name).node !== undefined);
  expect(newer.length).toBeGreaterThan(5);
  expect(newer.filter(({ route }) => !testing.includes(`](${route})`)).map(({ name }) => name)).toEqual([]);
});

const REQUIRED = join(PROJECT, "package.json");
/** Demos that show one behaviour of the runner each: the code of check.mjs, and settings of demo.json. */
const FIXTURES: Readonly<Record<string, readonly [check: string, settings?: object]>> = {
  throws: ['export default () => { throw new Error("the rows differ"); };'],
  hangs: [
    `export default async ({ start, openPage }) => {
      const { match } = await start("sh", ["-c", "sleep 300 & echo pid $!; wait"], { ready: /pid (\\d+)/ });
      console.log("started " + match[1]);
      await openPage("data:text/html,<script>rows.length</script>");
      await new Promise((resolve) => setTimeout(resolve, 300_000));
    };`,
    { timeout: 20 },
  ],
  leaves: ["export default () => process.exit(0);"],
  page: ['export default async ({ openPage }) => { await openPage("data:text/html,<script>rows.length</script>"); };'],
  library: [
    `import { createRequire } from "node:module";
    import { version } from "xlsx";
    export default () => ({ imported: version, required: createRequire(import.meta.url)("xlsx").version });`,
  ],
  package: ['import "react"; export default () => {};'],
  program: ["export default () => {};", { needs: ["no-such-program"] }],
  file: ["export default () => {};", { needs: ["/no/such/header.h"] }],
  "file-there": ["export default () => {};", { needs: [REQUIRED] }],
};

describe("the runner of demos", () => {
  test.runIf(IS_WEEKLY)("runs, skips and fails demos side by side, and says why", async () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, "node_modules/xlsx/package.json"), "utf8"));
    const results = await resultsOf("--demos", makeDemos(FIXTURES), "--jobs", "3");
    const find = (name: string) => results.find((result) => result.name === `net/${name}`);
    const failed = (text: string) => ({ result: "failed", message: expect.stringContaining(text) });
    expect(find("throws")).toMatchObject(failed("the rows differ"));
    expect(find("leaves")).toMatchObject(failed("before the check was done"));
    expect(find("page")).toMatchObject(failed("the page threw: ReferenceError: rows is not defined"));
    expect(find("package")).toMatchObject(failed("Cannot find package 'react'"));
    expect(find("program")).toMatchObject({
      result: "skipped",
      message: "needs no-such-program, which is not here",
    });
    expect(find("file")).toMatchObject({ result: "skipped", message: "needs /no/such/header.h, which is not here" });
    expect(find("file-there")).toMatchObject({ result: "ok" });
    expect(find("library"), "the site's library under the name xlsx").toMatchObject({
      result: "ok",
      node: process.versions.node,
      versions: { imported: version, required: version },
    });
    expect(find("hangs"), "ended after its time").toMatchObject(failed("did not end within 20 s"));
    const pid = Number(/started (\d+)/.exec(find("hangs")?.message ?? "")?.[1]);
    expect(pid, "and all that it has started").toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("prints a line for each demo and exits with 1 if one fails", async () => {
    const run = await runDemos("--demos", makeDemos({ throws: FIXTURES.throws ?? [""] }));
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("net/throws  failed");
    expect(run.stdout).toContain("the rows differ");
  });

  // It downloads 30 MB.
  test.runIf(IS_WEEKLY)(
    "a demo and its programs run with the Node that it needs",
    { timeout: 3 * INSTALL_MS },
    async () => {
      const check = `export default async ({ run }) =>
        ({ check: process.versions.node, program: (await run("node", "-p", "process.versions.node")).trim() });`;
      const root = makeDemos({ fixture: [check, { node: 26 }] });
      const [result] = await resultsOf("--demos", root, "--node", "22");
      const [, version] = /^(26\.\d+\.\d+)$/.exec(result?.node ?? "") ?? [];
      expect(version, result?.message).toBeDefined();
      expect(result).toMatchObject({ result: "ok", versions: { check: version, program: version } });
    },
  );

  test("an unknown key and an unknown name are refused", async () => {
    const refused = (settings: object) => runDemos("--demos", makeDemos({ fixture: ["", settings] }));
    expect(await refused({ need: ["browser"] })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('net/fixture/demo.json: unknown key "need"'),
    });
    expect(await refused({ node: "24" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"node" must be a major version of Node.js'),
    });
    expect(await runDemos("--node", "lts")).toMatchObject({ code: 2, stderr: expect.stringContaining("--node:") });
    expect(await runDemos("net/nothing")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no demo is called "net/nothing"'),
    });
  });
});

function makeDemos(demos: Readonly<Record<string, readonly [check: string, settings?: object]>>): string {
  const files = Object.entries(demos).flatMap(([name, [check, settings]]) => [
    [`net/${name}/demo.json`, JSON.stringify({ route: "/docs/demos/net/", ...settings })] as const,
    [`net/${name}/check.mjs`, check] as const,
  ]);
  return makeSite(Object.fromEntries(files));
}

async function resultsOf(...args: readonly string[]): Promise<readonly Result[]> {
  const { stdout, stderr } = await runDemos("--json", ...args);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).demos;
}

async function runDemos(...args: readonly string[]): Promise<Run> {
  const env = { ...process.env, NO_COLOR: "1", CHROME_PATH: await pathOfBrowser("headless") };
  return runOf(spawn(process.execPath, [join(PROJECT, "test/demo-runner/run.mjs"), ...args], { env }));
}

/** The packages that a demo uses when it runs, apart from the library, with their versions. */
function versionsOf(name: string): readonly (readonly [string, string])[] {
  const file = join(PROJECT, "test/demos", name, "package.json");
  if (!existsSync(file)) return [];
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as { dependencies?: Record<string, string> };
  return Object.entries(dependencies).filter(([dependency]) => dependency !== "xlsx");
}

function readDemo(name: string): { readonly node?: number } {
  return JSON.parse(readFileSync(join(PROJECT, "test/demos", name, "demo.json"), "utf8"));
}

/** The source of a route's page; empty where there is none. */
function pageOf(route: string): string {
  const path = join(PROJECT, "content", route);
  const file = [`${path}.md`, join(path, "index.md")].find((candidate) => existsSync(candidate));
  return file === undefined ? "" : readFileSync(file, "utf8");
}

/** Whether a process runs; one that has ended and waits for its parent to notice does not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}
