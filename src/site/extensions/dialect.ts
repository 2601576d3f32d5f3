import type { SiteConfig } from "../../config/schema.ts";
import type { Highlighter } from "../../highlight/highlighter.ts";
import { type ApiVocabulary, createNameFinder } from "../../markdown/api-names.ts";
import type { Compiler } from "../../markdown/compile.ts";
import { createParser } from "../../markdown/parser.ts";
import { createMath } from "../../markdown/plugins/math.ts";
import { PAGE_COMPONENTS, renderComponent } from "../../render/page.tsx";
import type { Texts } from "../../shared/translate.ts";

/** Settings for compiling the texts of a site. */
export interface Dialect
  extends Pick<SiteConfig, "vars" | "highlight" | "markdown" | "baseUrl" | "contentSecurityPolicy"> {
  /** Translations of docgen's own texts in pages. */
  readonly texts: Texts;
  /** Names that link to what documents them. */
  readonly api: ApiVocabulary;
}

/** Creates the compiler of a site's pages, without a reader of includes. */
export async function createCompiler(
  { markdown, vars, texts, api, baseUrl, contentSecurityPolicy: policy }: Dialect,
  highlighter: Highlighter,
): Promise<Omit<Compiler, "readInclude">> {
  return {
    parser: createParser(),
    renderMath: markdown.math ? await createMath() : undefined,
    highlighter,
    vars,
    texts,
    baseUrl,
    runsHandlers: policy === false || policy["script-src-attr"] !== undefined,
    apiNames: createNameFinder(api),
    components: PAGE_COMPONENTS,
    renderComponent: (call) => renderComponent(call, texts),
  };
}

const TRANSLATIONS = /(^|\/)content\/i18n\/[^/]+\//;

/** Paths of an included file, relative to the root, best first: a translation falls back to the original's file. */
export function includePlaces(path: string): string[] {
  return [...new Set([path, path.replace(TRANSLATIONS, "$1content/")])];
}
