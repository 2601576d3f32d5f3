import { hash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CONFIG_FILE } from "../../config/config-file.ts";
import { withPlaces } from "../../config/load.ts";
import type { DocsPluginConfig, SiteConfig } from "../../config/schema.ts";
import { translationsFolder } from "../../content/overlay.ts";
import { TREES_FOLDER, type TreeFolder, type VersionTree } from "../../content/version-trees.ts";
import { isVersionName, VERSION_NAME_RULE, versionsPlace } from "../../content/versions.ts";
import { CONTENT_FOLDER } from "../../content/walk.ts";
import type { Task } from "../../engine/task.ts";
import { attempt } from "../../shared/attempt.ts";
import { Failure } from "../../shared/failure.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { randomName } from "../../shared/own-file.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import { git, type Repository, repositoryFiles, repositoryOf } from "./repository.ts";

/** Age in milliseconds from which a commit that no version uses is removed: a branch may move back. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A version that the configuration takes from a commit. */
interface WantedTree {
  readonly docs: DocsPluginConfig;
  readonly version: string;
  readonly ref: string;
  /** Item of the configuration, for messages. */
  readonly item: string;
}

/** The task that copies versions from git into `.docgen/refs`. */
export function createVersionTreesTask({ define, root, tasks }: Setup): SiteTasks["trees"] {
  return define<readonly VersionTree[]>("version trees", { keep: "graph", keepsLastGood: true }, async (task) => {
    const loaded = await task.get(tasks.config.config, "");
    try {
      const wanted = wantedTrees(task, loaded.config);
      if (wanted.length === 0) return [];
      task.state("refs");
      // The server can only watch files, so record those that tell of a change of this state.
      for (const path of await repositoryFiles(root, [...new Set(wanted.map(({ ref }) => ref))])) task.file(path);
      const repository = await repositoryOf(root).catch(({ message }: Error) => {
        throw new Failure(2, `${wanted[0]?.item}: ${message}; build the site in a clone of its repository`);
      });
      const trees: VersionTree[] = [];
      for (const version of wanted) trees.push(await readVersion(root, repository, version, loaded.config));
      // Recorded once they exist, so that they are read again if they are deleted. Not the folders in them: in this
      // revision, the tasks that list those must not see them as they were before.
      for (const { commit } of trees) {
        recordTree(join(root, TREES_FOLDER, commit));
        task.entry(`${TREES_FOLDER}/${commit}`);
      }
      dropUnused(root, new Set(trees.map(({ commit }) => commit)));
      return trees;
    } catch (error) {
      // Messages contain line numbers of the configuration's files, so the result depends on the bundle.
      await task.get(tasks.config.bundle, "");
      throw await withPlaces(error, loaded.sources);
    }
  });
}

/** @throws Failure (exit code 2) for a version that can't be taken from a commit */
function wantedTrees(task: Task, { docs: all }: SiteConfig): readonly WantedTree[] {
  return all.flatMap((docs, index) =>
    Object.entries(docs.versions).flatMap(([version, { ref }]): WantedTree[] => {
      if (ref === undefined) return [];
      const item = `${CONFIG_FILE}: docs[${index}].versions["${version}"]`;
      if (version === "current") {
        const fault = `the current version is the folder ${CONTENT_FOLDER}/${docs.folder}`;
        throw new Failure(2, `${item}.ref: ${fault}; includeCurrentVersion: false leaves it out`);
      }
      if (!isVersionName(version)) throw new Failure(2, `${item}: not a valid version name; ${VERSION_NAME_RULE}`);
      const folder = `${CONTENT_FOLDER}/${versionFolderOf(docs.id, version)}`;
      if (task.entry(folder) !== undefined) {
        throw new Failure(2, `${item}.ref: the version is also the folder ${folder}; remove one of the two`);
      }
      const isIncluded = docs.onlyIncludeVersions?.includes(version) ?? true;
      return isIncluded ? [{ docs, version, ref, item: `${item}.ref` }] : [];
    }),
  );
}

function versionFolderOf(plugin: string, version: string): string {
  return `${versionsPlace(plugin).folder}/version-${version}`;
}

async function readVersion(
  root: string,
  repository: Repository,
  { docs, version, ref, item }: WantedTree,
  { i18n }: SiteConfig,
): Promise<VersionTree> {
  const { top, prefix, isShallow } = repository;
  const commit = await commitOf(top, ref);
  if (commit === undefined) throw new Failure(2, `${item}: ${await unknownRef(top, ref, isShallow)}`);
  const versionFolder = versionFolderOf(docs.id, version);
  const homes = [`${CONTENT_FOLDER}/`, ...i18n.locales.map(translationsFolder)];
  const folders: TreeFolder[] = [];
  for (const home of homes) {
    const from = home + docs.folder;
    const to = `${TREES_FOLDER}/${commit}/${home}${versionFolder}`;
    if (await readTree(top, commit, prefix + from, join(root, to))) folders.push({ from, to });
    else if (folders.length === 0) {
      throw new Failure(2, `${item}: "${ref}" has no folder ${prefix}${from}; use a tag, branch or commit that has it`);
    }
  }
  return { plugin: docs.id, version, ref, commit, folders };
}

async function unknownRef(top: string, ref: string, isShallow: boolean): Promise<string> {
  if (isShallow) {
    const remedy = "clone the full history with its tags (fetch-depth: 0 in GitHub Actions)";
    return `the repository is a shallow clone without "${ref}"; ${remedy}`;
  }
  const args = ["for-each-ref", "--sort=-creatordate", "--format=%(refname:lstrip=2)", "refs/tags", "refs/heads"];
  const names = (await git(top, args)).trimEnd().split("\n");
  const remedy = didYouMean(ref, names) || "; git fetch --tags gets those of the remote repository";
  return `the repository has no tag, branch or commit "${ref}"${remedy}`;
}

/** Removes the files of commits that no version uses any more. */
function dropUnused(root: string, used: ReadonlySet<string>): void {
  for (const path of treesOf(root)) {
    const changedMs = attempt(() => statSync(path).mtimeMs) ?? Date.now();
    if (!used.has(basename(path)) && changedMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Removes the files of commits that differ from what docgen has written. @returns whether there were any */
export function dropChanged(root: string): boolean {
  return treesOf(root).filter(dropChangedTree).length > 0;
}

/** The folders of commits, as absolute paths. */
function treesOf(root: string): string[] {
  const home = join(root, TREES_FOLDER);
  return (attempt(() => readdirSync(home)) ?? []).map((name) => join(home, name));
}

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
