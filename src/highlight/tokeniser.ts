import {
  createShikiPrimitiveAsync,
  type DynamicImportLanguageRegistration,
  type ThemeRegistrationRaw,
} from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import { createRegexEngine } from "./engine/regex-engine.ts";
import { createLineTokeniser, type TokeniseLines } from "./lines.ts";
import { TOKEN_SCOPES } from "./scopes.ts";

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
