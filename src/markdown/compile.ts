import type { MarkdownIt, Token } from "markdown-it";
import { type Document, sanitize, splitSlots } from "./document.ts";
import { type ComponentCall, type PageEnv, report } from "./env.ts";
import type { Highlighter } from "./highlight/highlighter.ts";
import { plainText } from "./plain-text.ts";
import { languagesOf } from "./plugins/code-block.ts";
import { renderTokens } from "./render-tokens.ts";
import { collectSections } from "./sections.ts";
import { collectToc } from "./toc.ts";

/** One page's text and where it comes from. */
export interface MarkdownSource {
  /** Path for messages. */
  readonly path: string;
  readonly body: string;
  /** Line of the file on which the body begins. */
  readonly bodyLine: number;
  /** Levels of the headings that the table of contents lists. */
  readonly tocLevels: { readonly min: number; readonly max: number };
}

/** What all pages are compiled with. */
export interface Compiler {
  readonly parser: MarkdownIt;
  readonly highlighter: Highlighter;
  readonly vars: Readonly<Record<string, string>>;
  readonly componentNames: readonly string[];
  /** Gives a component's HTML. */
  readonly renderComponent: (call: ComponentCall) => string;
}

/** Compiles one page. Faults of the text become problems of the document; nothing is thrown for them. */
export async function compile(source: MarkdownSource, compiler: Compiler): Promise<Document> {
  const body = sanitize(source.body);
  const page: PageEnv = {
    path: source.path,
    bodyLine: source.bodyLine,
    lines: body.split("\n"),
    vars: compiler.vars,
    componentNames: compiler.componentNames,
    renderComponent: compiler.renderComponent,
    highlight: compiler.highlighter.highlight,
    slots: [],
    samples: [],
    problems: [],
    anchors: new Set(),
    // The parser's own table of entities; backslashes are doubled, as they escape nothing in HTML.
    decodeEntities: (html) => compiler.parser.utils.unescapeAll(html.replaceAll("\\", "\\\\")),
    componentCount: 0,
  };
  const env = { page };
  const tokens = compiler.parser.parse(body, env);
  const languages = languagesOf(tokens);
  await compiler.highlighter.load(languages);
  reportUnknownLanguages(page, languages, compiler.highlighter);

  const heading = takeHeading(tokens);
  const html = renderTokens(compiler.parser, tokens, env);
  for (const [, id] of html.matchAll(/ id="(fn(?:ref)?\d+(?::\d+)?)"/g)) page.anchors.add(id ?? "");
  return {
    ...splitSlots(html),
    slots: page.slots,
    ...(heading === undefined
      ? {}
      : {
          heading: {
            html: compiler.parser.renderer.renderInline(withoutLinks(heading), compiler.parser.options, env),
            text: plainText(heading),
          },
        }),
    lead: leadOf(tokens),
    toc: collectToc(compiler.parser, tokens, env, source.tocLevels),
    anchors: [...page.anchors],
    sections: collectSections(tokens),
    samples: page.samples,
    problems: page.problems,
  };
}

function reportUnknownLanguages(env: PageEnv, languages: readonly string[], highlighter: Highlighter): void {
  for (const language of languages) {
    if (highlighter.knows(language)) continue;
    const sample = env.samples.find((one) => one.language === language);
    const suggestion = highlighter.suggest(language);
    const guess = suggestion === undefined ? "" : `; did you mean "${suggestion}"?`;
    report(env, (sample?.line ?? env.bodyLine) - env.bodyLine, {
      severity: "warning",
      code: "unknown-language",
      message: `no highlighting for "${language}"${guess}`,
      hint: 'write "text" for plain text',
      column: sample?.column ?? 1,
    });
  }
}

/** Takes the level-1 heading off the front of a page: the layout shows it. */
function takeHeading(tokens: Token[]): Token[] | undefined {
  const [first, inline] = tokens;
  if (first?.type !== "heading_open" || first.tag !== "h1" || inline === undefined) return undefined;
  tokens.splice(0, 3);
  return inline.children ?? [];
}

/** Inline tokens for places where a link can't stand. */
export function withoutLinks(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    ({ type, content }) => !type.startsWith("link_") && !/^<\/?a[\s>]/i.test(content) && !type.startsWith("footnote"),
  );
}

function leadOf(tokens: readonly Token[]): string {
  const index = tokens.findIndex(
    (token, at) => token.type === "paragraph_open" && token.level === 0 && tokens[at + 1]?.type === "inline",
  );
  return index < 0 ? "" : plainText(tokens[index + 1]?.children ?? []);
}
