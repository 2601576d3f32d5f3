import { writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { CONFIG_FILE } from "../config/config-file.ts";
import { CONTENT_FOLDER } from "../content/walk.ts";
import { contains, foldersUp, slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf } from "../shared/file-info.ts";
import { manifestIn } from "../shared/package-manifest.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { checkFolder, copyFiles, listFiles, type Making, putInPlace } from "./put-in-place.ts";

/** Result of creating a site. */
export interface MadeSite {
  readonly files: number;
  /** Files that existed before and are unchanged. */
  readonly kept: readonly string[];
}

/** Paths that mark a folder as a site: if one of them exists, nothing is created. */
const SITE = [CONFIG_FILE, CONTENT_FOLDER];
/** Other files of a site, by their names in docgen's package: npm doesn't pack `.gitignore`. */
const BESIDE: Readonly<Record<string, string>> = {
  "AGENTS.md": "AGENTS.md",
  "changes.yml": ".github/workflows/changes.yml",
  gitignore: ".gitignore",
  "pages.yml": ".github/workflows/pages.yml",
  "tsconfig.json": "tsconfig.json",
};
const PACKAGE = "package.json";

/**
 * Creates a site with a page of each kind. The folder may contain a project, but no site.
 *
 * @param root absolute path of the site's root; created if it doesn't exist
 * @throws Failure (exit code 2) that names the existing file or folder
 */
export async function initSite(root: string): Promise<MadeSite> {
  checkRoot(root);
  const template = join(TOOL_ROOT, "templates/site");
  const kept = [PACKAGE, ...Object.values(BESIDE)].filter((path) => isThere(join(root, path)));
  const beside = Object.entries(BESIDE).filter(([, path]) => !kept.includes(path));
  const content = listFiles(join(template, CONTENT_FOLDER), template);
  const fileOf = (path: string, text: () => string | Buffer): Making => {
    return { path, make: (staged) => writeFileSync(staged, text()) };
  };
  const copyOf = (name: string, path: string) => fileOf(path, () => readRegular(join(template, name)));
  const packages = kept.includes(PACKAGE) ? [] : [fileOf(PACKAGE, () => sitePackage(root))];
  await putInPlace(root, [
    ...packages,
    ...beside.map(([name, path]) => copyOf(name, path)),
    { path: CONTENT_FOLDER, make: (staged) => copyFiles(join(template, CONTENT_FOLDER), content, staged) },
    copyOf(CONFIG_FILE, CONFIG_FILE),
  ]);
  return { files: content.length + beside.length + packages.length + 1, kept };
}

function checkRoot(root: string): void {
  checkFolder(root, "choose another folder for the site");
  const inside = foldersUp(root).find((folder) => {
    return contains(join(folder, CONTENT_FOLDER), root) && isThere(join(folder, CONFIG_FILE));
  });
  const refuse = (why: string) => new Failure(2, `${root}: ${why}`);
  if (inside !== undefined) {
    throw refuse(`is in the ${CONTENT_FOLDER} folder of the site ${inside}; choose a folder outside of it`);
  }
  const existing = SITE.filter((name) => isThere(join(root, name))).join(" and ");
  if (existing !== "") throw refuse(`already contains ${existing}; choose another folder, such as docgen init my-site`);
}

function isThere(path: string): boolean {
  return entryOf(path) !== undefined;
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
function sitePackage(root: string): string {
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
