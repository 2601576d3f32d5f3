import { join } from "node:path";
import { readOwnFile } from "../shared/own-file.ts";

/** Marks an output folder as docgen's and lists every file in it that is. */
export const MANIFEST_FILE = "docgen-manifest.json";

export interface Manifest {
  readonly version: 1;
  /** Sorted, relative to the output folder; the manifest itself is not listed. */
  readonly files: readonly string[];
  /** Path that the site was built to be served at. */
  readonly baseUrl?: string;
}

export function formatManifest(files: readonly string[], baseUrl: string): string {
  const manifest: Manifest = { version: 1, baseUrl, files: [...files].sort() };
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** The manifest of an output folder; undefined where there is none that holds. */
export function readManifest(out: string): Manifest | undefined {
  try {
    const value = JSON.parse(readOwnFile(join(out, MANIFEST_FILE)).toString("utf8")) as Partial<Manifest>;
    const { version, files, baseUrl } = value;
    if (version !== 1 || !Array.isArray(files) || !files.every(isInside)) return undefined;
    return { version, files, ...(typeof baseUrl === "string" ? { baseUrl } : {}) };
  } catch {
    // Absent or damaged: the folder is not known to be ours.
    return undefined;
  }
}

/** Parts of a path that lead elsewhere, or nowhere. */
const NO_NAME = /(?:^|[/\\])\.{0,2}(?:[/\\]|$)/;

/** True for the name of a file inside the output folder; a manifest may have been tampered with. */
export function isInside(file: unknown): file is string {
  return typeof file === "string" && !NO_NAME.test(file);
}
