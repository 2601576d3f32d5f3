import type * as ReactModule from "react";
import type { ReactNode } from "react";
import { type Transform, transform } from "sucrase";
import type { Fault, SampleSource } from "../frame-messages.ts";
import { guardLoops } from "./guard-loops.ts";
import { lastComponent } from "./last-component.ts";

/** Name of the sample in stack traces, from which line numbers are read. */
const SOURCE_NAME = "live-sample.jsx";

/** A compiled sample; it may call `render` with a node. @returns its value: a component or something to render */
type CompiledSample = (React: typeof ReactModule, render: (node: ReactNode) => void) => unknown;

/** A syntax error in a sample. */
class SampleSyntaxError extends SyntaxError {
  /** Line in the sample, if the compiler reports it. */
  line: number | undefined;
}

/**
 * Compiles a sample: an expression; or declarations, of which the last component is used; or, with `noInline`,
 * statements that call `render`. No line is added before the code, so that lines in stack traces are those of the
 * editor.
 *
 * @throws SampleSyntaxError
 */
export function compileSample(source: SampleSource): CompiledSample {
  try {
    return compile(source);
  } catch (error) {
    const { message = String(error), loc } = error as { message?: string; loc?: { readonly line: number } };
    const text = message.replace(/^Error transforming \S+: /, "").replace(/ \(\d+:\d+\)$/, "");
    throw Object.assign(new SampleSyntaxError(text), { line: loc?.line });
  }
}

function compile({ code, language, noInline }: SampleSource): CompiledSample {
  if (noInline) return instantiate(toJavaScript(code, language));
  try {
    return instantiate(`return ${toJavaScript(`(${code.replace(/;\s*$/, "")}\n)`, language)}`);
  } catch {
    // Not an expression: compiled as declarations, with their syntax errors.
  }
  const script = toJavaScript(code, language);
  return instantiate(`${script}\nreturn ${lastComponent(script)}`);
}

function toJavaScript(code: string, language: SampleSource["language"]): string {
  const isTypeScript = language === "tsx";
  const transforms: Transform[] = isTypeScript ? ["jsx", "typescript"] : ["jsx"];
  return transform(guardLoops(code, isTypeScript), { transforms, production: true, disableESTransforms: true }).code;
}

/** Evaluates a function body in the global scope of the frame, with the arguments of a sample. */
function instantiate(body: string): CompiledSample {
  // biome-ignore lint/security/noGlobalEval: running the reader's code is what the sandboxed frame is for
  return globalThis.eval(`(function (React, render) { "use strict"; ${body}\n})\n//# sourceURL=${SOURCE_NAME}`);
}

/** Describes a thrown value, with its line in the sample if it is known. */
export function sampleFault(thrown: unknown, phase: Fault["phase"]): Fault {
  if (!(thrown instanceof Error)) return { phase, message: String(thrown) };
  const line = thrown instanceof SampleSyntaxError ? thrown.line : lineOf(thrown);
  return { phase, message: `${thrown.name}: ${thrown.message}`, line };
}

/** Line of the topmost stack frame in the sample. */
function lineOf({ stack = "" }: Error): number | undefined {
  const line = new RegExp(`${SOURCE_NAME.replace(".", "\\.")}:(\\d+)`).exec(stack)?.[1];
  return line === undefined ? undefined : Number(line);
}
