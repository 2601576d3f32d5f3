import { hash } from "node:crypto";
import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { digestFile } from "../engine/digest-file.ts";
import { foldersUp } from "../shared/disk-path.ts";
import { RUNTIME_FOLDERS, TOOL_ROOT } from "../shared/tool-root.ts";

/** Files that results depend on besides the site's own: docgen's files, bundles and packages. */
const PARTS = ["package.json", "dist", ...RUNTIME_FOLDERS];

/** Cache key of this installation: docgen, its packages and Node. Compares files by size and time. */
export function toolKey(): string {
  return keyOf(process.version, (path, { size, mtimeMs }) => `${path} ${size} ${mtimeMs}`);
}

/** Cache key by file contents: the same on all machines with the same docgen, packages and major version of Node. */
export function portableToolKey(): string {
  return keyOf(process.versions.node.split(".", 1)[0] ?? "", digestFile);
}

function keyOf(version: string, stateOf: (path: string, info: Stats) => string): string {
  const states: string[] = [version];
  const add = (path: string) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info === undefined) return;
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else states.push(stateOf(path, info));
  };
  for (const part of PARTS) add(join(TOOL_ROOT, part));
  // npm's lists of installed packages.
  for (const folder of foldersUp(TOOL_ROOT)) add(join(folder, "node_modules/.package-lock.json"));
  return hash("sha1", states.join("\n")).slice(0, 16);
}
