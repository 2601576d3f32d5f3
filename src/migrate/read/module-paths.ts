import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { extname, join, resolve } from "node:path";
import { contains, foldersUp } from "../../shared/disk-path.ts";
import type { Job, Lack } from "../job.ts";
import { asText, record } from "./config-values.ts";
import { readData } from "./read-data.ts";

/** Matches files that are modules of JavaScript, TypeScript or data. */
export const CODE = /\.(?:[cm]?[jt]sx?|json)$/;

/** Absolute path of a module specifier, relative to a folder; undefined for a package. */
export function localPath(
  specifier: string,
  root: string,
  folder: string,
  aliases: Job["aliases"],
): string | undefined {
  for (const [name, path] of aliases)
    if (specifier === name || specifier.startsWith(`${name}/`)) return join(path, specifier.slice(name.length));
  if (specifier.startsWith("@site/")) return join(root, specifier.slice(6));
  if (specifier.startsWith("/") && !contains(root, specifier)) {
    // As webpack's `resolve.roots`; the site's own modules may also have absolute paths.
    const file = join(root, "static", specifier);
    return existsSync(file) ? file : join(root, specifier);
  }
  return /^[./]/.test(specifier) ? resolve(folder, specifier) : undefined;
}

/** The file of a module path without an extension. */
export function moduleFile(path: string): string | undefined {
  const names = extname(path) !== "" && existsSync(path) ? [path] : [];
  const endings = ".js .jsx .ts .tsx .mjs .cjs .json /index.js /index.ts /index.tsx /index.jsx".split(" ");
  return [...names, ...endings.map((ending) => path + ending)].find((file) => existsSync(file) && extname(file) !== "");
}

/** What tells which packages a site has. */
type SiteFiles = Pick<Job, "root" | "hasFile">;

/** A package that a Docusaurus site imports. */
export interface SitePackage {
  readonly name: string;
  /** As the site's `package.json` has it, else as it is installed; undefined if it is neither. */
  readonly version: string | undefined;
  readonly isInstalled: boolean;
}

/** The version of a package in the site's `package.json`. */
export function versionOf(name: string, { root, hasFile }: SiteFiles): string | undefined {
  const file = join(root, "package.json");
  const { dependencies, devDependencies } = hasFile(file) ? record(readData(file)) : {};
  return asText({ ...record(devDependencies), ...record(dependencies) }[name]);
}

/** The package of an import; undefined for files, for modules of Node and for those of Docusaurus. */
export function packageOf(specifier: string, { root, hasFile }: SiteFiles): SitePackage | undefined {
  const [name] = /^(?:@[\w.-]+\/)?[a-z][\w.-]*/i.exec(specifier) ?? [];
  if (name === undefined || isBuiltin(specifier) || /^@(?:site|theme|docusaurus|generated)\b|!/.test(specifier))
    return undefined;
  const manifest = join(installedPackage(name, root) ?? join(root, "node_modules", name), "package.json");
  const isInstalled = existsSync(manifest);
  const installed = isInstalled ? asText(record(readData(manifest)).version) : undefined;
  const version = versionOf(name, { root, hasFile }) ?? (installed && `^${installed}`);
  return { name, version, isInstalled };
}

/** Folder of the installed package that a file in a folder would import; undefined if it isn't installed. */
export function installedPackage(specifier: string, from: string): string | undefined {
  const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const folders = foldersUp(from).map((folder) => join(folder, "node_modules", name));
  return folders.find((folder) => existsSync(folder));
}

/** What docgen needs to follow an import. */
export function lackOf(specifier: string, job: SiteFiles): Lack {
  const { name, version } = packageOf(specifier, job) ?? {};
  if (name === undefined) return { text: `"${specifier}"` };
  const install = version === undefined ? name : `${name}@${version}`;
  const text = `"${specifier}" (run npm install --save ${install} in the Docusaurus site, then migrate again)`;
  return { text, install };
}

/** A package whose values are unknown, with the reason. @param shown the package, or a part of it */
export function notRun(specifier: string, job: SiteFiles, shown = specifier): string {
  const isMissing = packageOf(specifier, job)?.isInstalled === false;
  return isMissing ? lackOf(specifier, job).text : `"${shown}", which docgen doesn't run`;
}
