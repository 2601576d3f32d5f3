import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
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
