// Finds the Node.js that a demo runs with: this one, or one from npm.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lock } from "./lock.mjs";
import { launch, tail } from "./processes.mjs";

const RUNNING = Number(process.versions.node.split(".")[0]);

/**
 * The Node.js for a demo: of the major version that was asked for, else the running one; a newer one where the demo
 * needs it. One that does not run already comes from npm, whose packages hold the program without install scripts.
 * @returns {Promise<{ path: string, version: string, major: number }>}
 * @throws {Error} where npm has none
 */
export async function findNode({ node: least = 0 }, asked = RUNNING, cache) {
  const major = Math.max(least, asked);
  if (major === RUNNING) return { path: process.execPath, version: process.versions.node, major };
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const dir = join(cache, `node-${major}`);
  const path = join(dir, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  const version = await lock(cache, `node-${major}`, async () => {
    if (versionOf(path) === undefined) await install(dir, `${name}@${major}`);
    return versionOf(path);
  });
  if (version === undefined) throw new Error(`${path} does not run; remove ${dir} and try again`);
  return { path, version, major };
}

function versionOf(path) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim().slice(1) : undefined;
}

async function install(dir, spec) {
  mkdirSync(dir, { recursive: true });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { ended, output } = launch("npm", ["install", "--prefix", dir, ...flags, spec], { cwd: dir });
  const code = await ended;
  if (code !== 0) throw new Error(`npm install ${spec} ended with ${code}:\n${tail(output())}`);
}
