import { setImmediate as turn } from "node:timers/promises";
import { CONFIG_FILE } from "../config/evaluate.ts";
import { type BundledConfig, type LoadedConfig, loadConfig } from "../config/load.ts";
import { type SiteLocale, siteLocales } from "../config/locales.ts";
import type { ScanMemory } from "../content/memory.ts";
import { scanContent } from "../content/scan.ts";
import type { Content } from "../content/types.ts";
import type { ConfigFault } from "../navigation/config-fault.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import { checkLanguages } from "./check-languages.ts";
import { interfaceTexts } from "./interface-texts.ts";
import { collectMedia, type Media, type MediaMemory } from "./media.ts";
import { ownFileCollisions } from "./own-files.ts";
import { type Plan, planSite } from "./plan.ts";
import { type Language, localeCollisions } from "./plan-locale.ts";
import { translateLabels } from "./translate-labels.ts";

/** A site in one language, read from disk and laid out, before anything is compiled. */
export interface Site {
  readonly root: string;
  readonly loaded: LoadedConfig;
  readonly content: Content;
  readonly media: Media;
  readonly plan: Plan;
  /** What the configuration refers to and isn't there. */
  readonly configFaults: readonly ConfigFault[];
  readonly problems: readonly Problem[];
}

export interface SiteOptions {
  /** Absolute path of the folder that holds `site.config.ts`. */
  readonly root: string;
  readonly drafts: boolean;
  /** Overrides the configured base URL. */
  readonly baseUrl?: string | undefined;
  /** One of the configured languages; default: the default one. */
  readonly locale?: string | undefined;
  /** What the watch server knows of the files from before. */
  readonly memory?: SiteMemory | undefined;
  /** Goes on where the configuration refers to what isn't there, for those who report it themselves. */
  readonly keepsFaults?: boolean;
}

/** What is known of files that haven't changed. */
export interface SiteMemory extends ScanMemory, MediaMemory {}

/**
 * Configuration, content and plan of one language: what every command begins with.
 *
 * @param configured the configuration, where it is loaded already
 * @throws Failure (exit code 2) for a faulty configuration
 */
export async function readSite(options: SiteOptions, configured?: LoadedConfig): Promise<Site> {
  const { loaded, locales } = configured === undefined ? await readConfig(options) : withLocales(options, configured);
  const locale = locales.find(({ name, isDefault }) => {
    return options.locale === undefined ? isDefault : name === options.locale;
  });
  if (locale === undefined) throw new Error(`there is no locale "${options.locale}"`);
  return readLocale(options, loaded, { locale, locales, assetsUrl: locale.baseUrl });
}

/**
 * The same for every language, the default one first; they share `assets/`.
 *
 * @param bundled what is kept of the configuration, where that is known
 * @param memoryOf what is known of the files of one language
 */
export async function readSites(
  options: SiteOptions,
  bundled?: BundledConfig,
  memoryOf: (loaded: LoadedConfig, locale: SiteLocale) => SiteMemory | undefined = () => undefined,
): Promise<Site[]> {
  const { loaded, locales } = await readConfig(options, bundled);
  const ordered = [...locales].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const assetsUrl = loaded.config.baseUrl;
  return Promise.all(
    ordered.map((locale) => {
      return readLocale({ ...options, memory: memoryOf(loaded, locale) }, loaded, { locale, locales, assetsUrl });
    }),
  );
}

interface Configured {
  readonly loaded: LoadedConfig;
  readonly locales: readonly SiteLocale[];
}

async function readConfig(options: SiteOptions, bundled?: BundledConfig): Promise<Configured> {
  return withLocales(options, await loadConfig(options.root, bundled));
}

function withLocales({ baseUrl }: SiteOptions, loaded: LoadedConfig): Configured {
  const config = baseUrl === undefined ? loaded.config : { ...loaded.config, baseUrl };
  checkLanguages(config);
  return { loaded: { ...loaded, config }, locales: siteLocales(config) };
}

async function readLocale(
  { root, drafts, memory, keepsFaults = false }: SiteOptions,
  loaded: LoadedConfig,
  place: Omit<Language, "clientTexts">,
): Promise<Site> {
  const { locale } = place;
  const configured = { ...loaded.config, baseUrl: locale.baseUrl };
  const scanned = await scanContent(root, configured, { drafts, locale: locale.name, memory });
  // Whoever ends the command is heard between the two, which are long for thousands of pages.
  await turn();
  const texts = await interfaceTexts(root, configured, scanned.content, locale.name);
  const { config, content } = translateLabels(configured, scanned.content);
  const media = await collectMedia(content, memory);
  const language = { ...place, clientTexts: texts.client };
  const faults = new Map<string, ConfigFault>();
  const plan = planSite(config, content, media, language, (fault) =>
    faults.set(`${fault.item}: ${fault.message}`, fault),
  );
  const isFatal = ({ kind }: ConfigFault) => kind === undefined || (kind !== "redirect-chain" && !keepsFaults);
  const fatal = [...faults].filter(([, fault]) => isFatal(fault)).map(([text]) => `${CONFIG_FILE}: ${text}`);
  if (fatal.length > 0) throw new Failure(2, fatal.join("\n"));
  return {
    root,
    loaded: { ...loaded, config },
    content,
    media,
    plan,
    configFaults: [...faults.values()],
    problems: [
      ...scanned.problems,
      ...localeCollisions(content, language),
      ...ownFileCollisions(plan, content.statics),
      ...texts.problems,
      ...media.problems,
    ],
  };
}
