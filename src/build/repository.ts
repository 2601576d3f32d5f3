import { spawn } from "node:child_process";
import { join } from "node:path";
import { digestOf } from "./cache/snapshot.ts";

/** A setting of the machine must not change what pages say: names come from the repository alone. */
const SETTINGS = ["--no-replace-objects", "-c", "log.showSignature=false", "-c", "mailmap.file="];

/**
 * The state of the repository that a site is in: its newest commit, whether it is a shallow clone, and the
 * names that `.mailmap` gives to authors.
 *
 * @param root absolute path of the site's root
 * @returns what git says of why it can't tell, where it can't
 */
export async function repositoryKey(root: string): Promise<string> {
  try {
    const said = await git(root, ["rev-parse", "HEAD", "--is-shallow-repository", "--show-toplevel"], () => {});
    const [commit, isShallow, top = root] = said.trim().split("\n");
    return [commit, isShallow, digestOf(join(top, ".mailmap"))].join(" ");
  } catch (error) {
    return String(error);
  }
}

/**
 * Runs git.
 *
 * @param onEntry told each piece of the output that ends in a zero byte
 * @returns what comes after the last of them
 * @throws with the first line of git's complaint
 */
export async function git(root: string, args: readonly string[], onEntry: (entry: string) => void): Promise<string> {
  const child = spawn("git", [...SETTINGS, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C" },
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
