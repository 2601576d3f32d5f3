import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../config/config-file.ts";
import { CONTENT_FOLDER } from "../content/walk.ts";
import { contains, foldersUp } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { copyFiles, listFiles } from "./copy-files.ts";
import { checkFolder, type Making, putInPlace } from "./put-in-place.ts";
import { sitePackage } from "./site-package.ts";

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
