import { existsSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { contains } from "../../shared/disk-path.ts";
import type { Job } from "../job.ts";

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
  // As webpack's `resolve.roots`; the site's own modules may also have absolute paths.
  if (specifier.startsWith("/") && !contains(root, specifier)) return join(root, specifier);
  return /^[./]/.test(specifier) ? resolve(folder, specifier) : undefined;
}

/** The file of a module path without an extension. */
export function moduleFile(path: string): string | undefined {
  const names = extname(path) !== "" && existsSync(path) ? [path] : [];
  const endings = ".js .jsx .ts .tsx .mjs .cjs .json /index.js /index.ts /index.tsx /index.jsx".split(" ");
  return [...names, ...endings.map((ending) => path + ending)].find((file) => existsSync(file) && extname(file) !== "");
}
