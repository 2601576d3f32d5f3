import type { InputName } from "./inputs.ts";
import { joinKey, splitKey } from "./key.ts";
import { ERROR_PREFIX, type Node, nodeId, type Trace } from "./node.ts";
import type { SharedResults } from "./shared-results.ts";
import type { TaskDef } from "./task.ts";

/** Prefix of a result's name in a trace. */
const TASK = "task:";
/**
 * Inputs that don't depend on the machine: paths inside the root or in `node_modules` above it, settings, days,
 * `NODE_ENV`.
 */
const PORTABLE =
  /^(?:(?:file|entry|list|modules):(?!\/|[A-Za-z]:|(?:.*\/)?\.\.(?:\/|$))|(?:file|modules):(?:\.\.\/)+node_modules\/(?!(?:.*\/)?\.\.(?:\/|$))|setting:|day:|variable:NODE_ENV$)/s;

/** Reads the trace of a shared result. @returns undefined if it names a machine's own input or an unknown task */
export function readSharedTrace(
  stored: readonly string[],
  taskNamed: ReadonlyMap<string, TaskDef<unknown>>,
  nodeOf: (def: TaskDef<unknown>, key: string) => Node,
): Trace | undefined {
  const trace: [of: InputName | Node, digest: string][] = [];
  for (let at = 0; at < stored.length; at += 2) {
    const [name = "", digest = ""] = stored.slice(at, at + 2);
    if (!name.startsWith(TASK)) {
      if (!PORTABLE.test(name)) return undefined;
      trace.push([name as InputName, digest]);
      continue;
    }
    const [task = "", ...key] = splitKey(name.slice(TASK.length));
    const def = taskNamed.get(task);
    if (def === undefined) return undefined;
    trace.push([nodeOf(def, joinKey(...key)), digest]);
  }
  return trace;
}

/** Shares a result that was computed here, unless it failed or depends on something that only this machine has. */
export function shareResult(shared: SharedResults, node: Node, value: unknown, json: string | undefined): void {
  const { def, key, digest, problems, trace, isGood } = node;
  const isFile = def.keep === "output" && (typeof value === "string" || value instanceof Uint8Array);
  if (!isGood || def.isLocal === true || (json === undefined && !isFile)) return;
  const stored: string[] = [];
  for (const [of, was] of trace ?? []) {
    if (typeof of === "string" ? !PORTABLE.test(of) : was.startsWith(ERROR_PREFIX)) return;
    stored.push(typeof of === "string" ? of : TASK + nodeId(of.def, of.key), was);
  }
  const result = { digest, trace: stored, problems, isText: typeof value === "string" };
  if (def.keep === "graph") shared.add(def, key, { ...result, inline: value }, undefined);
  else shared.add(def, key, result, def.keep === "disk" ? json : (value as string | Uint8Array));
}
