import { realpathSync } from "node:fs";
import type { SiteConfig } from "../../config/schema.ts";
import type { SourcePage } from "../../content/types.ts";
import type { Highlighter } from "../../highlight/highlighter.ts";
import type { Compiler, TocLevels } from "../../markdown/compile.ts";
import { createMath } from "../../markdown/katex.ts";
import { createParser } from "../../markdown/parser.ts";
import { COMPONENT_NAMES, renderComponent } from "../../render/page.tsx";
import { contains } from "../../shared/disk-path.ts";
import type { Texts } from "../../shared/translate.ts";

/** Settings for compiling the texts of a site. */
export interface Dialect extends Pick<SiteConfig, "vars" | "highlight" | "markdown"> {
  /** Translations of docgen's own texts in pages. */
  readonly texts: Texts;
}

/** Creates the compiler of a site's pages, without a reader of includes. */
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
 * Candidate paths of an included file, in order of preference, relative to the root. A translation includes the file of
 * its original if the locale has none of its own.
 */
export function includePlaces(path: string): string[] {
  return [...new Set([path, path.replace(TRANSLATIONS, "content/")])];
}

/** Whether a file, which may be a link, is inside the site's root. Both are absolute. */
export function isInsideRoot(root: string, path: string): boolean {
  return contains(realpathSync(root), realpathSync(path));
}
