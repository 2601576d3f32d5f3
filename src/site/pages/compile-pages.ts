import { realpathSync } from "node:fs";
import { sep } from "node:path";
import type { SiteConfig } from "../../config/schema.ts";
import type { SourcePage } from "../../content/types.ts";
import type { Highlighter } from "../../highlight/highlighter.ts";
import type { Compiler, TocLevels } from "../../markdown/compile.ts";
import { createMath } from "../../markdown/katex.ts";
import { createParser } from "../../markdown/parser.ts";
import { COMPONENT_NAMES, renderComponent } from "../../render/page.tsx";
import type { Texts } from "../../shared/translate.ts";

/** What the texts of a site are compiled by. */
export interface Dialect extends Pick<SiteConfig, "vars" | "highlight" | "markdown"> {
  /** Translations of what docgen itself says in pages. */
  readonly texts: Texts;
}

/** Makes what all pages of a site are compiled with, but for what they include. */
export async function createCompiler(
  { markdown, vars, texts }: Dialect,
  highlighter: Highlighter,
): Promise<Omit<Compiler, "readInclude">> {
  return {
    parser: createParser(),
    renderMath: markdown.math ? await createMath() : undefined,
    highlighter,
    vars,
    texts,
    componentNames: COMPONENT_NAMES,
    renderComponent: (call) => renderComponent(call, texts),
  };
}

/** Levels of the headings in a page's table of contents. */
export function tocLevels({ frontMatter }: SourcePage, { tableOfContents }: SiteConfig): TocLevels {
  return {
    min: frontMatter.toc_min_heading_level ?? tableOfContents.minHeadingLevel,
    max: frontMatter.toc_max_heading_level ?? tableOfContents.maxHeadingLevel,
  };
}

const TRANSLATIONS = /^content\/i18n\/[^/]+\//;

/**
 * Where an included file is looked for, in this order; relative to the root. A translation includes what its
 * original does, where the language has no file of its own.
 */
export function includePlaces(path: string): string[] {
  return [...new Set([path, path.replace(TRANSLATIONS, "content/")])];
}

/** Whether a file, which may be a link, is inside the site's root. Both are absolute. */
export function isInsideRoot(root: string, path: string): boolean {
  return realpathSync(path).startsWith(realpathSync(root) + sep);
}
