import yaml from "js-yaml";
import { syntaxFaultIn } from "../shared/esbuild.ts";
import { type HtmlPart, readHtml, type StartTag } from "../shared/html.ts";
import { positionAt } from "../shared/line-at.ts";
import { type Problem, problemOf, type SyntaxFault } from "../shared/problem.ts";
import { type ElementFault, followTag, type OpenElement, unclosed } from "../shared/unclosed-elements.ts";
import { type Fence, placeInFence, withoutMarks } from "./fence.ts";

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

/** A syntax error in HTML. */
interface HtmlFault {
  /** Offset in the source. */
  readonly offset: number;
  readonly message: string;
}

/**
 * Finds the first definite error in an HTML fragment: an unclosed comment, tag, quote or element, or an end tag without
 * a start tag. Anything else is accepted, as pages show fragments.
 */
export function findHtmlFault(source: string): HtmlFault | undefined {
  const open: OpenElement<number>[] = [];
  for (const part of readHtml(source, { selfClosing: true })) {
    const fault = faultIn(source, part, open);
    if (fault !== undefined) return fault;
  }
  return elementFault(unclosed(open)[0]);
}

function faultIn(source: string, part: HtmlPart, open: OpenElement<number>[]): HtmlFault | undefined {
  const { from } = part;
  if (part.kind === "comment") return part.isClosed ? undefined : { offset: from, message: "comment is not closed" };
  if (part.kind === "cut") {
    return part.openQuote === undefined ? cutTag(part) : openQuote(part.written, part.openQuote);
  }
  if (part.kind === "start") {
    const fault = attributeFault(source, part);
    if (fault !== undefined || part.isSelfClosing) return fault;
  }
  return part.kind === "start" || part.kind === "end" ? elementFault(followTag(open, part, from)[0]) : undefined;
}

/** The fault of a tag that goes on in what follows it, as a quote or the tag itself is not closed. */
function attributeFault(source: string, tag: StartTag): HtmlFault | undefined {
  for (const [index, { name, quote, from, to }] of tag.attributes.entries()) {
    const written = source.slice(from, quote === "" ? to : from + name.length);
    const before = tag.attributes[index - 1];
    if (before?.to === from && before.quote !== "") {
      return openQuote(tag.written, source.indexOf(before.quote, before.from));
    }
    if (/^["']/.test(written)) return openQuote(tag.written, from);
    if (/["'<]|^=/.test(written)) return cutTag(tag);
  }
  return undefined;
}

function cutTag({ from, written }: Pick<StartTag, "from" | "written">): HtmlFault {
  return { offset: from, message: `tag <${written} is not closed` };
}

function openQuote(written: string, offset: number): HtmlFault {
  return { offset, message: `quote in <${written}> is not closed` };
}

function elementFault(fault: ElementFault<number> | undefined): HtmlFault | undefined {
  if (fault === undefined) return undefined;
  const { name, place, isEnd } = fault;
  return { offset: place, message: isEnd ? `</${name}> closes nothing` : `<${name}> is not closed` };
}
