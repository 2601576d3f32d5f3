import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT, type Run } from "./docgen.ts";

const PRELOADED = (name: string) => ["--require", join(PROJECT, "test/helpers", name)];

/** Runs docgen with a file loaded before it. @param env for that file */
async function preloaded(name: string, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, [...PRELOADED(name), join(PROJECT, "bin/docgen"), ...args], {
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

/** Runs docgen on a disk that is full from its n-th change of a kind on. @param change `renameSync 2` */
export function docgenFailingAt(change: string, ...args: readonly string[]): Promise<Run> {
  return preloaded("fail-at.cjs", { FAIL_AT: change }, args);
}

/** Everything below a folder by path: what a file holds, `null` for a folder. */
export function treeOf(folder: string): Record<string, string | null> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const full = join(folder, path);
      return [path, lstatSync(full).isDirectory() ? null : readFileSync(full, "utf8")];
    }),
  );
}
