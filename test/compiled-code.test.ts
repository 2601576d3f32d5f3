import { spawn } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeSite, PROJECT, readTree, temporaryFolder } from "./helpers/docgen.ts";
import { randomOf } from "./helpers/random.ts";

/** Says of each module whether V8 took what was kept of it: at a command's end, and when a thread has answered. */
const REPORTER = `
const { parentPort } = require("node:worker_threads");
if (process.env.ANOTHER) {
  Object.defineProperty(process, "versions", { value: { ...process.versions, v8: process.versions.v8 + ".1" } });
}
const { scripts } = require(process.env.TOOL + "/bin/load.cjs");
const report = () => {
  for (const [path, { cachedDataRejected }] of scripts) process._rawDebug(JSON.stringify([path, cachedDataRejected ?? null]));
};
process.on("exit", report);
if (parentPort !== null) {
  const answer = parentPort.postMessage;
  parentPort.postMessage = function (...message) {
    report();
    answer.apply(this, message);
  };
}`;

describe("what V8 made of docgen's code when that was compiled", () => {
  test("is taken by a build and by its threads", async () => {
    const { taken } = await report(PROJECT);
    expect(taken.get("build/highlight-worker.cjs")).toBe(false);
    expect(taken.get("build/helper-worker.cjs")).toBe(false);
    expect(taken.get("cli/main.cjs")).toBe(false);
    expect(new Set(taken.values())).toEqual(new Set([false]));
  });

  test.each<[string, (data: Buffer, other: Buffer) => Buffer | undefined]>([
    ["missing", () => undefined],
    ["empty", () => Buffer.alloc(0)],
    ["cut off", (data) => data.subarray(0, data.length >> 1)],
    ["damaged in one bit", flipBit],
    ["of another module", (_, other) => other],
  ])("is left alone where it is %s", async (_, damage) => {
    const tool = copyTool();
    const files = [...readTree(join(tool, "dist/code")).keys()].filter((path) => path.endsWith(".cache"));
    const kept = files.map((path) => readFileSync(join(tool, "dist/code", path)));
    for (const [index, path] of files.entries()) {
      const damaged = damage(kept[index] as Buffer, kept[(index + 1) % kept.length] as Buffer);
      rmSync(join(tool, "dist/code", path));
      if (damaged !== undefined) writeFileSync(join(tool, "dist/code", path), damaged);
    }
    expect(new Set((await report(tool)).taken.values())).toEqual(new Set([null]));
  });

  test("is left alone where another Node made it, even one of the same V8", async () => {
    const { taken } = await report(PROJECT, { another: true });
    expect(new Set(taken.values())).toEqual(new Set([null]));
  });

  test("is left alone where the code is another now", async () => {
    const tool = copyTool();
    const path = join(tool, "dist/code/cli/main.cjs");
    // As long as before: V8 itself would not see it.
    writeFileSync(path, readFileSync(path, "utf8").replace("Builds, serves and checks", "Serves, builds and checks"));
    const { taken, output } = await report(tool, { command: ["--help"] });
    expect(taken.get("cli/main.cjs")).toBe(null);
    expect(output).toContain("Serves, builds and checks");
  });
});

const flips = randomOf(7);

function flipBit(data: Buffer): Buffer {
  const damaged = Buffer.from(data);
  const at = Math.floor(flips() * data.length);
  damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << Math.floor(flips() * 8)), at);
  return damaged;
}

/** A docgen whose compiled code is the test's own. */
function copyTool(): string {
  const tool = temporaryFolder();
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(PROJECT, name), join(tool, name), { recursive: true });
  for (const name of ["node_modules", "src", "templates"]) symlinkSync(join(PROJECT, name), join(tool, name));
  return tool;
}

type Taken = ReadonlyMap<string, boolean | null>;

/** Whether V8 took what was kept of each module, by its path; null where it was given nothing. */
async function report(
  tool: string,
  { command, another = false }: { command?: readonly string[]; another?: boolean } = {},
): Promise<{ taken: Taken; output: string }> {
  const code = "```js\nconst a = 1;\n```\n";
  const pages = Array.from({ length: 24 }, (_, number) => [
    `content/docs/page-${number}.md`,
    `# Page ${number}\n\n${code}`,
  ]);
  const root = makeSite(Object.fromEntries(pages));
  const reporter = join(temporaryFolder(), "reporter.cjs");
  writeFileSync(reporter, REPORTER);
  const args = command ?? ["build", "--root", root];
  const child = spawn(process.execPath, ["--require", reporter, join(tool, "bin/docgen"), ...args], {
    env: { ...process.env, NO_COLOR: "1", NODE_ENV: "production", TOOL: tool, ANOTHER: another ? "yes" : "" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const status = await new Promise((resolve) => child.once("close", resolve));
  expect([status, output]).toEqual([0, expect.stringMatching(/^Built 2|^Usage: /m)]);
  const taken = new Map<string, boolean | null>();
  for (const line of output.split("\n").filter((text) => text.startsWith("["))) {
    const [path, isRejected] = JSON.parse(line) as [string, boolean | null];
    taken.set(path.slice(join(tool, "dist/code").length + 1), isRejected);
  }
  return { taken, output };
}
