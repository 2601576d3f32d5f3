import type { Plan } from "./plan.ts";

/** The language that a site's pages are in. */
export function languageOf({ config }: Pick<Plan, "config">): string {
  const { defaultLocale, localeConfigs } = config.i18n;
  return localeConfigs[defaultLocale]?.htmlLang ?? defaultLocale;
}
