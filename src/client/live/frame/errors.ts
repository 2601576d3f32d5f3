import type { Fault } from "../messages.ts";
import { SampleSyntaxError, SOURCE_NAME } from "./compile.ts";

/** Describes whatever was thrown, with its line in the sample where that is known. */
export function describeFault(thrown: unknown, phase: Fault["phase"]): Fault {
  if (!(thrown instanceof Error)) return { phase, message: String(thrown) };
  const line = thrown instanceof SampleSyntaxError ? thrown.line : lineOf(thrown);
  return { phase, message: `${thrown.name}: ${thrown.message}`, ...(line === undefined ? {} : { line }) };
}

/** The first line of the stack that is in the sample. */
function lineOf({ stack = "" }: Error): number | undefined {
  const found = new RegExp(`${SOURCE_NAME.replace(".", "\\.")}:(\\d+)`).exec(stack)?.[1];
  return found === undefined ? undefined : Number(found);
}
