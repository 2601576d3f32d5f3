import {
  createShikiPrimitiveAsync,
  type DynamicImportLanguageRegistration,
  type ThemeRegistrationRaw,
} from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import { createEngine } from "./engine/engine.ts";
import { createLineTokeniser, type TokeniseLines } from "./lines.ts";
import { TOKEN_SCOPES } from "./scopes.ts";

const THEME = "docgen";
/** Registries kept that hold more than one language: each takes megabytes, and a page may mix languages as it likes. */
const MAX_MIXED = 8;

type OnigurumaWasm = NonNullable<Parameters<typeof createOnigurumaEngine>[0]>;

/** A language's grammar with those that it takes in. */
interface Registry {
  readonly tokenise: TokeniseLines;
  readonly dispose: () => void;
}

/** Turns code into lines of HTML, its tokens in elements with short class names; loads grammars as they are wanted. */
export type Tokenise = (language: string, code: string) => Promise<string[]>;

/**
 * Makes a tokeniser for the names of shiki's languages. What it makes of a code depends on that code
 * alone: grammars take in others that happen to be loaded, so each has a registry of its own, with no
 * more in it than what the code embeds.
 *
 * @param wasm shiki's Oniguruma: its bytes, or the module that holds it
 */
export async function createTokeniser(wasm: OnigurumaWasm): Promise<Tokenise> {
  const engine = createEngine(await createOnigurumaEngine(wasm));
  const grammars: Readonly<Record<string, DynamicImportLanguageRegistration>> = bundledLanguages;
  const ids = new Map(
    bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id])),
  );
  const loadGrammar = async (language: string) => (await grammars[language]?.())?.default ?? [];
  const registries = new Map<string, Promise<Registry>>();
  const open = async (languages: readonly [string, ...string[]]): Promise<Registry> => {
    const langs = (await Promise.all(languages.map(loadGrammar))).flat();
    // It warns of more than a few registries, which are dear where each holds all grammars.
    const registry = await createShikiPrimitiveAsync({ themes: [theme], langs, engine, warnings: false });
    const classes = registry.setTheme(THEME).colorMap.map((color) => CLASS_OF_COLOR.get(color?.toLowerCase()) ?? "");
    return { tokenise: createLineTokeniser(registry.getLanguage(languages[0]), classes), dispose: registry.dispose };
  };
  /** Whoever has asked for it before has used it when it is disposed of. */
  const close = (name: string) => {
    void registries.get(name)?.then(
      ({ dispose }) => dispose(),
      () => undefined,
    );
    registries.delete(name);
  };
  return async (language, code) => {
    const own = await loadGrammar(language);
    const embeddable = new Set(own.flatMap(({ embeddedLangsLazy = [] }) => embeddedLangsLazy));
    const embedded = embeddable.size === 0 ? [] : [...namesIn(code)].flatMap((name) => ids.get(name) ?? []);
    const languages = [language, ...new Set(embedded.filter((id) => embeddable.has(id)).sort())] as const;
    const name = languages.join(" ");
    const registry = registries.get(name) ?? open(languages);
    // The one used last stands last.
    registries.delete(name);
    registries.set(name, registry);
    const mixed = [...registries.keys()].filter((key) => key.includes(" "));
    if (mixed.length > MAX_MIXED) close(mixed[0] ?? "");
    return (await registry).tokenise(code);
  };
}

/** What may be the name of an embedded language: the words after the signs that stand before one in Markdown, Vue, TeX and others. */
function namesIn(code: string): Set<string> {
  return new Set([...code.matchAll(/[`~"'=:,{]\s*([\w+#-]+)/g)].map(([, name = ""]) => name.toLowerCase()));
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
