import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { languageOf, type SiteLocale } from "../../config/locales.ts";
import type { SiteConfig } from "../../config/schema.ts";
import type { Content, SourcePage } from "../../content/content-types.ts";
import { isTranslation, translationsFolder } from "../../content/overlay.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { once } from "../../shared/once.ts";
import type { Problem } from "../../shared/problem.ts";
import { unescapeCode } from "../../shared/text.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Texts } from "../../shared/translate.ts";
import { labelIds } from "./translate-labels.ts";

/** The interface's texts by key: the id, or the message if there is none. */
export interface TextIds {
  /** The English message of each key, if known. */
  readonly all: ReadonlyMap<string, string | undefined>;
  /** Keys of the texts shown by the browser's scripts. */
  readonly client: ReadonlySet<string>;
}

/** Ids of labels that a site may leave out. */
const MAY_BE_EMPTY = /^(?:site\.(?:tagline|description)|blog\.description|blogs\..+\.description|footer\.copyright)$/;

/**
 * Sorts the translated texts of the interface.
 *
 * @param textIds called only if there are translated texts
 * @returns the texts for the browser's scripts outside React, and the unknown ids and placeholders in `code.json`
 */
export async function interfaceTexts(
  config: SiteConfig,
  content: Content,
  locale: string,
  textIds: () => Promise<TextIds>,
): Promise<{ readonly client: Texts; readonly problems: readonly Problem[] }> {
  const { texts, lines } = content.translation;
  const ids = Object.keys(texts);
  if (ids.length === 0) return { client: {}, problems: [] };
  const { all, client } = await textIds();
  const messages = new Map([...[...labelIds(config, content)].map((id) => [id, undefined] as const), ...all]);
  const problems = [...lines].flatMap(([id, line]): Problem[] => {
    if (!Object.hasOwn(texts, id)) return [];
    const path = `${translationsFolder(locale)}code.json`;
    const tell = (message: string): Problem => {
      return { path, line, column: 1, severity: "warning", code: "translation", message };
    };
    if (!messages.has(id)) return [tell(`no text has the id "${id}"${didYouMean(id, messages.keys())}`)];
    if (texts[id]?.trim() === "" && !MAY_BE_EMPTY.test(id))
      return [tell(`"${id}" has an empty message: readers would see nothing; write a message, or remove the entry`)];
    const message = messages.get(id);
    const values = message === undefined ? undefined : valuesIn(message);
    return [...valuesIn(texts[id] ?? "")].flatMap((name) => {
      if (values === undefined || values.has(name)) return [];
      return tell(`"${id}" has no value {${name}}${didYouMean(name, values)}`);
    });
  });
  return { client: Object.fromEntries(Object.entries(texts).filter(([id]) => client.has(id))), problems };
}

/**
 * Finds all translatable texts by their declarations, `{ id: "…", message: "…" }`, in docgen's own sources and in the
 * site's code.
 *
 * @param code modules and bundles
 */
export async function findTextIds(code: readonly string[]): Promise<TextIds> {
  const { all, client } = await ownTextIds();
  return { all: new Map([...all, ...code.flatMap(textsIn)]), client };
}

function valuesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => name));
}

const OTHERS = ["markdown", "render", "search", "shared", "site", "theme"];

const ownTextIds = once(async (): Promise<TextIds> => {
  const [client, ...others] = await Promise.all(
    ["client", ...OTHERS].map((folder) => declaredIn(join(TOOL_ROOT, "src", folder))),
  );
  const ofClient = (client ?? []).map(([id]) => id);
  return { all: new Map([...(client ?? []), ...others.flat()]), client: new Set([...ofClient, ...QUERY_FAULTS]) };
});

/** Keys of syntax errors in queries: declared in the query parser, but shown by the client. */
const QUERY_FAULTS = ["field", "distance", "boost", "term"].map((name) => `theme.SearchBar.queryError.${name}`);

/**
 * docgen's own translation of the interface for a language: `de` for `de-AT`, `zh-Hans` for `zh-CN`. Empty for English
 * and for languages without one.
 *
 * @param tag of the language, as in `lang`
 */
export async function shippedTexts(tag: string): Promise<Texts> {
  const { language, script } = languageOf(tag) ?? {};
  const name = language === "zh" ? `${language}-${script}` : language;
  if (name === undefined) return {};
  try {
    return JSON.parse(await readFile(join(TOOL_ROOT, "src/theme/texts", `${name}.json`), "utf8")) as Texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

const TEXT = String.raw`("(?:[^"\\\n]|\\.)+"|'(?:[^'\\\n]|\\.)+')`;
const DECLARED = new RegExp(String.raw`\bid:\s*${TEXT}(?:,\s*message:\s*${TEXT}\s*[,}])?|\{\s*message:\s*${TEXT}`, "g");

/** A text's key, and its English message if that is declared with it. */
type DeclaredText = readonly [key: string, message: string | undefined];

async function declaredIn(folder: string): Promise<DeclaredText[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sources = files.filter((file) => /\.[jt]sx?$/.test(file)).map((file) => readFile(join(folder, file), "utf8"));
  return (await Promise.all(sources)).flatMap(textsIn);
}

function textsIn(source: string): DeclaredText[] {
  return [...source.matchAll(DECLARED)].flatMap(([, id, message, alone]) => {
    const read = (quoted: string) => unescapeCode(quoted.slice(1, -1));
    const key = id ?? alone;
    const text = message ?? alone;
    return key === undefined ? [] : [[read(key), text === undefined ? undefined : read(text)] as const];
  });
}

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
