import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { foldersUp } from "../shared/disk-path.ts";
import { manifestIn, type PackageManifest } from "../shared/package-manifest.ts";

/** Where samples and the checker take packages from. */
export interface Packages {
  /** `node_modules` folders, the site's own first; real paths. */
  readonly folders: readonly string[];
  /** Folders outside of these that links in them point to, e.g. of a workspace or a package store. */
  readonly linked: readonly string[];
  /** Version of the library that the samples use; undefined if none is configured or installed. */
  readonly libraryVersion: string | undefined;
  /** TypeScript's command as a script for Node; undefined if not installed. */
  readonly typescript: { readonly bin: string; readonly version: string } | undefined;
}

/**
 * Finds the packages of a site and, after them, docgen's own.
 *
 * @param toolRoot docgen's package folder
 * @param library name of the library that the samples use
 */
export function findPackages(root: string, toolRoot: string, library: string | undefined): Packages {
  const folders = [...new Set([root, toolRoot].flatMap((folder) => nodeModulesOf(folder) ?? []))];
  const { folder = "", bin, version = "" } = packageIn(folders, "typescript") ?? {};
  const tsc = typeof bin === "object" ? bin.tsc : undefined;
  return {
    folders,
    linked: linkedFolders(folders),
    libraryVersion: library === undefined ? undefined : libraryVersionIn(folders, library),
    typescript: tsc === undefined ? undefined : { bin: join(folder, tsc), version },
  };
}

/** Version of a package in the first of the folders that contains it. */
export function libraryVersionIn(folders: readonly string[], name: string): string | undefined {
  return packageIn(folders, name)?.version;
}

/** The nearest `node_modules` in a folder or above it. */
function nodeModulesOf(folder: string): string | undefined {
  const nearest = foldersUp(folder)
    .map((parent) => join(parent, "node_modules"))
    .find((path) => existsSync(path));
  return nearest && realpathSync(nearest);
}

function linkedFolders(folders: readonly string[]): string[] {
  const entries = folders.flatMap((folder) => {
    const scopes = readdirSync(folder).filter((name) => name.startsWith("@"));
    return [folder, ...scopes.map((name) => join(folder, name))].flatMap((at) =>
      readdirSync(at, { withFileTypes: true })
        .filter((entry) => entry.isSymbolicLink())
        .map(({ name }) => join(at, name)),
    );
  });
  const targets = entries
    .filter((entry) => existsSync(entry))
    .map((entry) => {
      const [outermost = "", inside] = realpathSync(entry).split(`${sep}node_modules${sep}`);
      return inside === undefined ? outermost : join(outermost, "node_modules");
    });
  return [...new Set(targets)].filter(
    (target) => !folders.some((folder) => `${target}${sep}`.startsWith(`${folder}${sep}`)),
  );
}

function packageIn(
  folders: readonly string[],
  name: string,
): (PackageManifest & { readonly folder: string }) | undefined {
  for (const folder of folders.map((nodeModules) => join(nodeModules, name))) {
    const manifest = manifestIn(folder);
    if (manifest !== undefined) return { ...manifest, folder };
  }
  return undefined;
}
