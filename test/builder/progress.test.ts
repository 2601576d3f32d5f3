import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { docgen, makeSite, PROJECT, runOf, start, writeFiles } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const SITE = {
  "content/docs/index.md": "# Start\n\n```js\nlet a = 1;\n```\n",
  "content/pages/index.md": "# Home\n",
};
/** A page that takes longer than work which says nothing of itself. */
const SLOW = {
  "content/pages/slow.tsx":
    "export const load = () => new Promise((done) => setTimeout(done, 1500, {}));\nexport default function Slow() { return <p>Slow</p>; }\n",
};
const SCRIPT = "/usr/bin/script";
const CLEARED = "\u001b[0K";
const [HIDDEN, SHOWN] = ["\u001b[?25l", "\u001b[?25h"];

/** Runs docgen in a terminal. @param isReady when to press Ctrl-C */
function inTerminal(root: string, isReady: (output: string) => boolean): Promise<string> {
  const command = `${process.execPath} ${join(PROJECT, "bin/docgen")} build --root ${root}`;
  const { CI: _, ...env } = process.env;
  const child = spawn(SCRIPT, ["-qefc", command, "/dev/null"], { env: { ...env, TERM: "xterm", NO_COLOR: "1" } });
  let output = "";
  let isPressed = false;
  child.stdout.on("data", (chunk) => {
    output += chunk;
    if (!isPressed && isReady(output)) {
      isPressed = true;
      child.stdin.write("\u0003");
    }
  });
  return new Promise((resolve) => child.on("close", () => resolve(output)));
}

interface TraceEvent {
  readonly ph: string;
  readonly id: string;
  /** Microseconds since the start of the build. */
  readonly ts: number;
  readonly dur: number;
}

test("--timeline writes where the time went as trace events", async () => {
  const root = makeSite(SITE);
  const file = join(root, "timeline.json");
  const { code, stdout, stderr } = await command("build", "--root", root, "--timeline", file);
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringMatching(/^Built 3 pages, .*\n$/),
    `The timeline is in ${file}\n`,
  ]);
  const lost = await command("build", "--root", root, "--timeline", join(root, "gone/timeline.json"));
  expect(lost).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('gone" does not exist; choose a file in an existing folder'),
  });
  const { traceEvents } = JSON.parse(readFileSync(file, "utf8")) as { traceEvents: readonly TraceEvent[] };
  expect(traceEvents).toContainEqual(expect.objectContaining({ ph: "b", cat: "step", name: "pages" }));
  const page = expect.objectContaining({ of: "content/docs/index.md" });
  expect(traceEvents).toContainEqual(expect.objectContaining({ ph: "b", cat: "task", name: "html", args: page }));
  expect(traceEvents).toContainEqual(expect.objectContaining({ ph: "M", args: { name: "highlighting 1" } }));
  const startOf = new Map(traceEvents.filter(({ ph }) => ph === "b").map(({ id, ts }) => [id, ts]));
  const ends = traceEvents.filter(({ ph }) => ph === "e");
  expect(ends).toHaveLength(startOf.size);
  for (const { id, ts } of ends) expect(ts).toBeGreaterThanOrEqual(startOf.get(id) ?? Infinity);
  const blocks = traceEvents.filter(({ ph }) => ph === "X");
  expect(blocks.length).toBeGreaterThan(0);
  for (const { ts, dur } of blocks) expect([ts > 0, dur >= 0]).toEqual([true, true]);
});

test.skipIf(!existsSync(SCRIPT))(
  "a terminal shows work that goes on, and nothing of it is left, by Ctrl-C neither",
  async () => {
    const root = makeSite({ ...SITE, ...SLOW });
    const isShown = (output: string) => /pages \d+\/\d+ /.test(output);
    const output = await inTerminal(root, () => false);
    expect(output).toMatch(/pages \d+\/\d+ \S+ \d\.\d s/);
    const [, end = ""] = output.split(SHOWN);
    expect(output.lastIndexOf(CLEARED)).toBeGreaterThan(output.lastIndexOf(HIDDEN));
    expect(end).toMatch(/^[\s\S]*Built 4 pages, .*\r\ndocgen preview shows it\r\n/);
    expect(end).toContain("slowest: ");
    writeFiles(root, { "content/pages/slow.tsx": `${SLOW["content/pages/slow.tsx"]}// Another.\n` });
    const stopped = await inTerminal(root, isShown);
    expect(stopped).not.toContain("Built");
    expect(stopped.lastIndexOf(SHOWN)).toBeGreaterThan(stopped.lastIndexOf(HIDDEN));
  },
);

test.runIf(IS_WEEKLY)("where there is no terminal, small work says nothing and large steps a line", async () => {
  const pages = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`content/docs/p${number}.md`, "# P\n"]));
  const root = makeSite({ ...SITE, ...SLOW, ...pages });
  expect((await runOf(start("build", "--root", root))).stderr).toMatch(/^pages: \d+ in \d+\.\d s\n/);
  expect((await docgen("build", "--root", root, "--json", "--no-cache")).stderr).toBe("");
});
