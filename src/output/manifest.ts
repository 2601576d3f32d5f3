import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { contains, slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { readOwnFile } from "../shared/own-file.ts";

/** Name of the file that marks a folder as docgen's output and lists the files that docgen wrote. */
export const MANIFEST_FILE = "docgen-manifest.json";

/** The content of the manifest. */
export interface Manifest {
  readonly version: 1;
  /** Paths relative to the output folder, sorted, without the manifest itself. */
  readonly files: readonly string[];
  /** Base URL that the site was built for. */
  readonly baseUrl?: string;
}

/** Writes a manifest as JSON. @param files without the manifest itself */
export function formatManifest(files: readonly string[], baseUrl: string): string {
  const manifest: Manifest = { version: 1, baseUrl, files: [...files].sort() };
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** The manifest of an output folder; undefined if it is absent or damaged, as the folder may not be docgen's. */
export function readManifest(out: string): Manifest | undefined {
  const value = attempt(() => JSON.parse(readOwnFile(join(out, MANIFEST_FILE)).toString("utf8")));
  const { version, files, baseUrl } = (value ?? {}) as Partial<Manifest>;
  if (version !== 1 || !Array.isArray(files) || !files.every(isInside)) return undefined;
  return { version, files, ...(typeof baseUrl === "string" ? { baseUrl } : {}) };
}

/** Empty and dot segments of a path. */
const DOT_SEGMENT = /(?:^|[/\\])\.{0,2}(?:[/\\]|$)/;

/** Whether a path stays inside the output folder; a manifest may have been tampered with. */
export function isInside(file: unknown): file is string {
  return typeof file === "string" && !DOT_SEGMENT.test(file);
}

/** Folders in which the next build would read or remove the output. */
const OWN_FOLDERS = ["content", "templates", WORK_FOLDER];

/**
 * Rejects an output folder in which docgen could destroy other files.
 *
 * @param out absolute path of the output folder; may be absent
 * @throws Failure (exit code 1 or, for one that no site may have, 2) with the reason and the remedy
 */
export function checkOutFolder(out: string, root: string): void {
  const refuse = (why: string, remedy: string, code: 1 | 2 = 1) => new Failure(code, `${out}: ${why}; ${remedy}`);
  const separate = "choose a separate folder with --out";
  if (contains(out, root)) throw refuse("the output folder contains the site's root", separate, 2);
  const [top = ""] = slashedPath(root, out).split("/");
  if (OWN_FOLDERS.includes(top)) throw refuse(`is inside ${top}/, which docgen reads`, separate, 2);
  const info = lstatSync(out, { throwIfNoEntry: false });
  if (info === undefined) return;
  if (info.isSymbolicLink()) throw refuse("is a symbolic link", "choose the folder that it leads to with --out");
  if (!info.isDirectory()) throw refuse("is a file", "remove it or choose another folder with --out");
  if (readdirSync(out).length > 0 && readManifest(out) === undefined) {
    throw refuse("is not empty and was not written by docgen", "empty it or choose another folder with --out");
  }
}
