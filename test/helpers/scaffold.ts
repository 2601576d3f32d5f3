import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { NODE, PROJECT, type Run } from "./docgen.ts";

/** Runs docgen with a disk that is full at the n-th file operation of a kind. @param change `renameSync 2` */
export async function docgenFailingAt(change: string, ...args: readonly string[]): Promise<Run> {
  const first = join(PROJECT, "test/helpers/fail-at.cjs");
  const [node, ...flags] = NODE;
  const child = spawn(node, [...flags, "--require", first, join(PROJECT, "bin/docgen"), ...args], {
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

/** All files and folders below a folder, by path: content of a file, `null` for a folder. Links are followed. */
export function treeOf(folder: string): Record<string, string | null> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const full = join(folder, path);
      return [path, statSync(full).isDirectory() ? null : readFileSync(full, "utf8")];
    }),
  );
}
