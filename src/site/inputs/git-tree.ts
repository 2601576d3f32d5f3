import { hash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "../../shared/attempt.ts";
import { randomName } from "../../shared/own-file.ts";
import { git } from "./repository.ts";

/** Settings that let git write files as they are in the commit, whatever the machine prefers, and run no hooks. */
const AS_COMMITTED = ["-c", "core.autocrlf=false", "-c", "core.sparseCheckout=false", "-c", "core.hooksPath=/dev/null"];

/**
 * Writes a folder of a commit into a new folder; an existing one is kept, as a commit never changes. The files are
 * checked out with an index of their own, not with `git archive`: that leaves out what `.gitattributes` excludes from
 * releases, which docs often are, and its output can only be read with another program.
 *
 * @param repository absolute path of the repository's working tree
 * @param commit its full hash
 * @param folder relative to the repository, with forward slashes; empty for the whole commit
 * @param target absolute path
 * @returns false if the commit has no such folder
 * @throws an error with git's message
 */
export async function readTree(repository: string, commit: string, folder: string, target: string): Promise<boolean> {
  if (existsSync(target)) return true;
  const literal = { GIT_LITERAL_PATHSPECS: "1" };
  const isFolder = async () =>
    (await git(repository, ["ls-tree", "-d", "--full-tree", commit, "--", folder], literal)) !== "";
  if (folder !== "" && !(await isFolder())) return false;
  const temporary = `${target}.${randomName()}`;
  const variables = {
    ...literal,
    GIT_DIR: (await git(repository, ["rev-parse", "--absolute-git-dir"])).trimEnd(),
    GIT_WORK_TREE: temporary,
    GIT_INDEX_FILE: `${temporary}.index`,
  };
  mkdirSync(temporary, { recursive: true });
  try {
    // The whole index, because attributes of files may be set in folders above.
    await git(temporary, ["read-tree", commit], variables);
    await git(temporary, [...AS_COMMITTED, "checkout", "--quiet", "--", folder || "."], variables);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(temporary, folder), target);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(target)) throw error;
  } finally {
    for (const path of [temporary, variables.GIT_INDEX_FILE]) rmSync(path, { recursive: true, force: true });
  }
  return true;
}

/** File in the folder of a commit with the state of the files that docgen has written there. */
const STATE_FILE = ".docgen-state";
/** Time in milliseconds in which another process may still write the folder of a commit. */
const WRITING_MS = 60_000;

/** Records the state of the files in the folder of a commit, once it is complete. */
export function recordTree(folder: string): void {
  const file = join(folder, STATE_FILE);
  if (!existsSync(file)) writeFileSync(file, stateOf(folder));
}

/**
 * Removes the folder of a commit, to be written again, if any of its files was edited, added or deleted.
 *
 * @returns whether it was removed
 */
export function dropChangedTree(folder: string): boolean {
  const state = attempt(() => readFileSync(join(folder, STATE_FILE), "utf8"));
  const isWritten = state === undefined && lstatSync(folder).ctimeMs > Date.now() - WRITING_MS;
  if (isWritten || state === attempt(() => stateOf(folder))) return false;
  rmSync(folder, { recursive: true, force: true });
  return true;
}

/** Identifies the files in a folder by what changes with each edit, without reading them. */
function stateOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files.flatMap(({ parentPath, name }) => {
    const { size, mtimeMs, ctimeMs } = lstatSync(join(parentPath, name));
    return name === STATE_FILE ? [] : `${join(parentPath, name)} ${size} ${mtimeMs} ${ctimeMs}`;
  });
  return hash("sha1", lines.sort().join("\n"));
}

/** Finds the commit of a tag, a branch (of `origin`, if there is none here) or a hash; undefined if it is unknown. */
export async function commitOf(repository: string, ref: string): Promise<string | undefined> {
  for (const name of [ref, `refs/remotes/origin/${ref}`]) {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
    const commit = await git(repository, args).catch(() => undefined);
    if (commit !== undefined) return commit.trim();
  }
  return undefined;
}
