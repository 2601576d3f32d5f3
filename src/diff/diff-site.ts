import { existsSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { CONFIG_FILE } from "../config/config-file.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { contains } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { newestFirst } from "../shared/file-info.ts";
import { didYouMean } from "../shared/nearest.ts";
import { commitOf, dropChangedTree, readTree, recordTree } from "../site/inputs/read-version-trees.ts";
import { git, repositoryOf } from "../site/inputs/repository.ts";
import { type Comparison, compareTrees } from "./compare-trees.ts";
import type { Tree } from "./diff-types.ts";
import { NO_SITE, readSiteTree } from "./site-tree.ts";

/** Names of the graphs of the working tree and of the commit. */
const [NEW_GRAPH, OLD_GRAPH] = ["diff", "diff-old"];

/**
 * Compares a site with what a commit has. Both are read with the same store, so that only what differs is computed.
 *
 * @param ref see `openOldTree`
 * @throws Failure if there is no such commit, or if one of the sites can't be read
 */
export async function diffSite(root: string, ref: string | undefined, stages?: StageEvents): Promise<Comparison> {
  const { stage } = stopwatch(stages);
  const old = await stage("check out", () => openOldTree(root, ref));
  const common = { drafts: false, storeOf: root, settings: { keepsFaults: true } };
  return readSite({ ...common, root, graph: NEW_GRAPH }, async (now) => {
    const after = await stage("new pages", (counter) => readSiteTree(now, counter));
    // The old site starts from what is stored.
    now.engine.save();
    const compare = (before: Tree) => stage("compare", () => compareTrees(old.commit, before, after));
    if (!existsSync(join(old.root, CONFIG_FILE))) return compare(NO_SITE);
    const reading = { ...common, root: old.root, graph: OLD_GRAPH, startFrom: [OLD_GRAPH, NEW_GRAPH] };
    return readSite(reading, async (then) => {
      const tree = stage("old pages", (counter) => readSiteTree(then, counter));
      return compare(await tree.catch((error) => explainOld(error, old.commit)));
    });
  });
}

function explainOld(error: unknown, commit: string): never {
  if (!(error instanceof Failure)) throw error;
  throw new Failure(error.exitCode, `the site of commit ${commit.slice(0, 8)}: ${error.message}`);
}

/** Branches that may be the default one, the likeliest first. */
const DEFAULT_BRANCHES = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];
/** Number of earlier trees that are kept. */
const KEPT_TREES = 3;
const MODULES = "node_modules";

/** A site as a commit has it. */
interface OldTree {
  readonly commit: string;
  /** Absolute path of the site's root in that tree; the folder may hold no site. */
  readonly root: string;
}

/**
 * Writes the files of a commit into `.docgen/diff/`, with the packages of the working tree.
 *
 * @param ref the commit; with `...`, its merge base with HEAD; default: the merge base with the default branch
 * @throws Failure (exit code 2) without a repository, for an unknown commit, and if a shallow clone lacks it
 */
async function openOldTree(root: string, ref?: string): Promise<OldTree> {
  const { top, isShallow } = await repositoryOf(root).catch(({ message }: Error) => {
    throw new Failure(2, `${root}: ${message}; docgen compares the site with a commit`);
  });
  const commit = await comparedCommit(root, ref).catch((error: unknown) => {
    if (error instanceof Failure && isShallow) throw shallow(error.message);
    throw error;
  });
  const folder = join(root, WORK_FOLDER, "diff");
  const tree = join(folder, commit);
  if (existsSync(tree)) dropChangedTree(tree);
  await readTree(top, commit, "", tree);
  recordTree(tree);
  linkPackages(root, top, tree);
  removeOthers(folder, commit);
  return { commit, root: join(tree, relative(top, root)) };
}

async function comparedCommit(root: string, ref: string | undefined): Promise<string> {
  const head = await commitOf(root, "HEAD");
  if (head === undefined) throw new Failure(2, `${root}: the repository has no commits to compare with`);
  if (ref !== undefined && !ref.endsWith("...")) return (await commitOf(root, ref)) ?? unknown(root, ref);
  const name = ref?.slice(0, -"...".length) ?? (await defaultBranch(root));
  const other = (await commitOf(root, name)) ?? (await unknown(root, name));
  const base = await git(root, ["merge-base", "HEAD", other]).catch(() => "");
  if (base !== "") return base.trim();
  throw new Failure(2, `HEAD and ${name} have no commit in common`);
}

async function defaultBranch(root: string): Promise<string> {
  for (const name of DEFAULT_BRANCHES) if ((await commitOf(root, name)) !== undefined) return name;
  throw new Failure(
    2,
    `no default branch: none of ${DEFAULT_BRANCHES.join(", ")} exists; name a commit: docgen diff HEAD~1`,
  );
}

async function unknown(root: string, ref: string): Promise<never> {
  const names = (await git(root, ["for-each-ref", "--format=%(refname:short)"])).trim().split("\n");
  const hint = didYouMean(ref, names) || "; name a branch, a tag or a commit";
  throw new Failure(2, `no commit "${ref}"${hint}`);
}

function shallow(message: string): Failure {
  const remedy = "fetch all of it: git fetch --unshallow, or fetch-depth: 0 for actions/checkout";
  return new Failure(2, `${message}; this clone is shallow, so it lacks most of the history; ${remedy}`);
}

/** Removes trees that were not compared with lately. */
function removeOthers(folder: string, commit: string): void {
  const trees = readdirSync(folder).filter((name) => name !== commit && /^[0-9a-f]{40,64}$/.test(name));
  const old = newestFirst(trees.map((name) => join(folder, name))).slice(KEPT_TREES);
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}

/** Links the packages that are installed for the site: those of its root, and of the folders up to the repository's. */
function linkPackages(root: string, top: string, tree: string): void {
  for (let from = root; contains(top, from); from = dirname(from)) {
    const target = join(tree, relative(top, from), MODULES);
    const isInstalled = existsSync(join(from, MODULES)) && existsSync(dirname(target));
    if (isInstalled && !existsSync(target)) symlinkSync(join(from, MODULES), target, "junction");
    if (from === top) break;
  }
}
