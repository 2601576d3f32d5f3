import { explainMachineError, Failure } from "../shared/failure.ts";
import { pc } from "./colours.ts";

/** Prints what stopped a command; a stack only where docgen itself is at fault. */
export function printFailure(error: unknown): void {
  const known = explainMachineError(error);
  if (known instanceof Failure) {
    for (const line of known.message.split("\n")) console.error(`${pc.red("error")}  ${line}`);
    return;
  }
  console.error(pc.red("docgen itself has failed. Please report what you did, with what follows:"));
  console.error(`docgen on node ${process.version}, ${process.platform}`);
  console.error(known instanceof Error ? (known.stack ?? known.message) : String(known));
}

/** 1: content or machine; 2: call or configuration; 3: docgen itself. */
export function exitCodeOf(error: unknown): number {
  const known = explainMachineError(error);
  return known instanceof Failure ? known.exitCode : 3;
}
