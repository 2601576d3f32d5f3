import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { createCodeThread } from "../shared/user-code/code-thread.ts";
import { type CodeFault, originOf } from "../shared/user-code/fault.ts";
import { CONFIG_FILE } from "./config-file.ts";
import type { ConfigAnswer, ConfigTask } from "./config-worker.ts";

const WORKER = join(TOOL_ROOT, "dist/config/config-worker.js");

/**
 * Evaluates a bundled configuration in a thread of its own, as it may block, wait forever or end its process.
 *
 * @param code the bundle
 * @param signal terminates the thread
 * @returns the exported value
 * @throws Failure (exit code 2) if it throws, exceeds a limit, ends the process or exports something other than plain
 *   data
 */
export async function evaluateConfig(code: string, signal?: AbortSignal): Promise<unknown> {
  const faults: CodeFault[] = [];
  const thread = createCodeThread<ConfigTask, ConfigAnswer>(WORKER, (fault) => {
    faults.push(fault);
    // After a fault in the background, a promise that the configuration awaits may never settle.
    void thread.close();
  });
  signal?.addEventListener("abort", () => void thread.close(), { once: true });
  const outcome = await thread.ask(CONFIG_FILE, { name: CONFIG_FILE, code });
  await thread.end();
  const fault = faults[0] ?? ("fault" in outcome ? outcome.fault : undefined);
  if (fault !== undefined) throw new Failure(2, faultText(fault, code));
  if ("fault" in outcome) return undefined;
  if ("value" in outcome.value) return outcome.value.value;
  // Code that posts to the thread's port can forge an answer of any shape.
  const { errors = ["configuration: has no value"] } = outcome.value;
  throw new Failure(2, errors.map((error) => `${CONFIG_FILE}: ${error}`).join("\n"));
}

function faultText({ kind, message, stack, owner }: CodeFault, code: string): string {
  const origin = originOf(stack, owner, code);
  const isOwn = origin?.source === CONFIG_FILE;
  const position = isOwn ? `${CONFIG_FILE}:${origin.line}:${origin.column}` : CONFIG_FILE;
  const elsewhere = origin === undefined || isOwn ? "" : ` (${origin.source}:${origin.line}:${origin.column})`;
  const text = {
    unusable: message,
    throws: `throws while it is read: ${message}`,
    background: `throws in code that it does not await: ${message}`,
    exit: "ends the process; throw an error instead",
    time: `takes longer than ${message} to load; DOCGEN_TIME_LIMIT sets the limit in seconds`,
    memory: `uses more than ${message} of memory`,
  }[kind];
  return `${position}: ${text}${elsewhere}`;
}
