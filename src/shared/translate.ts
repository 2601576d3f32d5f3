import { attempt } from "./attempt.ts";

/** A translatable text, identified by its id or else by its English message. */
export interface TextDeclaration {
  readonly id?: string;
  /** The English text, with placeholders as `{name}`. */
  readonly message?: string;
}

/** Translations of a locale, by id or message. */
export type Texts = Readonly<Record<string, string>>;

/** Translates a text. Falls back to the English message, then to the id. @throws Error without either */
export function translate(
  texts: Texts,
  { id, message }: TextDeclaration,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const key = id ?? message;
  if (key === undefined) throw new Error("a text needs an id or a message");
  const text = Object.hasOwn(texts, key) ? (texts[key] ?? key) : (message ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : whole),
  );
}

const ORDER: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

/**
 * Translates a text with a number. Its forms are separated by bars, `One post|{count} posts`, in the order of the
 * language's plural categories; the last form serves for missing ones.
 */
export function translateCount(
  texts: Texts,
  declaration: TextDeclaration,
  count: number,
  language: string,
  values: Readonly<Record<string, string | number>> = { count },
): string {
  const forms = translate(texts, declaration).split("|");
  // An untranslated text has the plural forms of English, and so has a locale whose name isn't a language.
  const tag = Object.hasOwn(texts, declaration.id ?? declaration.message ?? "") ? language : "en";
  const rules = attempt(() => new Intl.PluralRules(tag)) ?? new Intl.PluralRules("en");
  const { pluralCategories } = rules.resolvedOptions();
  const index = ORDER.filter((category) => pluralCategories.includes(category)).indexOf(rules.select(count));
  return translate({}, { message: forms[index] ?? forms.at(-1) ?? "" }, values);
}
