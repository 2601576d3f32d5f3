import { attempt } from "./attempt.ts";
import { type TextDeclaration, type Texts, translate } from "./translate.ts";

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
