import type { HighlighterCore, LanguageInput, ThemeRegistrationRaw } from "shiki/core";
import { escapeHtml } from "../../shared/text.ts";
import { TOKEN_SCOPES } from "./scopes.ts";

const THEME = "docgen";
/** Longer lines stay plain: a limit by size gives the same bytes on every machine, one by time doesn't. */
const MAX_LINE_LENGTH = 2000;

/** Turns code into lines of HTML, its tokens in elements with short class names; loads grammars as they are wanted. */
export type Tokenise = (language: string, code: string) => Promise<string[]>;

/** Makes a tokeniser for the names of shiki's languages. */
export async function createTokeniser(): Promise<Tokenise> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }, { bundledLanguages }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/oniguruma"),
    import("shiki/langs"),
  ]);
  const engine = createOnigurumaEngine(import("shiki/wasm"));
  const core = await createHighlighterCore({ themes: [theme], langs: [], engine });
  const grammars: Readonly<Record<string, LanguageInput>> = bundledLanguages;
  const loading = new Map<string, Promise<void>>();
  return async (language, code) => {
    const loaded = loading.get(language) ?? core.loadLanguage(grammars[language] as LanguageInput);
    loading.set(language, loaded);
    await loaded;
    return tokenise(core, code, language);
  };
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
