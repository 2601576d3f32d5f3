import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PROJECT, type Run } from "./docgen.ts";

/** Runs docgen on a disk that is full at its n-th change of a kind. @param change `renameSync 2` */
export async function docgenFailingAt(change: string, ...args: readonly string[]): Promise<Run> {
  const first = join(PROJECT, "test/helpers/fail-at.cjs");
  const child = spawn(process.execPath, ["--require", first, join(PROJECT, "bin/docgen"), ...args], {
    env: { ...process.env, NO_COLOR: "1", FAIL_AT: change },
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

/** Everything below a folder by path: what a file holds, `null` for a folder; links are followed. */
export function treeOf(folder: string): Record<string, string | null> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const full = join(folder, path);
      return [path, statSync(full).isDirectory() ? null : readFileSync(full, "utf8")];
    }),
  );
}
