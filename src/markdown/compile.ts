import type { MarkdownIt, Token } from "markdown-it";
import type { CodeBlock, Highlighter } from "../highlight/highlighter.ts";
import { codeKey } from "../highlight/names.ts";
import { escapeHtml } from "../shared/text.ts";
import type { Texts } from "../shared/translate.ts";
import { markdownCopy } from "./copy.ts";
import { inlineMarkdown } from "./copy-inline.ts";
import { type CompiledDocument, type SourcePosition, sanitize, splitSlots } from "./document.ts";
import { dropImports } from "./docusaurus-imports.ts";
import { type ComponentCall, type PageEnv, sourceLineOf } from "./env.ts";
import { idsIn } from "./ids.ts";
import { expandIncludes, type ReadInclude } from "./include.ts";
import { plainText, withoutLinks } from "./inline.ts";
import { codeBlocksOf } from "./plugins/code-block.ts";
import type { RenderMath } from "./plugins/math.ts";
import { excerptLength } from "./plugins/truncate.ts";
import { renderTokens } from "./render-tokens.ts";
import { collectSections } from "./sections.ts";
import { collectToc } from "./toc.ts";

/** The text of a page, and its location. */
export interface MarkdownSource {
  /** Path for messages. */
  readonly path: string;
  /** Title from the front matter; may hold code in backticks. */
  readonly title?: string | undefined;
  readonly body: string;
  /** Line of the file on which the body begins. */
  readonly bodyLine: number;
  /** Levels of the headings that the table of contents lists. */
  readonly tocLevels: TocLevels;
}

export interface TocLevels {
  readonly min: number;
  readonly max: number;
}

/** Settings shared by all pages. */
export interface Compiler {
  readonly parser: MarkdownIt;
  readonly highlighter: Highlighter;
  readonly vars: Readonly<Record<string, string>>;
  readonly texts?: Texts | undefined;
  readonly componentNames: readonly string[];
  readonly readInclude: ReadInclude;
  /** Absent where math is off. */
  readonly renderMath?: RenderMath | undefined;
  /** Renders a component to HTML. */
  readonly renderComponent: (call: ComponentCall) => string;
}

/** Compiles a page. Mistakes in the text become problems of the document; nothing is thrown for them. */
export async function compile(source: MarkdownSource, compiler: Compiler): Promise<CompiledDocument> {
  const readInclude = (path: string): string | undefined => {
    const text = compiler.readInclude(path);
    return text === undefined ? undefined : sanitize(text);
  };
  const expanded = expandIncludes(source.path, sanitize(source.body), source.bodyLine, readInclude);
  const { lines, problems } = dropImports(expanded.lines);
  const page: PageEnv = {
    lines,
    vars: Object.fromEntries(Object.entries(compiler.vars).map(([name, value]) => [name, sanitize(value)])),
    texts: compiler.texts ?? {},
    componentNames: compiler.componentNames,
    renderComponent: compiler.renderComponent,
    renderMath: compiler.renderMath,
    highlighted: new Map(),
    slots: [],
    samples: [],
    problems: [...expanded.problems, ...problems],
    ids: [],
    linkIgnores: [],
    head: [],
    uses: new Set(),
    // Uses the parser's table of entities; backslashes are doubled, as they are no escapes in HTML.
    decodeEntities: (html) => compiler.parser.utils.unescapeAll(html.replaceAll("\\", "\\\\")),
    cellCount: 0,
    componentCount: 0,
    offsets: new Map(),
    blockLines: new Map(),
    lastIndexes: new Map(),
  };
  const env = { page };
  const tokens = compiler.parser.parse(lines.map(({ text }) => text).join("\n"), env);
  await highlightCode(page, codeBlocksOf(tokens, page), compiler.highlighter);

  const heading = extractHeading(tokens);
  const cut = excerptLength(tokens);
  const excerpt = renderTokens(compiler.parser, tokens.slice(0, cut ?? 0), env);
  const html = excerpt + renderTokens(compiler.parser, tokens.slice(cut ?? 0), env);
  const copy = markdownCopy(tokens, page);
  const { anchors, repeated } = idsIn(html);
  return {
    ...splitSlots(html),
    ...(cut === undefined ? {} : { excerpt }),
    slots: page.slots,
    ...(heading === undefined
      ? {}
      : {
          heading: {
            html: compiler.parser.renderer.renderInline(withoutLinks(heading), compiler.parser.options, env),
            text: plainText(heading),
            markdown: inlineMarkdown(withoutLinks(heading)).replace(/\n/g, " "),
          },
        }),
    ...(source.title === undefined || !source.title.includes("`")
      ? {}
      : { titleHtml: titleHtml(sanitize(source.title)) }),
    head: page.head,
    includes: expanded.includes,
    uses: [...page.uses].sort(),
    lead: leadOf(tokens),
    toc: collectToc(compiler.parser, tokens, env, source.tocLevels),
    copy,
    anchors,
    repeatedIds: lastPositions(repeated, page),
    linkIgnores: page.linkIgnores,
    sections: collectSections(tokens),
    samples: page.samples,
    problems: page.problems,
  };
}

/** Highlights the page's code, and reports code that can't be highlighted. */
async function highlightCode(
  env: PageEnv,
  blocks: readonly (CodeBlock & SourcePosition)[],
  highlighter: Highlighter,
): Promise<void> {
  const highlighted = await highlighter.highlight(blocks);
  const unknown = new Set<string>();
  blocks.forEach(({ language, code, ...place }, index) => {
    const html = highlighted[index];
    if (!highlighter.knows(language) && !unknown.has(language)) {
      unknown.add(language);
      const suggestion = highlighter.suggest(language);
      const guess = suggestion === undefined ? "" : `; did you mean "${suggestion}"?`;
      const message = `no highlighting for "${language}"${guess}`;
      const hint = 'write "text" for plain text';
      env.problems.push({ ...place, severity: "warning", code: "unknown-language", message, hint });
    }
    if (html instanceof Error) {
      const message = `this code can't be highlighted: ${html.message}`;
      env.problems.push({
        ...place,
        severity: "error",
        code: "highlighting",
        message,
        hint: 'name its language "text"',
      });
    } else if (html !== undefined) env.highlighted.set(codeKey({ language, code }), html);
  });
}

/** A title in the front matter is plain text, except for code in backticks. */
function titleHtml(title: string): string {
  return escapeHtml(title).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** The last position of each id; the start of the page for generated ones. */
function lastPositions(ids: readonly string[], page: PageEnv): (SourcePosition & { readonly id: string })[] {
  const places = new Map<string, SourcePosition & { readonly id: string }>();
  for (const { id, path, line, column } of page.ids) {
    if (line >= (places.get(id)?.line ?? 0)) places.set(id, { path, line, column, id });
  }
  return ids.map((id) => places.get(id) ?? { ...sourceLineOf(page, 0), column: 1, id });
}

/** Removes a leading level-1 heading, which the layout shows. */
function extractHeading(tokens: Token[]): Token[] | undefined {
  const [first, inline] = tokens;
  if (first?.type !== "heading_open" || first.tag !== "h1" || inline === undefined) return undefined;
  tokens.splice(0, 3);
  return inline.children ?? [];
}

/** Limit for a lead, which is shown in one to three lines, in characters. */
const MAX_LEAD = 500;

function leadOf(tokens: readonly Token[]): string {
  const index = tokens.findIndex(
    (token, at) => token.type === "paragraph_open" && token.level === 0 && tokens[at + 1]?.type === "inline",
  );
  const text = index < 0 ? "" : plainText(tokens[index + 1]?.children ?? []);
  if (text.length <= MAX_LEAD) return text;
  // The cut may leave half of a surrogate pair where there is no space.
  return `${text.slice(0, MAX_LEAD).replace(/\s+\S*$|[\uD800-\uDBFF]$/, "")}…`;
}
