import type { Env, MarkdownIt, Token } from "markdown-it";
import type { PluginFault, PluginReport } from "../config/define.ts";
import { type Position, type Problem, type ProblemParts, problemOf, type Severity } from "../shared/problem.ts";
import type { Texts } from "../shared/translate.ts";
import type { ApiNameFinder } from "./api-names.ts";
import type { ApiMention, CompiledDocument, Sample, Slot } from "./document.ts";
import type { SourceLine } from "./include.ts";

/** A use of a component. */
export interface ComponentCall {
  readonly name: string;
  /** Number of the component in the page, from 1, for unique ids. */
  readonly number: number;
  readonly props: ComponentProps;
  /** Rendered content. */
  readonly html: string;
  /** Components directly inside, in order. */
  readonly children: readonly ComponentCall[];
  /** File with the tag (the page or an included file), relative to the site's root. */
  readonly path: string;
  /** Line of its tag, from 1. */
  readonly line: number;
}

/** The value of a component's attribute: what JSON can represent. */
export type PropValue = string | number | boolean | null | readonly PropValue[] | { readonly [key: string]: PropValue };

/** The attributes of a component, by name. */
export type ComponentProps = Readonly<Record<string, PropValue>>;

/** What a page can write in the tag of a component, and where. */
export interface ComponentKind {
  /** The attributes, each with its values; an empty list allows any value. Absent if the component takes any attribute. */
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  /** `inline` inside a text, `block` on lines of its own; absent for both. */
  readonly place?: "inline" | "block";
  /** What its content must contain; absent if it may be empty, `none` if readers wouldn't see it. */
  readonly content?: "text" | "tab" | "table" | "none";
  /** When it starts in the browser (`load`, `idle` or `visible`); absent if it only runs on the server. */
  readonly client?: string | undefined;
  /** What it knows of the language of its page in the browser. */
  readonly language?: { readonly locale: string; readonly texts: Texts } | undefined;
}

/** A fault of a tag, without its position; by default an error. */
export type TagFault = Pick<Problem, "code" | "message" | "hint"> & Partial<Pick<Problem, "severity">>;

/** Renders a formula to HTML. @throws Error with a message about the formula */
export type RenderMath = (source: string, display: boolean) => string;

/** The parser and the renderers, shared by all pages. */
export interface PageCompiler {
  readonly parser: MarkdownIt;
  readonly vars: Readonly<Record<string, string>>;
  readonly texts?: Texts | undefined;
  /** The components that pages can contain, by name. */
  readonly components: ReadonlyMap<string, ComponentKind>;
  /** Absent if formulas are off. */
  readonly renderMath?: RenderMath | undefined;
  /** Absent if the site documents no API. */
  readonly apiNames?: ApiNameFinder | undefined;
  readonly renderComponent: (call: ComponentCall) => string;
  readonly baseUrl?: string | undefined;
  /** Whether the policy of pages lets attributes such as `onclick` run. */
  readonly runsHandlers?: boolean;
}

/** State of the compilation of one page. */
export interface PageEnv extends PluginReport, Omit<PageCompiler, "parser" | "texts" | "baseUrl"> {
  /** Path of the page, relative to the site's root. */
  readonly path: string;
  /** Lines of the body with includes expanded, and the origin of each. */
  readonly lines: readonly SourceLine[];
  readonly texts: Texts;
  /** That of the site, which is the same for all languages. */
  readonly baseUrl: string;
  /** Code of each overload that a `<Signature>` shows, by its name as written. */
  readonly signatures: Readonly<Record<string, readonly string[]>>;
  /** Size in bytes of the files that samples keep, by name. */
  readonly kept: ReadonlyMap<string, number>;
  /** HTML lines of highlighted code, by `codeKey`; plain code is absent. */
  readonly highlighted: Map<string, readonly string[]>;
  readonly slots: Slot[];
  /** Highlighted HTML of the code blocks, see `codeMark`. */
  readonly codeContents: string[];
  readonly samples: Sample[];
  readonly api: ApiMention[];
  readonly problems: Problem[];
  /** Positions of ids; those of the same kind are in the order of the text. */
  readonly ids: (Position & { readonly id: string })[];
  readonly linkIgnores: Position[];
  readonly head: string[];
  readonly uses: Set<CompiledDocument["uses"][number]>;
  /** Cache of `lastIndex`: by the token list of a block being parsed, the last index of closing texts. */
  readonly lastIndexes: Map<object, Map<string, number>>;
  /** Faults of inline tokens, until their positions are known. */
  readonly inlineFaults: Map<Token, readonly TagFault[]>;
  /** Offset of inline tokens in the text of their block. */
  readonly offsets: Map<Token, number>;
  /** Cache of the lines of blocks, as a block may contain thousands of links. */
  readonly blockLines: Map<Token, readonly BlockLine[]>;
  cellCount: number;
  componentCount: number;
  /** Opening line to closing line of component tags; computed once per page. */
  componentPairs?: ReadonlyMap<number, number>;
}

/** A line of a block: its line in the body, from 0, its offset in the block's text, and the block's offset in it. */
interface BlockLine {
  readonly line: number;
  readonly offset: number;
  readonly indent: number;
}

/** docgen's part of the `env` object that markdown-it passes through parsing and rendering. */
export function pageOf(env: Env | undefined): PageEnv {
  return (env as { page: PageEnv }).page;
}

/** An attribute of a token; empty if it is missing. */
export function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
}

/** Reports a problem at a line of the body, from 0; default: an error in column 1. */
export function reportProblem(env: PageEnv, line: number, problem: Omit<ProblemParts, "path" | "line">): void {
  env.problems.push(problemOf({ ...sourceLineOf(env, line), ...problem }));
}

/** Source position of an offset in a block of text or HTML. */
export function positionOf(env: PageEnv, token: Token, offset: number): Position {
  const { line, offset: start, indent } = blockLineAt(env, token, offset);
  return placeAt(env, line, indent + offset - start);
}

/** The line at an offset in a block of text or HTML. */
export function blockLineAt(env: PageEnv, token: Token, offset: number): BlockLine {
  const lines = env.blockLines.get(token) ?? linesOf(env, token);
  env.blockLines.set(token, lines);
  let row = 0;
  let end = lines.length;
  while (end - row > 1) {
    const middle = (row + end) >> 1;
    if ((lines[middle]?.offset ?? 0) <= offset) row = middle;
    else end = middle;
  }
  return lines[row] ?? { line: 0, offset: 0, indent: 0 };
}

/** Source position of an offset in a line of the body, from 0. */
export function placeAt(env: PageEnv, line: number, offset: number): Position {
  return { ...sourceLineOf(env, line), column: Math.max(0, offset - (env.lines[line]?.indent ?? 0)) + 1 };
}

/** The lines of a block; for a table cell, the parts between its escaped bars. */
function linesOf(env: PageEnv, token: Token): BlockLine[] {
  const first = token.map?.[0] ?? 0;
  const cell = token.meta as { readonly column: number } | null;
  let offset = 0;
  return token.content.split(cell === null ? "\n" : "|").map((text, row) => {
    const line =
      cell === null
        ? { line: first + row, offset, indent: Math.max(0, env.lines[first + row]?.text.indexOf(text) ?? 0) }
        : { line: first, offset, indent: cell.column + offset + row };
    offset += text.length + 1;
    return line;
  });
}

/** Names a line of the body in a message about another line: "line 3", with the file if it is a different one. */
export function whereIs(env: PageEnv, line: number, from: number): string {
  const sourceLine = sourceLineOf(env, line);
  const isSameFile = sourceLine.path === sourceLineOf(env, from).path;
  return `line ${sourceLine.line}${isSameFile ? "" : ` of ${sourceLine.path}`}`;
}

/** Source file and line of a line of the body (from 0). */
export function sourceLineOf(env: PageEnv, line: number): { path: string; line: number } {
  const origin = env.lines[Math.min(line, env.lines.length - 1)];
  return { path: origin?.path ?? "", line: origin?.line ?? 1 };
}

const SEVERITIES: readonly (Severity | undefined)[] = ["error", "warning", undefined];

/**
 * Converts a report of a site's plugin to a problem of the page.
 *
 * @param line as in `token.map`, from 0
 * @throws TypeError for an invalid argument, so that the error points to the plugin's line
 */
export function pluginProblem(line: number, fault: PluginFault) {
  const { message, hint, severity = "error", column = 1 } = fault ?? {};
  const wrong = (what: string, rule: string, value: unknown) =>
    new TypeError(`report(): the ${what} must be ${rule}, but is ${typeof value === "string" ? `"${value}"` : value}`);
  if (!Number.isInteger(line) || line < 0) throw wrong("line", "a whole number from 0", line);
  if (!Number.isInteger(column) || column < 1) throw wrong("column", "a whole number from 1", column);
  if (typeof message !== "string" || message === "") throw wrong("message", "a text", message);
  if (hint !== undefined && typeof hint !== "string") throw wrong("hint", "a text", hint);
  if (!SEVERITIES.includes(severity)) throw wrong("severity", '"error" or "warning"', severity);
  return { code: "plugin", severity, column, message, hint };
}

/** Records the offset of every inline token in its block's text, so that messages have a column. */
export function recordOffsets(md: MarkdownIt): void {
  const Plain = md.inline.State;
  md.inline.State = class PositionedState extends Plain {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      pageOf(this.env).offsets.set(token, this.pos);
      return token;
    }
  };
}

/** Recorded offset of a token; 0 by default. */
export function offsetOf(page: PageEnv, token: Token): number {
  return page.offsets.get(token) ?? 0;
}
