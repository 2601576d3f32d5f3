import { execFile, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { digestFile } from "../../engine/digest-file.ts";
import { WORK_FOLDER } from "../../shared/constants.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { escapePattern } from "../../shared/text.ts";

const execFileAsync = promisify(execFile);

/** Overrides settings of the machine: the names of authors come from the repository alone. */
const SETTINGS = ["--no-replace-objects", "-c", "log.showSignature=false", "-c", "mailmap.file="];

/**
 * Identifies the state of the site's repository: its newest commit, whether it is a shallow clone, and the names that
 * `.mailmap` gives to authors.
 *
 * @returns the state, or git's error message if it fails
 */
export function repositoryKey(root: string): string {
  const args = [...SETTINGS, "rev-parse", "HEAD", "--is-shallow-repository", "--show-toplevel"];
  return stateIn(root, args, (output) => {
    const [commit, isShallow, top = root] = output.trim().split("\n");
    return [commit, isShallow, digestFile(join(top, ".mailmap"))].join(" ");
  });
}

/**
 * Identifies the tags and branches of the site's repository, with their commits.
 *
 * @returns the state, or git's error message if it fails
 */
export function refsKey(root: string): string {
  return stateIn(root, ["show-ref", "--head"], (output) => hash("sha1", output));
}

/** What git prints, as a state, or its error message if it fails. */
function stateIn(root: string, args: readonly string[], stateOf: (output: string) => string): string {
  const options = { cwd: root, encoding: "utf8", env: environment(), maxBuffer: Number.MAX_SAFE_INTEGER } as const;
  const { status, stdout, stderr, error } = spawnSync("git", args, options);
  return status === 0 ? stateOf(stdout) : String(error ?? stderr);
}

/**
 * The files to watch for changes of these states: the log of `HEAD`, to which git adds a line with each commit and
 * checkout, `.mailmap`, and those that git may write the given tags and branches to.
 *
 * @returns paths relative to the root; none if there is no repository
 */
export async function repositoryFiles(root: string, refs: readonly string[] = []): Promise<readonly string[]> {
  const inRefs = refs.flatMap((ref) => ["tags", "heads", "remotes/origin"].map((kind) => `refs/${kind}/${ref}`));
  const names = ["packed-refs", "logs/HEAD", ...inRefs].flatMap((name) => ["--git-path", name]);
  const output = await git(root, ["rev-parse", "--show-toplevel", ...names]).catch(() => "");
  const [top = "", ...files] = output.split("\n").filter((path) => path !== "");
  return top === "" ? [] : [join(top, ".mailmap"), ...files].map((path) => slashedPath(root, resolve(root, path)));
}

/** Folder of the whole commit that `docgen diff` compares with: the site's place in it is that in the repository. */
const OLD_TREE = new RegExp(`^.*${escapePattern(WORK_FOLDER)}/diff/[\\da-f]{40,64}/`);

/** A git repository. */
export interface Repository {
  /** Absolute path of its working tree. */
  readonly top: string;
  /** Path of the site's root in it: empty, or with a slash at the end. */
  readonly prefix: string;
  readonly isShallow: boolean;
}

/** The repository that a site is in. @throws why there is none */
export async function repositoryOf(root: string): Promise<Repository> {
  const output = await git(root, ["rev-parse", "--show-toplevel", "--is-shallow-repository", "--show-prefix"]);
  const [top = root, isShallow, prefix = ""] = output.split("\n");
  return { top, prefix: prefix.replace(OLD_TREE, ""), isShallow: isShallow === "true" };
}

/**
 * Runs git.
 *
 * @param variables besides those of this process
 * @returns its output
 * @throws an error with the first line of git's message, or that git is not installed
 */
export async function git(root: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: root, env: { ...environment(), ...variables }, maxBuffer: Number.POSITIVE_INFINITY };
  try {
    return (await execFileAsync("git", [...SETTINGS, ...args], options)).stdout;
  } catch (error) {
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT") throw new Error("git is not installed");
    const message = stderr.split("\n", 1)[0]?.replace(/^fatal: /, "") || `exit code ${code}`;
    throw new Error(`git says "${message}"`);
  }
}

/** Environment that makes git's messages independent of the machine's language. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: "C" };
}
