import { once } from "node:events";
import { existsSync, readdirSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docgen, makeSite, readOutput, start, writeFiles } from "../helpers/docgen.ts";
import { randomOf } from "../helpers/random.ts";

/** Kills of each kind of build; `npm run fuzz -- crash` makes more of them. */
const KILLS = Number(process.env.DOCGEN_FUZZ_KILLS ?? 8);
/** More than are replaced one by one. */
const PAGES = 80;

type Kind = "cold" | "warm" | "edit";

const pagePath = (page: number) => `content/docs/p${page}.md`;
const page = (number: number, round: number) =>
  `# Page ${number}\n\nRound ${round} of page ${number}.\n\n\`\`\`js\nconst a${number} = ${round};\n\`\`\`\n`;

/** Changes every page, or one and its neighbour. */
function change(root: string, kind: Kind, round: number): void {
  const numbers = kind === "edit" ? [1, 2] : Array.from({ length: PAGES }, (_, number) => number);
  writeFiles(root, Object.fromEntries(numbers.map((number) => [pagePath(number), page(number, round)])));
  if (kind === "cold") rmSync(join(root, ".docgen/cache"), { recursive: true, force: true });
}

/** Kills a build: at any moment, or within a millisecond of a change of what is under way. */
async function killBuild(root: string, random: () => number): Promise<void> {
  const child = start("build", "--root", root);
  const closed = once(child, "close");
  const kill = () => child.kill("SIGKILL");
  const work = join(root, ".docgen");
  if (random() < 0.4 || !existsSync(work)) {
    const timer = setTimeout(kill, 30 + random() * 2000);
    await closed;
    clearTimeout(timer);
    return;
  }
  const wanted = random() < 0.7 ? /^pending-/ : /^(?:staging|previous)-/;
  const delay = random() < 0.5 ? 0 : random() * 4;
  const watcher = watch(work, (_, name) => {
    if (!wanted.test(name ?? "")) return;
    if (delay === 0) kill();
    else setTimeout(kill, delay);
  });
  await closed;
  watcher.close();
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

/** The round that each page shows. */
function roundsOf(root: string): number[] {
  return Array.from({ length: PAGES }, (_, number) => {
    return Number(/Round (\d+) of/.exec(readOutput(root, `docs/p${number}/index.html`))?.[1]);
  });
}

test.each<Kind>(["cold", "warm", "edit"])(
  "38: kill -9 at random moments of %s builds: the old or the new site is whole, the next build repairs, nothing is left",
  { timeout: 60_000 + KILLS * 15_000 },
  async (kind) => {
    const seed = Number(process.env.DOCGEN_FUZZ_SEED ?? Date.now() % 2 ** 31);
    console.info(`seed ${seed}, ${KILLS} kills of ${kind} builds`);
    const random = randomOf(seed);
    const root = makeSite({ "content/docs/index.md": "# Start\n" });
    change(root, "warm", 0);
    expect((await docgen("build", "--root", root)).code).toBe(0);
    for (let round = 1; round <= KILLS; round++) {
      change(root, kind, round);
      await killBuild(root, random);
      const faults = faultsOf(root);
      if (faults === undefined) expect(readdirSync(join(root, ".docgen")).join()).toMatch(/pending-.*previous-/);
      else expect(faults).toEqual([]);
      // A folder is swapped as a whole; single files are replaced one after the other.
      if (faults !== undefined && kind !== "edit") expect(new Set(roundsOf(root)).size).toBe(1);
      if (faults !== undefined && kind === "edit") expect(new Set(roundsOf(root).slice(3))).toEqual(new Set([0]));
    }
    const { code, stderr } = await docgen("build", "--root", root);
    expect([code, stderr]).toEqual([0, ""]);
    expect(faultsOf(root)).toEqual([]);
    const changed = kind === "edit" ? [1, 2] : Array.from({ length: PAGES }, (_, number) => number);
    const rounds = roundsOf(root);
    expect(rounds.every((round, number) => round === (changed.includes(number) ? KILLS : 0))).toBe(true);
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
    expect(readdirSync(join(root, "build")).filter((name) => name.startsWith(".docgen"))).toEqual([]);
    const clean = await docgen("build", "--root", root, "--out", "clean", "--no-cache");
    expect(clean.code).toBe(0);
    expect(readOutput(root, "docgen-manifest.json")).toBe(readOutput(root, "../clean/docgen-manifest.json"));
  },
);

test("38: kill -9 of serve leaves nothing behind, and the next one serves", { timeout: 60_000 }, async () => {
  const root = makeSite({ "content/docs/index.md": "# Start\n" });
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
  expect((await docgen("build", "--root", root)).code).toBe(0);
  expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
});
