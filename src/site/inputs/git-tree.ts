import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** Finds the commit of a tag, a branch (of `origin`, if there is none here) or a hash; undefined if it is unknown. */
export async function commitOf(repository: string, ref: string): Promise<string | undefined> {
  for (const name of [ref, `refs/remotes/origin/${ref}`]) {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
    const commit = await git(repository, args).catch(() => undefined);
    if (commit !== undefined) return commit.trim();
  }
  return undefined;
}
