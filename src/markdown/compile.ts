import type { Token } from "markdown-it";
import { type CodeBlock, codeKey, type Highlighter } from "../highlight/highlighter.ts";
import type { Position, Problem } from "../shared/problem.ts";
import { markdownCopy } from "./copy.ts";
import { type CompiledDocument, fillCode, sanitize } from "./document.ts";
import { type PageCompiler, type PageEnv, pluginProblem, reportProblem, sourceLineOf } from "./env.ts";
import { idsIn } from "./html-ids.ts";
import { expandIncludes, type PageText, type ReadInclude } from "./include.ts";
import { codeBlocksOf } from "./plugins/code-block.ts";
import { excerptLength, TRUNCATE } from "./plugins/truncate.ts";
import { renderTokens } from "./render-tokens.ts";
import { collectSections, collectToc, findLeadingHeading, leadOf, takeLeadingHeading } from "./sections.ts";

/** The text of a page, with its location. */
interface MarkdownSource {
  readonly path: string;
  readonly body: string;
  /** Line of the file where the body begins, from 1. */
  readonly bodyLine: number;
}

/** Everything that compiling a page needs besides its text. */
export interface Compiler extends PageCompiler {
  readonly highlighter: Highlighter;
  readonly readInclude: ReadInclude;
}

/** A parsed page, before its code is highlighted and the tokens are rendered. */
export interface ParsedPage {
  readonly text: PageText;
  readonly page: PageEnv;
  readonly tokens: Token[];
  /** Code to highlight before rendering. */
  readonly blocks: readonly (CodeBlock & Position)[];
}

/** The highlighted code of a page, with problems. */
export interface HighlightedCode {
  /** HTML lines by `codeKey`; plain code is absent. */
  readonly code: readonly (readonly [key: string, lines: readonly string[]])[];
  readonly problems: readonly Problem[];
}

/** Compiles a page. Faults in the text become problems of the document; they don't throw. */
export function compile(source: MarkdownSource, compiler: Compiler): Promise<CompiledDocument> {
  return compileText(readPage(source, compiler.readInclude), compiler, compiler.highlighter);
}

/** Compiles a page whose includes are expanded. Faults in the text become problems of the document. */
export async function compileText(
  text: PageText,
  compiler: PageCompiler,
  highlighter: Highlighter,
): Promise<CompiledDocument> {
  const parsed = parsePage(text, compiler);
  return finishPage(parsed, await highlightCode(parsed.blocks, highlighter), compiler);
}

/** Expands the includes of a page. */
export function readPage(source: MarkdownSource, read: ReadInclude): PageText {
  const { path, body, bodyLine } = source;
  const readInclude = (file: string) => {
    const text = read(file);
    return text === undefined ? undefined : sanitize(text);
  };
  return expandIncludes(path, sanitize(body), bodyLine, readInclude);
}

/** Parses a page. Faults in the text are added to `page.problems`. */
export function parsePage(text: PageText, compiler: PageCompiler): ParsedPage {
  const { parser, vars, texts = {}, baseUrl = "/", ...renderers } = compiler;
  const page: PageEnv = {
    ...renderers,
    texts,
    baseUrl,
    path: text.path,
    lines: text.lines,
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, sanitize(value)])),
    report: (line, fault) => reportProblem(page, line, pluginProblem(line, fault)),
    signatures: text.signatures ?? {},
    kept: new Map(Object.entries(text.kept ?? {})),
    highlighted: new Map(),
    slots: [],
    codeContents: [],
    samples: [],
    api: [],
    problems: [...text.problems],
    ids: [],
    linkIgnores: [],
    head: [],
    uses: new Set(),
    cellCount: 0,
    componentCount: 0,
    inlineFaults: new Map(),
    offsets: new Map(),
    blockLines: new Map(),
    lastIndexes: new Map(),
  };
  const tokens = parser.parse(text.lines.map(({ text: line }) => line).join("\n"), { page });
  return { text, page, tokens, blocks: codeBlocksOf(tokens, page) };
}

/** Renders a parsed page. Can be called only once, as it changes the tokens. */
export function finishPage(
  { text, page, tokens }: ParsedPage,
  highlighted: HighlightedCode,
  { parser }: PageCompiler,
): CompiledDocument {
  const env = { page };
  for (const [key, lines] of highlighted.code) page.highlighted.set(key, lines);
  page.problems.push(...highlighted.problems);

  const heading = takeLeadingHeading(parser, tokens, env);
  const lead = leadOf(tokens);
  const cut = excerptLength(tokens, lead);
  const excerpt = renderTokens(parser, tokens.slice(0, cut ?? 0), env);
  const html = excerpt + renderTokens(parser, tokens.slice(cut ?? 0), env);
  const copy = markdownCopy(tokens, page);
  const { anchors, repeated } = idsIn(html);
  const isMarked = cut !== undefined && tokens[cut]?.type === TRUNCATE;
  return {
    html: fillCode(html, page.codeContents),
    ...(cut === undefined ? {} : { excerpt: fillCode(excerpt, page.codeContents), isExcerptMarked: isMarked }),
    slots: page.slots,
    ...(heading === undefined ? {} : { heading }),
    head: page.head,
    includes: text.includes,
    uses: [...page.uses].sort(),
    lead,
    toc: collectToc(parser, tokens, env),
    copy,
    anchors,
    ids: page.ids,
    repeatedIds: lastPositions(repeated, page),
    linkIgnores: page.linkIgnores,
    sections: collectSections(tokens),
    samples: page.samples,
    api: page.api,
    problems: page.problems,
  };
}

/** Highlights the code of a page. Unknown languages and failing grammars become problems. */
export async function highlightCode(
  blocks: readonly (CodeBlock & Position)[],
  highlighter: Highlighter,
): Promise<HighlightedCode> {
  const highlighted = await highlighter.highlight(blocks);
  const unknown = new Set<string>();
  const code: (readonly [string, readonly string[]])[] = [];
  const problems: Problem[] = [];
  blocks.forEach((block, index) => {
    const html = highlighted[index];
    const { language, path, line, column } = block;
    const position = { path, line, column };
    if (!highlighter.knows(language) && !unknown.has(language)) {
      unknown.add(language);
      const message = `no highlighting for "${language}"${highlighter.guess(language)}`;
      const isWord = language.includes("=");
      const hint = isWord ? `write the language first: text ${language}` : 'write "text" for plain text';
      problems.push({ ...position, severity: "warning", code: "unknown-language", message, hint });
    }
    if (html instanceof Error) {
      const message = `this code can't be highlighted: ${html.message}`;
      const hint = 'set its language to "text"';
      problems.push({ ...position, severity: "error", code: "highlighting", message, hint });
    } else if (html !== undefined) code.push([codeKey(block), html]);
  });
  return { code, problems };
}

/** The position of the last occurrence of each id; the beginning of the page for generated ids. */
function lastPositions(ids: readonly string[], page: PageEnv): (Position & { readonly id: string })[] {
  const places = new Map<string, Position & { readonly id: string }>();
  for (const { id, path, line, column } of page.ids) {
    if (line >= (places.get(id)?.line ?? 0)) places.set(id, { path, line, column, id });
  }
  return ids.map((id) => places.get(id) ?? { ...sourceLineOf(page, 0), column: 1, id });
}

/** Text of the leading heading of a whole page, as `compileText` gives it; undefined if there is none. */
export function headingOf(text: PageText, compiler: PageCompiler): string | undefined {
  const { tokens, page } = parsePage(text, compiler);
  return takeLeadingHeading(compiler.parser, tokens, { page })?.text;
}

/** Number of lines that are parsed first: most pages begin with their heading. */
const FIRST_LINES = 4;
const GROWTH = 16;

/**
 * Text of the leading heading of a page as `compile` gives it; undefined if there is none. The title of a page is
 * needed before any page is rendered, so this parses only as much of the page as determines its heading.
 */
export function readHeading(source: MarkdownSource, compiler: PageCompiler, read: ReadInclude): string | undefined {
  const lines = source.body.split("\n");
  for (let count = FIRST_LINES; ; count *= GROWTH) {
    const isWhole = count >= lines.length;
    const body = isWhole ? source.body : lines.slice(0, count).join("\n");
    const text = readPage({ ...source, body }, read);
    const { tokens, page } = parsePage(text, compiler);
    const inline = findLeadingHeading(tokens)?.inline;
    // A bracket may begin a reference to a definition further down.
    const isSettled = inline !== undefined && !inline.content.includes("[");
    if (isWhole || isSettled) return takeLeadingHeading(compiler.parser, tokens, { page })?.text;
  }
}
