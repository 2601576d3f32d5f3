import type { MarkdownIt, Token } from "markdown-it";
import type { CodeBlock, Highlighter } from "../highlight/highlighter.ts";
import { codeKey } from "../highlight/names.ts";
import { escapeHtml } from "../shared/text.ts";
import type { Texts } from "../shared/translate.ts";
import { markdownCopy } from "./copy.ts";
import { inlineMarkdown } from "./copy-inline.ts";
import { type Document, type Place, sanitize, splitSlots } from "./document.ts";
import { type ComponentCall, originOf, type PageEnv } from "./env.ts";
import { idsIn } from "./ids.ts";
import { expandIncludes, type ReadInclude } from "./include.ts";
import { plainText, withoutLinks } from "./inline.ts";
import { dropImports } from "./moved-over.ts";
import { codeOf } from "./plugins/code-block.ts";
import type { RenderMath } from "./plugins/math.ts";
import { excerptLength } from "./plugins/truncate.ts";
import { renderTokens } from "./render-tokens.ts";
import { collectSections } from "./sections.ts";
import { collectToc } from "./toc.ts";

/** One page's text and where it comes from. */
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

/** What all pages are compiled with. */
export interface Compiler {
  readonly parser: MarkdownIt;
  readonly highlighter: Highlighter;
  readonly vars: Readonly<Record<string, string>>;
  /** Translations of what docgen itself says in a page. */
  readonly texts?: Texts | undefined;
  readonly componentNames: readonly string[];
  readonly readInclude: ReadInclude;
  /** Absent where formulas are off. */
  readonly renderMath?: RenderMath | undefined;
  /** Gives a component's HTML. */
  readonly renderComponent: (call: ComponentCall) => string;
}

/** Compiles one page. Faults of the text become problems of the document; nothing is thrown for them. */
export async function compile(source: MarkdownSource, compiler: Compiler): Promise<Document> {
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
    // The parser's own table of entities; backslashes are doubled, as they escape nothing in HTML.
    decodeEntities: (html) => compiler.parser.utils.unescapeAll(html.replaceAll("\\", "\\\\")),
    cellCount: 0,
    componentCount: 0,
    offsets: new Map(),
    blockLines: new Map(),
    lastIndexes: new Map(),
  };
  const env = { page };
  const tokens = compiler.parser.parse(lines.map(({ text }) => text).join("\n"), env);
  await highlightCode(page, codeOf(tokens, page), compiler.highlighter);

  const heading = takeHeading(tokens);
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
    repeatedIds: lastPlaces(repeated, page),
    linkIgnores: page.linkIgnores,
    sections: collectSections(tokens),
    samples: page.samples,
    problems: page.problems,
  };
}

/** Has the page's code highlighted, and reports what can't be. */
async function highlightCode(
  env: PageEnv,
  blocks: readonly (CodeBlock & Place)[],
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

/** A title from the front matter is text, but for code in backticks. */
function titleHtml(title: string): string {
  return escapeHtml(title).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Where each id is given the last time; the page's beginning where docgen gave it. */
function lastPlaces(ids: readonly string[], page: PageEnv): (Place & { readonly id: string })[] {
  const places = new Map<string, Place & { readonly id: string }>();
  for (const { id, path, line, column } of page.ids) {
    if (line >= (places.get(id)?.line ?? 0)) places.set(id, { path, line, column, id });
  }
  return ids.map((id) => places.get(id) ?? { ...originOf(page, 0), column: 1, id });
}

/** Takes the level-1 heading off the front of a page: the layout shows it. */
function takeHeading(tokens: Token[]): Token[] | undefined {
  const [first, inline] = tokens;
  if (first?.type !== "heading_open" || first.tag !== "h1" || inline === undefined) return undefined;
  tokens.splice(0, 3);
  return inline.children ?? [];
}

/** A description is shown in a line or three; a paragraph may be a whole page. In characters. */
const MAX_LEAD = 500;

function leadOf(tokens: readonly Token[]): string {
  const index = tokens.findIndex(
    (token, at) => token.type === "paragraph_open" && token.level === 0 && tokens[at + 1]?.type === "inline",
  );
  const text = index < 0 ? "" : plainText(tokens[index + 1]?.children ?? []);
  if (text.length <= MAX_LEAD) return text;
  // Half a character, where there is no space, is none.
  return `${text.slice(0, MAX_LEAD).replace(/\s+\S*$|[\uD800-\uDBFF]$/, "")}…`;
}
