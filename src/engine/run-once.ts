import type { Node } from "./node.ts";

/**
 * Waits for the current run of a result, or starts one.
 *
 * @param by the result whose run waits for it
 * @throws Error for tasks that depend on each other
 */
export async function runOnce(node: Node, by: Node | undefined, start: () => Promise<void>): Promise<void> {
  const cycle = by === undefined ? undefined : waitChain(node, by);
  if (by !== undefined && cycle !== undefined) {
    const names = [by, ...cycle].map(({ def, key }) => `${def.name} ${key}`);
    throw new Error(`tasks depend on each other: ${names.join(" > ")}`);
  }
  if (by !== undefined) by.waitsFor = (by.waitsFor ?? new Set()).add(node);
  try {
    node.running ??= start().finally(() => {
      node.running = undefined;
    });
    await node.running;
  } finally {
    by?.waitsFor?.delete(node);
  }
}

/** The chain by which one result waits for another; undefined if there is none. */
function waitChain(from: Node, to: Node): readonly Node[] | undefined {
  if (from === to) return [from];
  for (const next of from.waitsFor ?? []) {
    const chain = waitChain(next, to);
    if (chain !== undefined) return [from, ...chain];
  }
  return undefined;
}
