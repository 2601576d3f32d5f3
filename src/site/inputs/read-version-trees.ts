import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
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
import type { Setup } from "../setup.ts";
import type { SiteTasks } from "../tasks.ts";
import { commitOf, dropChangedTree, readTree, recordTree } from "./git-tree.ts";
import { git, type Repository, refFiles, repositoryOf } from "./repository.ts";

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
      for (const path of await refFiles(root, [...new Set(wanted.map(({ ref }) => ref))])) task.file(path);
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
