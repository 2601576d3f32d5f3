import { spawnSync } from "node:child_process";
import { PEERS } from "../peers.mjs";

const REPEATS = 20;

/** Milliseconds of `docgen --help` and of Node with nothing to do, in turn. */
export function measureStart({ record }) {
  const [docgen, node] = ["docgen", "node"].map((name) => PEERS.find((peer) => peer.name === name));
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    record("start", undefined, node, "ms", timeOf(node.build));
    record("start", undefined, docgen, "ms", timeOf([...docgen.build.slice(0, 2), "--help"]));
  }
}

function timeOf([program, ...args]) {
  const before = performance.now();
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - before;
}
