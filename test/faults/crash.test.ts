import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import {
  makeSite,
  NODE,
  PROJECT,
  readOutput,
  readTree,
  start,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";
import { printedSeed, randomOf } from "../helpers/random.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

/** Stops of each kind of build; `npm run fuzz -- crash` makes more of them. */
const KILLS = Number(process.env.DOCGEN_FUZZ_KILLS ?? (IS_WEEKLY ? 5 : 1));
/** More than are replaced one by one. */
const PAGES = 36;
const STOP = join(PROJECT, "test/helpers/stop-at.cjs");
/** Changes of files by which a site is put in its place, and those of the whole build. */
const COMMIT = "/pending-|/docgen-previous-|/build(/|$)";
const ALL = "/[.]docgen/|/build(/|$)";

type Kind = "all pages" | "a few pages" | "all pages in a folder that is mounted apart";

/** Every page, or one and its neighbour, says another word. */
function change(root: string, kind: Kind, word: string): void {
  const numbers = kind === "a few pages" ? [1, 2] : Array.from({ length: PAGES }, (_, number) => number);
  const page = (number: number) => `# Page ${number}\n\nWord ${word}.\n`;
  writeFiles(root, Object.fromEntries(numbers.map((number) => [`content/docs/p${number}.md`, page(number)])));
}

/** Builds until the n-th change of a file in those places; until the end where there are fewer. @returns the signal that ended it */
async function buildUntil(
  root: string,
  at: number,
  places: string,
  more: NodeJS.ProcessEnv = {},
): Promise<string | null> {
  const env = { ...process.env, ...more, NODE_ENV: "production", STOP_AT: String(at), STOP_IN: places };
  const [node, ...flags] = NODE;
  const command = [...flags, "--require", STOP, join(PROJECT, "bin/docgen"), "build", "--root", root];
  const [, signal] = (await once(spawn(node, command, { env }), "close")) as [number | null, string | null];
  return signal;
}

/** What is wrong with the output as a reader finds it now; undefined: there is none, which only a cut-off swap may leave. */
function faultsOf(root: string): string[] | undefined {
  if (!existsSync(join(root, "build"))) return undefined;
  const { files } = JSON.parse(readOutput(root, "docgen-manifest.json")) as { files: string[] };
  return files.filter((file) => {
    if (!existsSync(join(root, "build", file))) return true;
    return file.endsWith(".html") && !readOutput(root, file).trimEnd().endsWith("</html>");
  });
}

/** The words of the pages. */
function wordsOf(root: string): Set<string | undefined> {
  const numbers = Array.from({ length: PAGES }, (_, number) => number);
  return new Set(numbers.map((number) => /Word (\w+)/.exec(readOutput(root, `docs/p${number}/index.html`))?.[1]));
}

/** A site whose pages say each of two words, what clean builds of it give, and how many changes of files a build makes. */
async function makeStoppable(root: string, kind: Kind) {
  const counts: number[] = [];
  const clean: ReadonlyMap<string, string>[] = [];
  const counted = join(temporaryFolder(), "changes");
  for (const [word, places] of [
    ["first", ALL],
    ["second", COMMIT],
  ] as const) {
    change(root, kind, word);
    await buildUntil(root, 0, places, { STOP_COUNT: counted });
    counts.push(Number(readFileSync(counted, "utf8").trim().split("\n").at(-1)));
    expect((await command("build", "--root", root, "--out", "clean", "--no-cache")).code).toBe(0);
    clean.push(readTree(join(root, "clean")));
  }
  return { counts, clean };
}

const KINDS: readonly Kind[] = ["all pages", "a few pages", "all pages in a folder that is mounted apart"];

describe.each(KINDS)("a build of %s", (kind) => {
  let root: string;
  let out: string;
  let isMountable = true;
  let made: Awaited<ReturnType<typeof makeStoppable>>;

  beforeAll(async () => {
    root = makeSite({ "content/docs/index.md": "# Start\n", "content/static/index.html": "<html>Home</html>\n" });
    out = join(root, "build");
    if (kind.includes("apart")) {
      mkdirSync(out);
      isMountable = spawnSync("mount", ["--bind", out, out]).status === 0;
      if (!isMountable) return;
    }
    change(root, "all pages", "none");
    expect((await command("build", "--root", root)).code).toBe(0);
    made = await makeStoppable(root, kind);
  });

  afterAll(() => {
    if (kind.includes("apart") && isMountable) spawnSync("umount", ["--lazy", out]);
  });

  test.for(["kill -9", "a loss of power"])(
    "that is ended by %s leaves the old or the new site, and the next one what a clean one does",
    { timeout: 60_000 + KILLS * 20_000 },
    async (end, context) => {
      if (!isMountable) context.skip("this user may not mount a folder");
      const random = randomOf(printedSeed(`${KILLS} builds of ${kind} ended by ${end}`));
      for (let round = 0; round < KILLS; round++) {
        change(root, kind, ["first", "second"][round % 2] ?? "");
        // Most of them where the site is put in its place: the rest is long, and nothing is seen of it.
        const part = random() < 0.25 ? 0 : 1;
        const at = 1 + Math.floor(random() * (made.counts[part] ?? 1));
        const loses = end === "kill -9" ? {} : { STOP_LOSES: root };
        const signal = await buildUntil(root, at, part === 0 ? ALL : COMMIT, loses);
        const place = `${signal} at change ${at} of ${part === 0 ? "all" : "those in place"}`;
        if (end === "kill -9") expectWhole(root, kind, place);
        const { code, stderr } = await command("build", "--root", root);
        expect([code, stderr], place).toEqual([0, ""]);
        expect(readTree(out), place).toEqual(made.clean[round % 2]);
        expect(readdirSync(join(root, ".docgen")), place).toEqual(["cache"]);
      }
    },
  );
});

/** The output is the old or the new one, or has been set aside for a moment. */
function expectWhole(root: string, kind: Kind, place: string): void {
  const faults = faultsOf(root);
  if (faults === undefined) expect(readdirSync(join(root, ".docgen")).join(), place).toMatch(/docgen-previous-/);
  else expect(faults, place).toEqual([]);
  // A folder is swapped as a whole; single files are replaced one after the other.
  if (faults !== undefined && kind === "all pages") expect(wordsOf(root).size, place).toBe(1);
}

test("kill -9 of serve leaves nothing behind, and the next one serves", { timeout: 60_000 }, async () => {
  const root = makeSite({ "content/docs/index.md": "# Start\n", "content/static/index.html": "<html>Home</html>\n" });
  const before = readdirSync(root);
  for (const delay of [100, 400, 900]) {
    const child = start("serve", "--root", root, "--port", "0");
    const closed = once(child, "close");
    setTimeout(() => child.kill("SIGKILL"), delay);
    await closed;
  }
  const child = start("serve", "--root", root, "--port", "0");
  const closed = once(child, "close");
  const [said] = (await once(child.stdout ?? child, "data")) as [Buffer];
  expect(String(said)).toMatch(/http:\/\/localhost:\d+/);
  child.kill("SIGTERM");
  await closed;
  expect(readdirSync(root).filter((name) => name !== ".docgen")).toEqual(before);
  expect((await command("build", "--root", root)).code).toBe(0);
  expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
});
