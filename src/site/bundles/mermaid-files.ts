import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { attempt } from "../../shared/attempt.ts";
import { foldersUp } from "../../shared/disk-path.ts";
import { Failure } from "../../shared/failure.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

/** Mermaid: its output files, with the absolute paths of their sources. */
export interface MermaidFiles {
  readonly files: readonly (readonly [file: string, copyOf: string])[];
  /** Output file of its entry. */
  readonly entry: string;
  /** Absolute paths of the package.json files that decide which version is used, including missing ones. */
  readonly inputs: readonly string[];
}

const ENTRY = "mermaid.esm.min.mjs";
const PACKAGE = "node_modules/mermaid/package.json";
const CHUNKS = "chunks/mermaid.esm.min";

/**
 * Finds Mermaid. It is a dependency of the site, as it is far larger than docgen and most sites don't need it.
 *
 * @throws Failure (exit code 1) if it isn't installed
 */
export async function mermaidFiles(root: string): Promise<MermaidFiles> {
  const folder = findPackage(root) ?? findPackage(TOOL_ROOT);
  if (folder === undefined) {
    const fault = "a page has a mermaid diagram, but the package mermaid is not installed";
    throw new Failure(1, `${fault}; run npm install --save-dev mermaid`);
  }
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const target = `assets/mermaid-${version}`;
  const chunks = await readdir(join(folder, "dist", CHUNKS));
  const names = [ENTRY, ...chunks.filter((name) => name.endsWith(".mjs")).map((name) => `${CHUNKS}/${name}`)];
  return {
    entry: `${target}/${ENTRY}`,
    inputs: [join(folder, "package.json"), ...foldersUp(root).map((path) => join(path, PACKAGE))],
    files: names.map((name) => [`${target}/${name}`, join(folder, "dist", name)]),
  };
}

function findPackage(root: string): string | undefined {
  const path = attempt(() => createRequire(join(root, "package.json")).resolve("mermaid"));
  const folder = path && dirname(dirname(path));
  return folder !== undefined && existsSync(join(folder, "dist", ENTRY)) ? folder : undefined;
}
