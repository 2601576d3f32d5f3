// npm run samples:0.18: runs the samples of the docs with the last release on the npm registry, in three time
// zones, and says where a fence's since=0.20 is missing or has no reason. Takes the package from the registry,
// as 0.18.5 has known vulnerabilities and is not to be among the dependencies.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const OLD = "0.18.5";
const ZONES = ["UTC", "America/New_York", "Asia/Tokyo"];
const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const FENCE = /^( *)(`{3,})(.*)$/;

/** @returns {{ line: number, info: string, code: string }[]} the fences of a page, their lines from 1 */
function fencesOf(text) {
  const fences = [];
  let open;
  for (const [index, line] of text.split("\n").entries()) {
    const [, , mark, info] = FENCE.exec(line) ?? [];
    if (open !== undefined && mark === open.mark && info.trim() === "") open = undefined;
    else if (open !== undefined) open.fence.code += `${line}\n`;
    else if (mark !== undefined) {
      open = { mark, fence: { line: index + 1, info, code: "" } };
      fences.push(open.fence);
    }
  }
  return fences;
}

/** Samples that say which version there is give another output in each. */
const isCompared = ({ info, code }) => / run\b/.test(info) && !/\bXLSX\.version\b/.test(code);

/** Runs the samples in a time zone. @returns `path:line` of the fences that fail or print something else, and the message */
function failuresIn(zone, folder) {
  const root = join(folder, "site");
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  cpSync(join(PROJECT, "site.config.ts"), join(root, "site.config.ts"));
  cpSync(join(PROJECT, "content"), join(root, "content"), { recursive: true });
  // Pages include the code of the demos.
  cpSync(join(PROJECT, "test/demos"), join(root, "test/demos"), { recursive: true });
  const pages = readdirSync(join(root, "content/docs"), { recursive: true }).filter((name) => name.endsWith(".md"));
  // In the line of the fence, so that all others keep their numbers.
  const setZone = (code) => code.replace(/^( *`{3,}(?:js|mjs|ts) run\b.*\n)( *)/gm, `$1$2process.env.TZ = "${zone}"; `);
  for (const name of pages) {
    const path = join(root, "content/docs", name);
    writeFileSync(path, setZone(readFileSync(path, "utf8")));
  }
  const args = [join(PROJECT, "bin/docgen"), "check-samples", "--json", "--root", root];
  const run = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e8 });
  if (run.stdout === "") throw new Error(run.stderr);
  const { problems } = JSON.parse(run.stdout);
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ path, line, message }) => [ownerOf(path, line), message]);
}

/** The sample that a place in it or in its output belongs to. */
function ownerOf(path, line) {
  const before = fencesOf(readFileSync(join(PROJECT, path), "utf8")).filter((fence) => fence.line <= line);
  const fence = before.findLast(({ info }) => / run\b/.test(info));
  return `${path}:${fence?.line ?? line}`;
}

const folder = mkdtempSync(join(tmpdir(), "docgen-0.18-"));
try {
  writeFileSync(join(folder, "package.json"), "{}\n");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `xlsx@${OLD}`], { cwd: folder, stdio: "inherit" });
  const differing = new Map(ZONES.flatMap((zone) => failuresIn(zone, folder)));

  const pages = readdirSync(join(PROJECT, "content/docs"), { recursive: true }).filter((name) => name.endsWith(".md"));
  const fences = pages.sort().flatMap((name) => {
    const path = `content/docs/${name.replaceAll("\\", "/")}`;
    return fencesOf(readFileSync(join(PROJECT, path), "utf8")).map((fence) => ({ ...fence, path }));
  });
  const compared = fences.filter(isCompared);
  const faults = compared.flatMap(({ path, line, info }) => {
    const message = differing.get(`${path}:${line}`);
    if ((message !== undefined) === / since=/.test(info)) return [];
    if (message === undefined) return [`${path}:${line}  is the same with ${OLD}: drop since=`];
    return [`${path}:${line}  differs with ${OLD}: write since=0.20 (${message})`];
  });
  console.log([...faults, `${compared.length} samples compared, ${faults.length} marked wrongly`].join("\n"));
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
