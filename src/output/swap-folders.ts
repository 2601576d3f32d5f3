import { existsSync, renameSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { MANIFEST_FILE, readManifest } from "./manifest.ts";

export const PREVIOUS_PREFIX = "previous-";

/** Copies what others put into the output folder, such as a host's settings, into the new one. */
export async function keepForeignFiles(out: string, staging: string): Promise<void> {
  const manifest = readManifest(out);
  if (manifest === undefined) return;
  const own = new Set([...manifest.files, MANIFEST_FILE]);
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = relative(out, source).replaceAll("\\", "/");
    const target = join(staging, file);
    if (own.has(file) || existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, { verbatimSymlinks: true });
  }
}

/** The two renames stand side by side: nothing runs between them. `sweep` mends a kill there. */
export async function swapFolders(staging: string, out: string, work: string): Promise<void> {
  const previous = join(work, `${PREVIOUS_PREFIX}${process.pid}`);
  await rm(previous, { recursive: true, force: true });
  await mkdir(dirname(out), { recursive: true });
  const hadOld = existsSync(out);
  if (hadOld) renameSync(out, previous);
  try {
    renameSync(staging, out);
  } catch (error) {
    if (hadOld) renameSync(previous, out);
    throw error;
  }
  await rm(previous, { recursive: true, force: true });
}
