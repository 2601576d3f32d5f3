import { existsSync, renameSync } from "node:fs";
import { copyFile, cp, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { formatManifest, MANIFEST_FILE, readManifest } from "./manifest.ts";
import type { OutputFile } from "./types.ts";

/** Files written at once: enough to keep the disk busy, few enough for any limit on open files. */
const PARALLEL = 64;
const STAGING_PREFIX = "staging-";
const PREVIOUS_PREFIX = "previous-";

/**
 * Writes a site beside its old one and then puts it in its place, so that readers and killed builds
 * never see half of it. Files in the output folder that docgen did not write are kept.
 *
 * @param work folder for what is under way, on the same disk as `out`
 * @param baseUrl path that the site was built to be served at
 * @returns bytes written
 */
export async function publish(
  files: readonly OutputFile[],
  out: string,
  work: string,
  baseUrl: string,
): Promise<number> {
  const staging = join(work, `${STAGING_PREFIX}${process.pid}`);
  await rm(staging, { recursive: true, force: true });
  try {
    const bytes = await writeAll(files, staging);
    await writeFile(
      join(staging, MANIFEST_FILE),
      formatManifest(
        files.map(({ file }) => file),
        baseUrl,
      ),
    );
    await keepForeignFiles(out, staging);
    await swap(staging, out, work);
    return bytes;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Mends what a killed build left: brings back an output folder that was set aside, removes
 * unfinished ones. To be called while no other build holds the lock.
 */
export async function sweep(out: string, work: string): Promise<void> {
  const names = existsSync(work) ? await readdir(work) : [];
  for (const name of names) {
    if (name.startsWith(PREVIOUS_PREFIX) && !existsSync(out)) await rename(join(work, name), out);
    else if (name.startsWith(STAGING_PREFIX) || name.startsWith(PREVIOUS_PREFIX)) {
      await rm(join(work, name), { recursive: true, force: true });
    }
  }
}

async function writeAll(files: readonly OutputFile[], staging: string): Promise<number> {
  const folders = new Set(files.map(({ file }) => dirname(join(staging, file))));
  await mkdir(staging, { recursive: true });
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  let bytes = 0;
  let next = 0;
  const worker = async () => {
    for (let entry = files[next++]; entry !== undefined; entry = files[next++]) {
      const target = join(staging, entry.file);
      if ("copyOf" in entry) {
        await copyFile(entry.copyOf, target);
        const { size } = await stat(target);
        bytes += size;
      } else {
        await writeFile(target, entry.data);
        bytes += typeof entry.data === "string" ? Buffer.byteLength(entry.data) : entry.data.byteLength;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return bytes;
}

/** Copies what others put into the output folder, such as a host's settings, into the new one. */
async function keepForeignFiles(out: string, staging: string): Promise<void> {
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
async function swap(staging: string, out: string, work: string): Promise<void> {
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
