import { hash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { keptPath } from "../markdown/kept-files.ts";
import { attempt } from "../shared/attempt.ts";
import { replaceOwnFile } from "../shared/own-file.ts";
import { manifestIn } from "../shared/package-manifest.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import type { ProgramTask } from "./assemble-program.ts";
import type { Packages } from "./packages.ts";

/** Incremented when a change in docgen may change the outcome of samples. */
const FORMAT = 2;
const FILE = ".docgen/samples/passed.json";

/** What has passed on a page. */
const passedPage = v.strictObject({
  /** Cache keys of the programs. Failures are not cached, as the machine may have caused them. */
  keys: v.array(v.string()),
  /** Version of the library with which all programs of the page passed last. */
  library: v.exactOptional(v.string()),
});

export type PassedPage = v.InferOutput<typeof passedPage>;
export type PassedPrograms = Readonly<Record<string, PassedPage>>;

/** Reads the cache; empty if the file is absent or damaged. @param root absolute */
export function readPassed(root: string): PassedPrograms {
  return (
    attempt(() => v.parse(v.record(v.string(), passedPage), JSON.parse(readFileSync(join(root, FILE), "utf8")))) ?? {}
  );
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

/** A program with its cache key. */
export interface KeyedTask extends ProgramTask {
  readonly key: string;
}

/**
 * Adds the cache key to a program that runs with certain packages: a hash of everything that its outcome depends on.
 */
export function withKey(packages: Packages, root: string): (task: ProgramTask) => KeyedTask {
  const docgen = manifestIn(TOOL_ROOT)?.version;
  return ({ program, files }) => {
    const { path, kind, parts, allow, keeps } = program;
    const digestOf = (name: string) => {
      return attempt(() => hash("sha256", readRegular(join(root, keptPath(path, name))))) ?? null;
    };
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
      ...(keeps.length > 0 && { keeps: keeps.map(({ name }) => [name, digestOf(name)]) }),
    };
    return { program, files, key: hash("sha256", JSON.stringify(inputs), "base64url").slice(0, 32) };
  };
}
