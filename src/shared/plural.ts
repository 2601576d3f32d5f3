import { type TextDeclaration, type Texts, translate } from "./translate.ts";

const ORDER: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

/**
 * A text with a number: its forms stand side by side, `One post|{count} posts`, in the order of the
 * language's plural categories; the last serves where there are too few.
 */
export function translateCount(
  texts: Texts,
  declaration: TextDeclaration,
  count: number,
  language: string,
  values: Readonly<Record<string, string | number>> = { count },
): string {
  const forms = translate(texts, declaration).split("|");
  const rules = rulesOf(language);
  const { pluralCategories } = rules.resolvedOptions();
  const index = ORDER.filter((category) => pluralCategories.includes(category)).indexOf(rules.select(count));
  return translate({}, { message: forms[index] ?? forms.at(-1) ?? "" }, values);
}

function rulesOf(language: string): Intl.PluralRules {
  try {
    return new Intl.PluralRules(language);
  } catch {
    // A locale may have any name; one that is no language counts as English does.
    return new Intl.PluralRules("en");
  }
}
