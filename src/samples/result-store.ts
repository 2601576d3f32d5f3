import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import type { Packages } from "./packages.ts";
import type { Program, SampleFile } from "./program.ts";

/** Incremented when a change in docgen may change the outcome of samples. */
const FORMAT = 2;
const FILE = ".docgen/samples/passed.json";

/** Cache keys of passed programs, by page. Failures are not cached, as the machine may have caused them. */
export type PassedPrograms = Readonly<Record<string, readonly string[]>>;

/** Reads the cache; empty if the file is absent or damaged. @param root absolute */
export async function readPassed(root: string): Promise<PassedPrograms> {
  try {
    const value: unknown = JSON.parse(await readFile(join(root, FILE), "utf8"));
    return isPassed(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Writes the cache atomically. If the folder isn't writable, nothing is cached.
 *
 * @param before the current content; the file is not written if nothing changes
 */
export function writePassed(root: string, before: PassedPrograms, passed: PassedPrograms): void {
  if (JSON.stringify(before) === JSON.stringify(passed)) return;
  const path = join(root, FILE);
  attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    replaceOwnFile(path, `${JSON.stringify(passed)}\n`);
  });
}

/** Cache key of a program: a hash of everything that its outcome depends on. */
export function cacheKeyOf(program: Program, files: readonly SampleFile[], packages: Packages, docgen: string): string {
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

function isPassed(value: unknown): value is PassedPrograms {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"));
}
