import {
  createShikiPrimitiveAsync,
  type DynamicImportLanguageRegistration,
  type ThemeRegistrationRaw,
} from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import { EncodedTokenMetadata, type IGrammar, INITIAL } from "shiki/textmate";
import { escapeHtml } from "../shared/text.ts";
import { createRegexEngine } from "./engine/regex-engine.ts";

const THEME = "docgen";
/** Cache size for registries with more than one language: each takes megabytes, and pages may mix languages freely. */
const MAX_MIXED = 8;

type OnigurumaWasm = NonNullable<Parameters<typeof createOnigurumaEngine>[0]>;

/** A language's grammar with its embedded ones. */
interface Registry {
  readonly tokenise: TokeniseLines;
  readonly dispose: () => void;
}

/** Converts code to lines of HTML, with tokens in elements with short class names; loads grammars on demand. */
export type Tokenise = (language: string, code: string) => Promise<string[]>;

/**
 * Creates a tokeniser for shiki's language names. Its result depends on the code alone: grammars embed whatever other
 * grammars are loaded, so each has its own registry with only the languages embedded in the code.
 *
 * @param wasm shiki's Oniguruma: its bytes, or the module that holds it
 */
export async function createTokeniser(wasm: OnigurumaWasm): Promise<Tokenise> {
  const engine = createRegexEngine(await createOnigurumaEngine(wasm));
  const grammars: Readonly<Record<string, DynamicImportLanguageRegistration>> = bundledLanguages;
  const ids = new Map(
    bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id])),
  );
  const loadGrammar = async (language: string) => (await grammars[language]?.())?.default ?? [];
  const registries = new Map<string, Promise<Registry>>();
  const open = async (languages: readonly [string, ...string[]]): Promise<Registry> => {
    const langs = (await Promise.all(languages.map(loadGrammar))).flat();
    // shiki warns about more than a few registries, as they would be expensive if each had all grammars.
    const registry = await createShikiPrimitiveAsync({ themes: [theme], langs, engine, warnings: false });
    const classes = registry.setTheme(THEME).colorMap.map((color) => CLASS_OF_COLOR.get(color?.toLowerCase()) ?? "");
    return { tokenise: createLineTokeniser(registry.getLanguage(languages[0]), classes), dispose: registry.dispose };
  };
  /** Disposes of a registry; asynchronously, so that earlier callers have used it by then. */
  const close = (name: string) => {
    void registries.get(name)?.then(
      ({ dispose }) => dispose(),
      () => undefined,
    );
    registries.delete(name);
  };
  return async (language, code) => {
    const loaded = await loadGrammar(language);
    const embeddable = new Set(loaded.flatMap(({ embeddedLangsLazy = [] }) => embeddedLangsLazy));
    const embedded = embeddable.size === 0 ? [] : [...embeddedNames(code)].flatMap((name) => ids.get(name) ?? []);
    const languages = [language, ...new Set(embedded.filter((id) => embeddable.has(id)).sort())] as const;
    const name = languages.join(" ");
    const registry = registries.get(name) ?? open(languages);
    // Moves it to the end: the first is the least recently used.
    registries.delete(name);
    registries.set(name, registry);
    const mixed = [...registries.keys()].filter((key) => key.includes(" "));
    if (mixed.length > MAX_MIXED) close(mixed[0] ?? "");
    return (await registry).tokenise(code);
  };
}

/** Possible names of embedded languages: words after characters that precede one in Markdown, Vue, TeX and others. */
function embeddedNames(code: string): Set<string> {
  return new Set([...code.matchAll(/[`~"'=:,{]\s*([\w+#-]+)/g)].map(([, name = ""]) => name.toLowerCase()));
}

/** The token classes of the theme, with their TextMate scopes. `theme/styles/code.css` gives each its colours. */
const TOKEN_SCOPES: Readonly<Record<string, readonly string[]>> = {
  c: ["comment", "punctuation.definition.comment", "string.comment"],
  s: ["string", "punctuation.definition.string", "constant.other.symbol", "markup.inline.raw", "string.template"],
  n: ["constant.numeric", "constant.language", "constant.character", "support.constant", "keyword.other.unit"],
  k: [
    "keyword",
    "storage",
    "keyword.operator.new",
    "keyword.operator.expression",
    "variable.language",
    "punctuation.definition.keyword",
    "meta.diff.header",
  ],
  o: ["keyword.operator", "storage.type.function.arrow"],
  f: ["entity.name.function", "support.function", "meta.function-call entity.name.function", "variable.function"],
  t: [
    "entity.name.type",
    "entity.name.class",
    "support.type",
    "support.class",
    "entity.other.inherited-class",
    "entity.name.namespace",
  ],
  g: [
    "entity.name.tag",
    "punctuation.definition.tag",
    "meta.selector entity.name",
    "entity.name.section",
    "markup.heading",
  ],
  a: [
    "entity.other.attribute-name",
    "support.type.property-name",
    "meta.object-literal.key",
    "variable.other.property",
    "variable.other.object.property",
    "support.variable.property",
  ],
  v: ["variable.parameter"],
  r: [
    "string.regexp",
    "constant.character.escape",
    "punctuation.section.embedded",
    "punctuation.definition.template-expression",
  ],
  i: ["markup.inserted", "punctuation.definition.inserted"],
  d: ["markup.deleted", "punctuation.definition.deleted"],
  p: ["punctuation", "meta.brace"],
  b: ["markup.bold"],
  e: ["markup.italic"],
};

const CLASSES = Object.keys(TOKEN_SCOPES);
const colorOf = (index: number): string => `#0000${(index + 1).toString(16).padStart(2, "0")}`;
const CLASS_OF_COLOR: ReadonlyMap<string, string> = new Map(CLASSES.map((name, index) => [colorOf(index), name]));

/** A theme whose colours are indexes of the token classes. */
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

/** Longer lines, in characters, stay plain. Unlike a time limit, this gives the same bytes on every machine. */
const MAX_LENGTH = 2000;
/** Maximum nesting; deeper code, such as ten thousand brackets, stays plain, as it takes quadratic time. */
const MAX_DEPTH = 500;

/** Turns code of one language into lines of HTML. */
type TokeniseLines = (code: string) => string[];

/** @param classes class of each colour of the theme, by its index; empty for plain text */
export function createLineTokeniser(grammar: IGrammar, classes: readonly string[]): TokeniseLines {
  return (code) => {
    let state = INITIAL;
    return code.split(/\r?\n/).map((line) => {
      if (line === "") return "";
      if (line.length >= MAX_LENGTH || state.depth > MAX_DEPTH) return escapeHtml(line);
      const { tokens, ruleStack } = grammar.tokenizeLine2(line, state);
      state = ruleStack;
      return toHtml(line, tokens, classes);
    });
  };
}

/** Merges adjacent tokens of a class into one element; plain text gets none. @param tokens starts and metadata */
function toHtml(line: string, tokens: Uint32Array, classes: readonly string[]): string {
  let html = "";
  let open = "";
  let text = "";
  const flush = () => {
    if (text !== "") html += open === "" ? escapeHtml(text) : `<span class="${open}">${escapeHtml(text)}</span>`;
    text = "";
  };
  for (let at = 0; at < tokens.length; at += 2) {
    const content = line.slice(tokens[at], tokens[at + 2]);
    const name = classes[EncodedTokenMetadata.getForeground(tokens[at + 1] ?? 0)] ?? "";
    if (name !== open && content.trim() !== "") {
      flush();
      open = name;
    }
    text += content;
  }
  flush();
  return html;
}
