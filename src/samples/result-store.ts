import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Packages } from "./packages.ts";
import type { Program, SampleFile } from "./program.ts";

/** Raised when the same sample could end otherwise than before, other things being equal. */
const FORMAT = 2;
const FILE = ".docgen/samples/passed.json";

/** Keys of the programs that passed, by page. Failures are not kept: what failed may have been the machine. */
export type PassedKeys = Readonly<Record<string, readonly string[]>>;

/** Reads what was kept; nothing where the file is absent or damaged. @param root absolute */
export async function readPassed(root: string): Promise<PassedKeys> {
  try {
    const value: unknown = JSON.parse(await readFile(join(root, FILE), "utf8"));
    return isPassed(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Keeps what has passed, all of it at once: a reader finds the old file or the new one. Where the folder can't
 * be written to, nothing is kept, and the next run takes as long as this one.
 *
 * @param before what was kept so far; nothing is written where nothing changes
 */
export async function writePassed(root: string, before: PassedKeys, passed: PassedKeys): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(passed)) return;
  const path = join(root, FILE);
  const temporary = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, `${JSON.stringify(passed)}\n`);
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** Name of everything that the outcome of a program depends on. */
export function keyOf(program: Program, files: readonly SampleFile[], packages: Packages, docgen: string): string {
  const { kind, parts, allow } = program;
  const inputs = {
    format: FORMAT,
    docgen,
    node: process.version,
    library: packages.libraryVersion ?? "",
    typescript: kind === "ts" ? (packages.typescript?.version ?? "") : "",
    kind,
    allow,
    parts: parts.map(({ fence, output }) => [fence.code, output?.code ?? null]),
    files: files.map(({ name, fence }) => [name, fence.code]),
  };
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url").slice(0, 32);
}

function isPassed(value: unknown): value is PassedKeys {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"));
}
