import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import { type Compiler, compile } from "../markdown/compile.ts";
import type { Document } from "../markdown/document.ts";
import { createHighlighter } from "../markdown/highlight/highlighter.ts";
import { createMath } from "../markdown/katex.ts";
import { createParser } from "../markdown/parser.ts";
import { COMPONENT_NAMES, renderComponent } from "../render/page.tsx";
import type { Texts } from "../shared/translate.ts";

/** Makes what all pages of a site are compiled with. @param texts translations of what docgen itself says in pages */
export async function createCompiler(root: string, config: SiteConfig, texts: Texts = {}): Promise<Compiler> {
  const highlighter = await createHighlighter(config.highlight.aliases);
  await highlighter.load(config.highlight.additionalLanguages);
  const renderMath = config.markdown.math ? await createMath() : undefined;
  return {
    parser: createParser(),
    renderMath,
    highlighter,
    vars: config.vars,
    texts,
    componentNames: COMPONENT_NAMES,
    renderComponent: (call) => renderComponent(call, texts),
    // A translation includes what its original does, where the language has no file of its own.
    readInclude: (path) => readInclude(root, path) ?? readInclude(root, path.replace(TRANSLATIONS, "content/")),
  };
}

/** Compiles one page with the heading levels that it asks for. */
export function compilePage(page: SourcePage, config: SiteConfig, compiler: Compiler): Promise<Document> {
  const { toc_min_heading_level, toc_max_heading_level } = page.frontMatter;
  const tocLevels = {
    min: toc_min_heading_level ?? config.tableOfContents.minHeadingLevel,
    max: toc_max_heading_level ?? config.tableOfContents.maxHeadingLevel,
  };
  return compile(
    { path: page.path, title: page.frontMatter.title, body: page.body, bodyLine: page.bodyLine, tocLevels },
    compiler,
  );
}

/** Compiles every Markdown page. @returns documents by path */
export async function compilePages(
  root: string,
  pages: readonly SourcePage[],
  config: SiteConfig,
  texts: Texts = {},
): Promise<Map<string, Document>> {
  const compiler = await createCompiler(root, config, texts);
  const documents = new Map<string, Document>();
  for (const page of pages) {
    if (page.format === "md") documents.set(page.path, await compilePage(page, config, compiler));
  }
  return documents;
}

const TRANSLATIONS = /^content\/i18n\/[^/]+\//;

/** Reads a file that a page includes; only inside the site's root. */
function readInclude(root: string, path: string): string | undefined {
  try {
    const real = realpathSync(join(root, path));
    if (!real.startsWith(realpathSync(root) + sep)) return undefined;
    return readFileSync(real, "utf8").replace(/\r\n?/g, "\n");
  } catch {
    // Absent or unreadable: the include is reported at its line.
    return undefined;
  }
}
