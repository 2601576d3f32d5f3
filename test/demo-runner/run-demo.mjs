import { fileURLToPath } from "node:url";
import { missing } from "./discover.mjs";
import { prepare } from "./prepare.mjs";
import { killTree, launch, tail } from "./processes.mjs";

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));

/**
 * Runs one demo in a process of its own, with a time limit.
 * @returns {Promise<{ name: string, route: string, result: "ok" | "failed" | "skipped", seconds: number,
 *   versions: Record<string, string>, message: string }>} `message` says why it failed or was skipped
 */
export async function runDemo(demo, cache) {
  const start = performance.now();
  const report = (result, message, versions = {}) => {
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    return { name: demo.name, route: demo.route, result, seconds, versions, message };
  };
  const need = missing(demo);
  if (need !== undefined) return report("skipped", `needs ${need}, which is not here`);
  try {
    const dir = await prepare(demo, cache);
    return report("ok", "", await check(demo, dir));
  } catch (error) {
    return report("failed", error.message);
  }
}

async function check(demo, dir) {
  const { child, output, ended } = launch(process.execPath, [CHILD, dir], { cwd: dir, ipc: true });
  let answer;
  let isLate = false;
  child.once("message", (message) => {
    answer = message;
    // The child waits for this with its end.
    child.disconnect();
  });
  const timer = setTimeout(() => {
    isLate = true;
    killTree(child.pid);
  }, demo.timeout * 1000);
  const code = await ended;
  clearTimeout(timer);
  const printed = output().trim() === "" ? "" : `\n${tail(output())}`;
  if (isLate) throw new Error(`did not end within ${demo.timeout} s${printed}`);
  if (answer === undefined) throw new Error(`ended with ${code} before the check was done${printed}`);
  if (answer.error !== undefined) throw new Error(`${answer.error}${printed}`);
  return answer.versions;
}
