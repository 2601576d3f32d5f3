import { attempt } from "../shared/attempt.ts";
import type { SiteConfig } from "./schema.ts";

/** A locale of the site with all defaults filled in. */
export interface SiteLocale {
  readonly name: string;
  /** Name of the language in that language. */
  readonly label: string;
  /** Value of `lang` and `hreflang`. */
  readonly htmlLang: string;
  /** Value of `og:locale`, e.g. `de_DE`; empty if the locale is not a language. */
  readonly openGraph: string;
  readonly direction: "ltr" | "rtl";
  readonly isDefault: boolean;
  /** Folder in the output, with a final slash; empty for the default locale. */
  readonly folder: string;
  readonly baseUrl: string;
}

/** Right-to-left scripts, by their ISO 15924 codes. */
const RIGHT_TO_LEFT = ["Adlm", "Arab", "Armi", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"];

/** The locales of a site, in the order of the configuration. */
export function siteLocales({ baseUrl, i18n }: SiteConfig): SiteLocale[] {
  const { locales, defaultLocale, localeConfigs } = i18n;
  return locales.map((name) => {
    const options = Object.hasOwn(localeConfigs, name) ? localeConfigs[name] : undefined;
    const isDefault = name === defaultLocale;
    const folder = isDefault ? "" : `${name}/`;
    const htmlLang = options?.htmlLang ?? name;
    const { language = "", script = "", region = "" } = languageOf(htmlLang) ?? {};
    return {
      name,
      // A single locale is never shown by name, and loading the names takes time.
      label: options?.label ?? (locales.length > 1 ? languageName(name) : name),
      htmlLang,
      openGraph: region === "" ? language : `${language}_${region}`,
      direction: options?.direction ?? (RIGHT_TO_LEFT.includes(script) ? "rtl" : "ltr"),
      isDefault,
      folder,
      baseUrl: baseUrl + folder,
    };
  });
}

/** `fr` → `Français`. */
function languageName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** A language with its likely script and region; undefined if it is not a language. */
export function languageOf(lang: string): Intl.Locale | undefined {
  return attempt(() => new Intl.Locale(lang).maximize());
}
