import { hash } from "node:crypto";
import { readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestFile } from "../../engine/inputs.ts";
import { SHOWN_FOLDERS, TOOL_ROOT } from "./tool.ts";

/** What results depend on besides the site: docgen's own files, what is bundled for the browser, and packages. */
const PARTS = ["package.json", "dist", ...SHOWN_FOLDERS];

/**
 * Stands for this very docgen, the packages that it uses and the version of Node: results that
 * another made may differ. Files are told apart by size and time, which an installation gives anew.
 */
export function toolKey(): string {
  return keyOf(process.version, (path, { size, mtimeMs }) => `${path} ${size} ${mtimeMs}`);
}

/** The same by what files hold: one for all machines with the same docgen, packages and major version of Node. */
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
  for (const lock of installedPackages(TOOL_ROOT)) add(lock);
  return hash("sha1", states.join("\n")).slice(0, 16);
}

/** npm's lists of what is installed, in the folders from here to the top. */
function installedPackages(folder: string): string[] {
  const own = join(folder, "node_modules/.package-lock.json");
  const parent = dirname(folder);
  return parent === folder ? [own] : [own, ...installedPackages(parent)];
}
