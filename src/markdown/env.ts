import type { Env, Token } from "markdown-it";
import type { Problem } from "../shared/problem.ts";
import type { Texts } from "../shared/translate.ts";
import type { Place, Sample, Slot } from "./document.ts";
import type { SourceLine } from "./include.ts";

/** A component as an author used it. */
export interface ComponentCall {
  readonly name: string;
  /** Its number among the page's components, from 1, for ids and names that must differ. */
  readonly number: number;
  readonly props: ComponentProps;
  /** Rendered Markdown inside. */
  readonly html: string;
  /** Components that stand directly inside, in order. */
  readonly children: readonly ComponentCall[];
}

export type PropValue = string | number | boolean | null | readonly PropValue[] | { readonly [key: string]: PropValue };
export type ComponentProps = Readonly<Record<string, PropValue>>;

/** What compiling one page collects on its way; each page has its own. */
export interface PageEnv {
  /** Lines of the body, includes in their places, and where each was written. */
  readonly lines: readonly SourceLine[];
  readonly vars: Readonly<Record<string, string>>;
  /** Translations of what docgen itself says in a page. */
  readonly texts: Texts;
  readonly componentNames: readonly string[];
  readonly renderComponent: (call: ComponentCall) => string;
  /** Absent where formulas are off. */
  readonly renderMath?: ((source: string, display: boolean) => string) | undefined;
  /** HTML lines of highlighted code, by `codeKey`; code that stays plain isn't in it. */
  readonly highlighted: Map<string, readonly string[]>;
  readonly slots: Slot[];
  readonly samples: Sample[];
  readonly problems: Problem[];
  /** Where ids are given, in the order of the text within each kind. */
  readonly ids: (Place & { readonly id: string })[];
  readonly linkIgnores: Place[];
  readonly head: string[];
  readonly uses: Set<"live" | "mermaid">;
  readonly decodeEntities: (html: string) => string;
  /** For each block being parsed, by its list of tokens, where closing texts stand last. */
  readonly lastIndexes: Map<object, Map<string, number>>;
  /** Where inline tokens began in the text of their block. */
  readonly offsets: Map<Token, number>;
  /** Where the lines of blocks begin; made once per block, which may have thousands of links. */
  readonly blockLines: Map<Token, readonly BlockLine[]>;
  /** Cells of tables met so far. */
  cellCount: number;
  /** Components rendered so far. */
  componentCount: number;
  /** Where component tags close, by line of their opening; made once per page. */
  componentPairs?: ReadonlyMap<number, number>;
}

/** A line of a block's text: its line of the body (from 0), where it begins in the text, and how far into the body's own line. */
interface BlockLine {
  readonly line: number;
  readonly offset: number;
  readonly indent: number;
}

/** The page's own part of the object that markdown-it hands through parsing and rendering. */
export function pageOf(env: Env | undefined): PageEnv {
  return (env as { page: PageEnv }).page;
}

/** An attribute of a token as text; empty where it has none. */
export function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
}

/** Adds a problem at a line of the body (from 0). */
export function report(
  env: PageEnv,
  line: number,
  problem: Pick<Problem, "severity" | "code" | "message"> & { readonly hint?: string; readonly column?: number },
): void {
  const { column = 1, ...rest } = problem;
  env.problems.push({ ...originOf(env, line), column, ...rest });
}

/** Place of an offset inside the content of a block of text or HTML. */
export function placeOf(env: PageEnv, token: Token, offset: number): Place {
  const lines = env.blockLines.get(token) ?? linesOf(env, token);
  env.blockLines.set(token, lines);
  let row = 0;
  let end = lines.length;
  while (end - row > 1) {
    const middle = (row + end) >> 1;
    if ((lines[middle]?.offset ?? 0) <= offset) row = middle;
    else end = middle;
  }
  const { line, offset: start, indent } = lines[row] ?? { line: 0, offset: 0, indent: 0 };
  return { ...originOf(env, line), column: indent + offset - start + 1 };
}

/** The lines of a block; of a table's cell the parts between its bars, each of which was written with a backslash. */
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

/** File and line of a line of the body (from 0). */
export function originOf(env: PageEnv, line: number): { path: string; line: number } {
  const origin = env.lines[Math.min(line, env.lines.length - 1)];
  return { path: origin?.path ?? "", line: origin?.line ?? 1 };
}
