import { basename, join, resolve } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { foldersUp, slashedPath } from "../shared/disk-path.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";

/** What docgen reads of a `package.json`. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Packages of docgen's own types that a site's code needs, too; their versions are those that docgen is tested with. */
const TYPES = ["@types/react", "typescript"] as const;

const SCRIPTS = {
  serve: "docgen serve",
  build: "docgen build",
  preview: "docgen preview",
  check: "docgen check-links && docgen check-samples && tsc",
};

const FILE_SPEC = "file:";

/** Packages that a site in a folder installs, with their versions or places. */
export function sitePackages(root: string): Readonly<Record<string, string>> {
  const { devDependencies = {} } = manifestIn(TOOL_ROOT) ?? {};
  return { ...Object.fromEntries(TYPES.map((name) => [name, devDependencies[name] ?? "*"])), docgen: docgenSpec(root) };
}

/** The text of the `package.json` of a new site. */
export function sitePackage(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  const manifest = {
    name: name === "" || name === "docgen" ? "docs" : name,
    private: true,
    type: "module",
    scripts: SCRIPTS,
    devDependencies: sitePackages(root),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Where npm gets docgen from: as a project around the folder does, otherwise from the folder of this docgen. */
function docgenSpec(root: string): string {
  for (const folder of foldersUp(root)) {
    const { dependencies, devDependencies } = manifestIn(folder) ?? {};
    const spec = devDependencies?.docgen ?? dependencies?.docgen;
    if (spec === undefined) continue;
    return spec.startsWith(FILE_SPEC) ? fileSpec(root, resolve(folder, spec.slice(FILE_SPEC.length))) : spec;
  }
  return fileSpec(root, TOOL_ROOT);
}

function fileSpec(root: string, path: string): string {
  return `${FILE_SPEC}${slashedPath(root, path)}`;
}

function manifestIn(folder: string): Manifest | undefined {
  return (
    attempt(() => JSON.parse(readRegular(join(folder, "package.json")).toString()) as Manifest | null) ?? undefined
  );
}
