import type { HighlighterCore, LanguageInput, ThemeRegistrationRaw } from "shiki/core";
import { nearest } from "../../shared/nearest.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { Highlight } from "../env.ts";
import { TOKEN_SCOPES } from "./scopes.ts";

const THEME = "docgen";
/** Longer lines stay plain: a limit by size gives the same bytes on every machine, one by time doesn't. */
const MAX_LINE_LENGTH = 2000;
/** Larger blocks stay plain, in characters. */
const MAX_BLOCK_LENGTH = 200_000;
/** Names that mean "no highlighting". */
const PLAIN = new Set(["text", "txt", "plain", "plaintext", "console", "output", "mermaid", "ansi"]);

/** Tokenises code. Grammars are loaded when first asked for; `highlight` knows those that are loaded. */
export interface Highlighter {
  /** Loads what the names stand for; unknown names are left out. */
  readonly load: (languages: readonly string[]) => Promise<void>;
  readonly highlight: Highlight;
  /** True for names that are highlighted or deliberately plain. */
  readonly knows: (language: string) => boolean;
  /** The known name that a mistyped one most likely meant. */
  readonly suggest: (language: string) => string | undefined;
}

/** @param aliases other names for languages, from the configuration */
export async function createHighlighter(aliases: Readonly<Record<string, string>> = {}): Promise<Highlighter> {
  const { bundledLanguages } = await import("shiki/langs");
  const loaders: Readonly<Record<string, LanguageInput>> = bundledLanguages;
  const nameOf = (language: string): string => {
    const lower = language.toLowerCase();
    return Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower;
  };
  const loaded = new Set<string>();
  let creating: Promise<HighlighterCore> | undefined;
  let core: HighlighterCore | undefined;

  return {
    load: async (languages) => {
      const names = languages.map(nameOf).filter((name) => Object.hasOwn(loaders, name) && !loaded.has(name));
      if (names.length === 0) return;
      // Pages are compiled side by side: the first to come makes the one that all share.
      creating ??= createCore();
      core = await creating;
      await core.loadLanguage(...names.map((name) => loaders[name] as LanguageInput));
      for (const name of names) loaded.add(name);
    },
    highlight: (code, language) => {
      const name = nameOf(language);
      if (core === undefined || !loaded.has(name) || code.length > MAX_BLOCK_LENGTH) return undefined;
      return tokenise(core, code, name);
    },
    knows: (language) => PLAIN.has(nameOf(language)) || Object.hasOwn(loaders, nameOf(language)),
    suggest: (language) => nearest(language, [...Object.keys(loaders), ...PLAIN]),
  };
}

async function createCore(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/oniguruma"),
  ]);
  return createHighlighterCore({ themes: [theme], langs: [], engine: createOnigurumaEngine(import("shiki/wasm")) });
}

/** Lines of HTML; neighbouring tokens of one class share an element, plain text has none. */
function tokenise(core: HighlighterCore, code: string, language: string): string[] {
  const lines = core.codeToTokensBase(code, {
    lang: language,
    theme: THEME,
    tokenizeMaxLineLength: MAX_LINE_LENGTH,
    tokenizeTimeLimit: 0,
  });
  return lines.map((tokens) => {
    let html = "";
    let open = "";
    let text = "";
    const flush = () => {
      if (text !== "") html += open === "" ? escapeHtml(text) : `<span class="${open}">${escapeHtml(text)}</span>`;
      text = "";
    };
    for (const { content, color } of tokens) {
      const name = CLASS_OF_COLOR.get(color?.toLowerCase() ?? "") ?? "";
      if (name !== open && content.trim() !== "") {
        flush();
        open = name;
      }
      text += content;
    }
    flush();
    return html;
  });
}

const CLASSES = Object.keys(TOKEN_SCOPES);
const colorOf = (index: number): string => `#0000${(index + 1).toString(16).padStart(2, "0")}`;
const CLASS_OF_COLOR: ReadonlyMap<string, string> = new Map(CLASSES.map((name, index) => [colorOf(index), name]));

/** A theme whose "colours" are the numbers of the token classes. */
const theme: ThemeRegistrationRaw = {
  name: THEME,
  type: "light",
  fg: "#000000",
  bg: "#ffffff",
  settings: CLASSES.map((name, index) => ({
    scope: [...(TOKEN_SCOPES[name] ?? [])],
    settings: { foreground: colorOf(index) },
  })),
};
