import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package that the samples are about; results are kept per version of it. */
const LIBRARY = "xlsx";

/** Where samples and the checker take packages from. */
export interface Packages {
  /** `node_modules` folders, the site's own first. */
  readonly folders: readonly string[];
  /** Version of the documented library; undefined where it is not installed. */
  readonly libraryVersion: string | undefined;
  /** TypeScript's command, as a file for Node; undefined where it is not installed. */
  readonly typescript: { readonly bin: string; readonly version: string } | undefined;
}

interface Manifest {
  readonly version?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Finds the packages of a site and, behind them, docgen's own. @param toolRoot docgen's package folder */
export function findPackages(root: string, toolRoot: string): Packages {
  const found = [nodeModulesOf(root), nodeModulesOf(toolRoot)].filter((folder) => folder !== undefined);
  const folders = [...new Set(found)];
  const library = firstManifest(folders, LIBRARY)?.manifest;
  const typescript = firstManifest(folders, "typescript");
  const { bin, version = "" } = typescript?.manifest ?? {};
  const tsc = typeof bin === "object" ? bin.tsc : undefined;
  return {
    folders,
    libraryVersion: library?.version,
    typescript:
      typescript === undefined || tsc === undefined ? undefined : { bin: join(typescript.folder, tsc), version },
  };
}

/** The nearest `node_modules` at or above a folder. */
function nodeModulesOf(folder: string): string | undefined {
  const candidate = join(folder, "node_modules");
  if (existsSync(candidate)) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : nodeModulesOf(parent);
}

function firstManifest(folders: readonly string[], name: string): { folder: string; manifest: Manifest } | undefined {
  for (const nodeModules of folders) {
    const folder = join(nodeModules, name);
    const path = join(folder, "package.json");
    if (existsSync(path)) return { folder, manifest: JSON.parse(readFileSync(path, "utf8")) as Manifest };
  }
  return undefined;
}
