import type * as ReactModule from "react";
import type { ReactNode } from "react";
import { transform } from "sucrase";
import type { Fault, Source } from "../messages.ts";

/** The name that browsers give the sample in stacks, in which lines are found by it. */
const SOURCE_NAME = "live-sample.jsx";

/** Shows a node; in scope in samples as `render`. */
export type Render = (node: ReactNode) => void;

/** A sample ready to run. @returns what it evaluates to: a component or something to render */
export type Program = (React: typeof ReactModule, render: Render) => unknown;

/** A sample's code that is no JavaScript; `line` is known where the compiler found it. */
class SampleSyntaxError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.name = "SyntaxError";
    this.line = line;
  }
}

/**
 * Compiles a sample: an expression, or declarations of which the last component counts, or, with
 * `noInline`, statements that call `render`. No line is added before the code, so that the lines in
 * stacks are those of the editor.
 *
 * @throws SampleSyntaxError
 */
export function compileSample({ code, language, noInline }: Source): Program {
  if (noInline) return instantiate(toJavaScript(code, language));
  try {
    return instantiate(`return ${toJavaScript(`(${code.replace(/;\s*$/, "")}\n)`, language)}`);
  } catch {
    // No expression: a sample of declarations. What is wrong with it is found again there.
  }
  const script = toJavaScript(code, language);
  return instantiate(`${script}\nreturn [${componentNames(script).map(componentNamed)}].find(Boolean)`);
}

function toJavaScript(code: string, language: Source["language"]): string {
  try {
    return transform(code, {
      transforms: language === "tsx" ? ["jsx", "typescript"] : ["jsx"],
      production: true,
      disableESTransforms: true,
    }).code;
  } catch (error) {
    throw syntaxError(error);
  }
}

/** Names that components are declared by, the last first; nested ones too, which `componentNamed` passes over. */
function componentNames(script: string): string[] {
  const declarations = script.matchAll(/\b(?:function|class|const|let|var)\s+([A-Z][\w$]*)/g);
  return [...new Set([...declarations].map(([, name = ""]) => name).reverse())];
}

/** An expression for the component of a name, falsy where the name is nested, global or no component's. */
function componentNamed(name: string): string {
  return `(typeof ${name} !== "undefined" && ${name} !== globalThis.${name} && (typeof ${name} === "function" || ${name}?.$$typeof) && ${name})`;
}

/** Evaluates in the global scope: of the frame the sample sees what any script there sees, and its own two arguments. */
function instantiate(body: string): Program {
  try {
    // biome-ignore lint/security/noGlobalEval: running the reader's code is what the sandboxed frame is for
    return globalThis.eval(`(function (React, render) { "use strict"; ${body}\n})\n//# sourceURL=${SOURCE_NAME}`);
  } catch (error) {
    throw syntaxError(error);
  }
}

function syntaxError(error: unknown): SampleSyntaxError {
  const { message = String(error), loc } = error as {
    readonly message?: string;
    readonly loc?: { readonly line: number };
  };
  const text = message.replace(/^Error transforming \S+: /, "").replace(/ \(\d+:\d+\)$/, "");
  return new SampleSyntaxError(text, loc?.line);
}

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
