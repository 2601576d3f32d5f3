// npm run smoke            the site and a few tests on every supported release line of Node
// npm run smoke -- 22 24   on these
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeOf } from "./node-of.mjs";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const VERSIONS = ["20.19", "22", "24", "26"];
const TESTS = [
  "test/faults/front-matter.test.ts",
  "test/faults/server.test.ts",
  "test/fuzz/addresses.test.ts",
  "test/fuzz/search.test.ts",
  "test/builder/build.test.ts",
];

/** Runs a step and says how it went. */
function step(node, name, args, cwd) {
  const started = performance.now();
  const env = { ...process.env, NO_COLOR: "1", PATH: `${dirname(node)}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(node, args, { cwd, encoding: "utf8", env, maxBuffer: 2 ** 28 });
  console.log(`  ${status === 0 ? "ok  " : "FAIL"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  const last = stdout.trim().split("\n").slice(-1)[0] ?? "";
  if (status === 0) console.log(`       ${last.trim()}`);
  else console.log(`${stdout}${stderr}`.split("\n").slice(-60).join("\n"));
  return status === 0;
}

function smoke(version) {
  const node = nodeOf(version);
  console.log(`Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`);
  const root = mkdtempSync(join(tmpdir(), "docgen-smoke-"));
  try {
    // The library, as `check-api` and every build read its type declarations.
    for (const name of ["content", "templates", "site.config.ts", "test/demos", "node_modules/xlsx"]) {
      if (existsSync(join(PROJECT, name))) cpSync(join(PROJECT, name), join(root, name), { recursive: true });
    }
    const docgen = join(PROJECT, "bin/docgen");
    const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
    return [
      step(node, "docgen build", [docgen, "build", "--root", root], PROJECT),
      step(node, "docgen build again", [docgen, "build", "--root", root], PROJECT),
      step(node, "docgen check-links", [docgen, "check-links", "--root", root], PROJECT),
      step(node, "docgen search", [docgen, "search", "sheet_to_json", "--root", root], PROJECT),
      step(node, "tests", [vitest, "run", "--maxWorkers=1", ...TESTS], PROJECT),
    ].every(Boolean);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
if (wanted.some((version) => !/^\d+(\.\d+){0,2}$/.test(version))) {
  console.error(`usage: npm run smoke -- [version of Node…]; default: ${VERSIONS.join(" ")}`);
  process.exit(2);
}
const results = (wanted.length === 0 ? VERSIONS : wanted).map((version) => smoke(version));
process.exitCode = results.every(Boolean) ? 0 : 1;
