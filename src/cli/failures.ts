import { explainMachineError, Failure } from "../shared/failure.ts";
import { pc, shown, writeErr } from "./print.ts";

/** Prints the error that stopped a command, with a stack only for a fault of docgen itself. */
export function printFailure(error: unknown): void {
  const known = explainMachineError(error);
  if (known instanceof Failure) {
    for (const line of known.message.split("\n")) writeErr(shown`${pc.red("error")}  ${line}`);
    return;
  }
  writeErr(pc.red("docgen itself has failed. Please report what you did, with what follows:"));
  writeErr(`docgen on node ${process.version}, ${process.platform}`);
  writeErr(stackOf(known));
}

/** Exit code of an error: 1 for content or machine, 2 for call or configuration, 3 for docgen itself. */
export function exitCodeOf(error: unknown): number {
  const known = explainMachineError(error);
  return known instanceof Failure ? known.exitCode : 3;
}

/** The site's code runs from `data:` URLs, which contain all of it. */
function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.replace(/data:[^\s):]{40,}/g, (address) => `${address.slice(0, 40)}…`);
}
