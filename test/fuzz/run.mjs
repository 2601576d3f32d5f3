// npm run fuzz            every property with many inputs: at least 100,000 cases in all
// npm run fuzz -- search  those of one file
// npm run fuzz -- crash   200 kills of builds
// npm run fuzz -- edits   500 edits of a served site
// DOCGEN_FUZZ_RUNS, DOCGEN_FUZZ_KILLS, DOCGEN_EDITS and DOCGEN_FUZZ_SEED say how many, and which
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const RUNS = "20000";
const KILLS = "67";
const EDITS = "500";

const [name = ""] = process.argv.slice(2);
const files = ["crash", "edits"].includes(name) ? [`test/faults/${name}.test.ts`] : [`test/fuzz/${name}`];
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const child = spawn(process.execPath, [vitest, "run", "--maxWorkers=1", ...files], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { DOCGEN_FUZZ_RUNS: RUNS, DOCGEN_FUZZ_KILLS: KILLS, DOCGEN_EDITS: EDITS, ...process.env, NO_COLOR: "1" },
});
let output = "";
child.stdout.on("data", (chunk) => {
  output += chunk;
  process.stdout.write(chunk);
});
child.on("close", (code) => {
  const counts = [...output.matchAll(/^(\d+) cases, seed/gm)].map(([, count]) => Number(count));
  if (counts.length > 0) console.log(`${counts.reduce((sum, count) => sum + count, 0)} cases in all`);
  process.exitCode = code ?? 1;
});
