import { explainMachineError, Failure } from "../shared/failure.ts";
import { pc, shown, writeErr } from "./print.ts";

/** Prints what stopped a command; a stack only where docgen itself is at fault. */
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

/** 1: content or machine; 2: call or configuration; 3: docgen itself. */
export function exitCodeOf(error: unknown): number {
  const known = explainMachineError(error);
  return known instanceof Failure ? known.exitCode : 3;
}

/** Code of the site runs from an address that holds all of it. */
function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.replace(/data:[^\s):]{40,}/g, (address) => `${address.slice(0, 40)}…`);
}
