import yaml from "js-yaml";
import { syntaxFaultIn } from "../shared/esbuild.ts";
import { positionAt } from "../shared/line-at.ts";
import { type Problem, problemOf, type SyntaxFault } from "../shared/problem.ts";
import { type Fence, placeInFence, withoutMarks } from "./fence.ts";
import { findHtmlFault } from "./html-fault.ts";

type Parse = (code: string) => SyntaxFault | undefined | Promise<SyntaxFault | undefined>;

/** JSX is allowed in all JavaScript, as it makes no valid program ambiguous. */
const script = (code: string) => syntaxFaultIn(code, "jsx");
const typed = (code: string) => syntaxFaultIn(code, "ts");

const PARSERS: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ["js", script],
  ["javascript", script],
  ["mjs", script],
  ["cjs", script],
  ["jsx", script],
  ["ts", typed],
  ["typescript", typed],
  ["tsx", (code) => syntaxFaultIn(code, "tsx")],
  ["json", parseJson],
  ["jsonc", (code) => parseJson(blankComments(code))],
  ["yaml", parseYaml],
  ["yml", parseYaml],
  ["html", (code) => placed(code, findHtmlFault(code))],
]);

/** Whether `findSyntaxFaults` parses a fence. */
export function isParsed({ language, flags }: Fence): boolean {
  return PARSERS.has(language) && !flags.has("nocheck") && !flags.has("output");
}

/** A warning for the first syntax error of each fence. */
export async function findSyntaxFaults(fences: readonly Fence[]): Promise<Problem[]> {
  const problems = fences.map(async (fence): Promise<Problem[]> => {
    const fault = await PARSERS.get(fence.language)?.(fence.code);
    if (fault === undefined) return [];
    const position = placeInFence(fence, fault.line, fault.column);
    const message = `${fence.language} does not parse: ${fault.message}`;
    const hint = "fix it, or add nocheck after the language if it is intended";
    return [problemOf({ ...position, severity: "warning", code: "syntax", message, hint })];
  });
  return (await Promise.all(problems)).flat();
}

/**
 * `JSON.parse` decides whether there is an error. esbuild gives its position, as messages of `JSON.parse` differ
 * between versions of Node and often have none.
 */
async function parseJson(code: string): Promise<SyntaxFault | undefined> {
  const text = withoutMarks(code);
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return (await syntaxFaultIn(text, "json")) ?? { line: 1, column: 1, message };
  }
}

/** Replaces comments by spaces, to keep positions. */
function blankComments(code: string): string {
  return code.replace(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) => {
    return part.startsWith('"') ? part : part.replace(/[^\n]/g, " ");
  });
}

function parseYaml(code: string): SyntaxFault | undefined {
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

function placed(code: string, fault: { offset: number; message: string } | undefined): SyntaxFault | undefined {
  return fault === undefined ? undefined : { ...positionAt(code, fault.offset), message: fault.message };
}
