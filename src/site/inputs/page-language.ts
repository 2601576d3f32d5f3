import type { SiteLocale } from "../../config/locales.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { isTranslation } from "../../content/overlay.ts";
import type { Texts } from "../../shared/translate.ts";

/** The locale that a plan is for, with related data. */
export interface Language {
  readonly locale: SiteLocale;
  readonly locales: readonly SiteLocale[];
  /** Base URL of `assets/`. */
  readonly assetsUrl: string;
  /** Interface texts for the browser's scripts. */
  readonly clientTexts: Texts;
}

/** The language of a page that isn't translated; undefined if the page is in the site's language. */
export function originalLocale(
  { format, path }: Pick<SourcePage, "format" | "path">,
  { locale, locales }: Language,
): SiteLocale | undefined {
  if (locale.isDefault || format !== "md" || isTranslation(path, locale.name)) return undefined;
  const languageOf = ({ htmlLang }: SiteLocale) => htmlLang.split("-", 1)[0];
  const original = locales.find(({ isDefault }) => isDefault);
  return original === undefined || languageOf(original) === languageOf(locale) ? undefined : original;
}
