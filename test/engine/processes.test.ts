import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const script = join(temporaryFolder(), "edits.mjs");
buildSync({
  entryPoints: [fileURLToPath(new URL("edits.ts", import.meta.url))],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: script,
});

/** Edits files of a root of its own and keeps results in a store. @returns the process */
function startEdits(store: string, rounds: number, seed: number): ChildProcessByStdio<null, Readable, null> {
  const args = [script, temporaryFolder(), store, String(rounds), String(seed)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

test("processes that use one store at the same time each get what their own files give", async () => {
  const store = temporaryFolder();
  const editors = [3, 5, 7].map((seed) => startEdits(store, 40, seed));
  const ends = await Promise.all(editors.map((one) => once(one, "close")));
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0]);
});

test.runIf(IS_WEEKLY)("a process that is killed leaves a store that others can use", async () => {
  const store = temporaryFolder();
  for (let round = 0; round < 8; round++) {
    const killed = startEdits(store, 10_000, round + 2);
    // Somewhere after a first save: in the midst of another.
    for (let saved = 0; saved <= round; saved++) await once(killed.stdout, "data");
    killed.kill("SIGKILL");
    await once(killed, "close");
    const [code] = await once(startEdits(store, 3, 11), "close");
    expect(code).toBe(0);
  }
});
