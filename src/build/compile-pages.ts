import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { SiteConfig } from "../config/schema.ts";
import { bodyOf } from "../content/body.ts";
import type { SourcePage } from "../content/types.ts";
import { type Compiler, compile, type TocLevels } from "../markdown/compile.ts";
import type { Document } from "../markdown/document.ts";
import { type Highlighter, PLAIN_HIGHLIGHTER } from "../markdown/highlight/highlighter.ts";
import { createMath } from "../markdown/katex.ts";
import { createParser } from "../markdown/parser.ts";
import { COMPONENT_NAMES, renderComponent } from "../render/page.tsx";
import { readRegular } from "../shared/regular-file.ts";
import type { Texts } from "../shared/translate.ts";

/**
 * Makes what all pages of a site are compiled with.
 *
 * @param texts translations of what docgen itself says in pages
 */
export async function createCompiler(
  root: string,
  config: SiteConfig,
  highlighter: Highlighter,
  texts: Texts = {},
): Promise<Compiler> {
  return {
    parser: createParser(),
    renderMath: config.markdown.math ? await createMath() : undefined,
    highlighter,
    vars: config.vars,
    texts,
    componentNames: COMPONENT_NAMES,
    renderComponent: (call) => renderComponent(call, texts),
    readInclude: (path) => readInclude(root, path),
  };
}

/** Compiles one page with the heading levels that it asks for. @param root absolute path of the site's root */
export function compilePage(root: string, page: SourcePage, config: SiteConfig, compiler: Compiler): Promise<Document> {
  const { path, bodyLine } = page;
  const body = bodyOf(root, page);
  return compile({ path, title: page.frontMatter.title, body, bodyLine, tocLevels: tocLevels(page, config) }, compiler);
}

/** Levels of the headings in a page's table of contents. */
export function tocLevels({ frontMatter }: SourcePage, { tableOfContents }: SiteConfig): TocLevels {
  return {
    min: frontMatter.toc_min_heading_level ?? tableOfContents.minHeadingLevel,
    max: frontMatter.toc_max_heading_level ?? tableOfContents.maxHeadingLevel,
  };
}

/** Compiles every Markdown page, its code left plain: for what asks about text and links. @returns documents by path */
export async function compilePlain(
  root: string,
  pages: readonly SourcePage[],
  config: SiteConfig,
  texts: Texts = {},
): Promise<Map<string, Document>> {
  const compiler = await createCompiler(root, config, PLAIN_HIGHLIGHTER, texts);
  const documents = new Map<string, Document>();
  for (const page of pages) {
    if (page.format === "md") documents.set(page.path, await compilePage(root, page, config, compiler));
  }
  return documents;
}

const TRANSLATIONS = /^content\/i18n\/[^/]+\//;

/**
 * Reads a file that a page includes; only inside the site's root. A translation includes what its
 * original does, where the language has no file of its own.
 */
export function readInclude(root: string, path: string): string | undefined {
  for (const place of includePlaces(path)) {
    const text = readInside(root, place);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Where an included file is looked for, in this order; relative to the root. */
export function includePlaces(path: string): string[] {
  return [...new Set([path, path.replace(TRANSLATIONS, "content/")])];
}

function readInside(root: string, path: string): string | undefined {
  try {
    const real = realpathSync(join(root, path));
    if (!real.startsWith(realpathSync(root) + sep)) return undefined;
    return readRegular(real).toString("utf8").replace(/\r\n?/g, "\n");
  } catch {
    // Absent or unreadable: the include is reported at its line.
    return undefined;
  }
}
