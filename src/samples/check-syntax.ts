import type { Loader, TransformFailure } from "esbuild";
import yaml from "js-yaml";
import type { SourcePosition } from "../markdown/document.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { positionAt } from "../shared/line-at.ts";
import { type Fence, placeInFence, withoutMarks } from "./fence.ts";
import { findHtmlFault } from "./html-fault.ts";

/** A syntax error and its position on a page. */
export interface SyntaxFault {
  readonly place: SourcePosition;
  readonly message: string;
}

/** A syntax error in a fence's code: line and column from 1. */
interface Fault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

type Parse = (code: string) => Fault | undefined | Promise<Fault | undefined>;

/** JSX is allowed in all JavaScript, as it makes no valid program ambiguous. */
const script = (code: string) => parseWith("jsx", code);
const typed = (code: string) => parseWith("ts", code);

const PARSERS: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ["js", script],
  ["javascript", script],
  ["mjs", script],
  ["cjs", script],
  ["jsx", script],
  ["ts", typed],
  ["typescript", typed],
  ["tsx", (code) => parseWith("tsx", code)],
  ["json", parseJson],
  ["jsonc", (code) => parseJson(blankComments(code))],
  ["yaml", parseYaml],
  ["yml", parseYaml],
  ["html", (code) => placed(code, findHtmlFault(code))],
]);

/** Whether `findSyntaxFault` parses a fence. */
export function isParsed({ language, flags }: Fence): boolean {
  return PARSERS.has(language) && !flags.has("nocheck") && !flags.has("output");
}

/** The first syntax error of a fence; undefined for none, or for other languages. */
export async function findSyntaxFault(fence: Fence): Promise<SyntaxFault | undefined> {
  const fault = await PARSERS.get(fence.language)?.(fence.code);
  if (fault === undefined) return undefined;
  return { place: placeInFence(fence, fault.line, fault.column), message: fault.message };
}

async function parseWith(loader: Loader, code: string): Promise<Fault | undefined> {
  try {
    await (await loadEsbuild()).transform(code, { loader, target: "esnext", jsx: "preserve", logLevel: "silent" });
    return undefined;
  } catch (error) {
    const [first] = (error as Partial<TransformFailure>).errors ?? [];
    if (first === undefined) throw error;
    const { line = 1, column = 0 } = first.location ?? {};
    return { line, column: column + 1, message: first.text };
  }
}

/**
 * `JSON.parse` decides. esbuild gives the position, as messages of `JSON.parse` differ between versions of Node and
 * often have none.
 */
async function parseJson(code: string): Promise<Fault | undefined> {
  const text = withoutMarks(code);
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return (await parseWith("json", text)) ?? { line: 1, column: 1, message };
  }
}

/** Replaces comments by spaces, to keep positions. */
function blankComments(code: string): string {
  return code.replace(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) => {
    return part.startsWith('"') ? part : part.replace(/[^\n]/g, " ");
  });
}

function parseYaml(code: string): Fault | undefined {
  try {
    yaml.safeLoadAll(code, () => {});
    return undefined;
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
    // Custom tags are no syntax errors.
    if (reason === undefined || /^unknown tag/.test(reason)) return undefined;
    return { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1, message: reason };
  }
}

function placed(code: string, fault: { offset: number; message: string } | undefined): Fault | undefined {
  return fault === undefined ? undefined : { ...positionAt(code, fault.offset), message: fault.message };
}
