import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { missing } from "./discover.mjs";
import { findNode } from "./find-node.mjs";
import { prepare } from "./prepare.mjs";
import { killTree, launch, tail } from "./processes.mjs";

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));

/**
 * Runs one demo in a process of its own, with a time limit. `major` is the Node.js to use where the running one is not.
 * @returns {Promise<{ name: string, route: string, result: "ok" | "failed" | "skipped", seconds: number,
 *   node: string, versions: Record<string, string>, message: string }>} `node` is the version that ran, empty where
 *   none did; `message` says why it failed or was skipped
 */
export async function runDemo(demo, cache, major) {
  const start = performance.now();
  let node;
  const report = (result, message, versions = {}) => {
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    return { name: demo.name, route: demo.route, result, seconds, node: node?.version ?? "", versions, message };
  };
  const need = missing(demo);
  if (need !== undefined) return report("skipped", `needs ${need}, which is not here`);
  try {
    node = await findNode(demo, major, cache);
    // Programs that start "node", such as npm, get this one.
    const env = { PATH: [dirname(node.path), process.env.PATH].join(delimiter) };
    const dir = await prepare(demo, cache, { major: node.major, env });
    return report("ok", "", await check(demo, dir, { node: node.path, env }));
  } catch (error) {
    return report("failed", error.message);
  }
}

async function check(demo, dir, { node, env }) {
  const { child, output, ended } = launch(node, [CHILD, dir], { cwd: dir, env, ipc: true });
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
