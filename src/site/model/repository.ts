import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { digestFile } from "../../engine/inputs.ts";

/** Overrides settings of the machine, which must not change pages: names come from the repository alone. */
const SETTINGS = ["--no-replace-objects", "-c", "log.showSignature=false", "-c", "mailmap.file="];

/**
 * The state of the repository that a site is in: its newest commit, whether it is a shallow clone, and the
 * names that `.mailmap` gives to authors.
 *
 * @param root absolute path of the site's root
 * @returns git's error message if it fails
 */
export function repositoryKey(root: string): string {
  const args = [...SETTINGS, "rev-parse", "HEAD", "--is-shallow-repository", "--show-toplevel"];
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd: root, encoding: "utf8", env: environment() });
  if (status !== 0) return String(error ?? stderr);
  const [commit, isShallow, top = root] = stdout.trim().split("\n");
  return [commit, isShallow, digestFile(join(top, ".mailmap"))].join(" ");
}

/**
 * Runs git.
 *
 * @param onEntry called with each piece of the output that ends in a zero byte
 * @param variables besides those of this process
 * @returns what comes after the last of them
 * @throws an error with the first line of git's message
 */
export async function git(
  root: string,
  args: readonly string[],
  onEntry: (entry: string) => void,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn("git", [...SETTINGS, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment(), ...variables },
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const entries = (rest + text).split("\0");
    rest = entries.pop() ?? "";
    for (const entry of entries) onEntry(entry);
  });
  const code = await ended;
  if (code !== 0) throw new Error(complaint.split("\n", 1)[0]?.replace(/^fatal: /, "") || `exit code ${code}`);
  return rest;
}

/** git's messages must not depend on the machine's language. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: "C" };
}
