import { spawn } from "node:child_process";

/**
 * The state of the repository that a site is in: its newest commit, and whether it is a shallow clone.
 *
 * @param root absolute path of the site's root
 * @returns what git says of why it can't tell, where it can't
 */
export async function repositoryKey(root: string): Promise<string> {
  try {
    return (await git(root, ["rev-parse", "HEAD", "--is-shallow-repository"], () => {})).trim();
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
  const child = spawn("git", ["-c", "log.showSignature=false", ...args], {
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
