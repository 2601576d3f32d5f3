import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SiteConfig } from "../../config/schema.ts";
import { translationsFolder } from "../../content/overlay.ts";
import type { Content } from "../../content/types.ts";
import { attempt } from "../../shared/attempt.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { once } from "../../shared/once.ts";
import type { Problem } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Texts } from "../../shared/translate.ts";
import { labelIds } from "./translate-labels.ts";

/** Keys of the interface's texts: ids, and messages without one. */
export interface TextIds {
  readonly all: ReadonlySet<string>;
  /** Those that the browser's scripts show. */
  readonly client: ReadonlySet<string>;
}

/**
 * Sorts the translated texts of the interface.
 *
 * @param textIds called only if there are translated texts
 * @returns those for the browser's scripts outside React, and ids in `code.json` that don't exist
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
  const known = new Set([...all, ...labelIds(config, content)]);
  const problems = [...lines.keys()].flatMap((id): Problem[] => {
    if (!Object.hasOwn(texts, id) || known.has(id)) return [];
    const message = `no text has the id "${id}"${didYouMean(id, known)}`;
    const path = `${translationsFolder(locale)}code.json`;
    return [{ path, line: lines.get(id) ?? 1, column: 1, severity: "warning", code: "translation", message }];
  });
  return { client: Object.fromEntries(Object.entries(texts).filter(([id]) => client.has(id))), problems };
}

/**
 * Finds the texts that can be translated where they are declared: `{ id: "…", message: "…" }` in the
 * theme's sources, which the client is bundled from anyway, and in the site's own pages.
 *
 * @param pages sources of these
 */
export async function findTextIds(pages: readonly string[]): Promise<TextIds> {
  const { all, client } = await ownTextIds();
  return { all: new Set([...all, ...pages.flatMap(idsOf)]), client };
}

const OTHERS = ["markdown", "render", "search", "shared", "site", "theme"];

const ownTextIds = once(async (): Promise<TextIds> => {
  const [client, ...others] = await Promise.all(
    ["client", ...OTHERS].map((folder) => declaredIn(join(TOOL_ROOT, "src", folder))),
  );
  return { all: new Set([...(client ?? []), ...others.flat()]), client: new Set([...(client ?? []), ...QUERY_FAULTS]) };
});

/** Faults of queries are declared where queries are parsed, and shown by the client. */
const QUERY_FAULTS = ["field", "distance", "boost", "term"].map((name) => `theme.SearchBar.queryError.${name}`);

/**
 * The texts of the interface in a language that docgen brings: `de` for `de-AT`, `zh-Hans` for `zh-CN`. Empty for English
 * and for all others.
 *
 * @param tag of the language, as in `lang`
 */
export async function shippedTexts(tag: string): Promise<Texts> {
  const name = languageOf(tag);
  if (name === undefined) return {};
  try {
    return JSON.parse(await readFile(join(TOOL_ROOT, "src/theme/texts", `${name}.json`), "utf8")) as Texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

function languageOf(tag: string): string | undefined {
  // A locale may have any name.
  const { language, script } = attempt(() => new Intl.Locale(tag).maximize()) ?? {};
  return language === "zh" ? `${language}-${script}` : language;
}

const DECLARED = /\bid:\s*("(?:[^"\\\n]|\\.)+")|\{\s*message:\s*("(?:[^"\\\n]|\\.)+")/g;

async function declaredIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sources = files.filter((file) => /\.[jt]sx?$/.test(file)).map((file) => readFile(join(folder, file), "utf8"));
  return (await Promise.all(sources)).flatMap(idsOf);
}

function idsOf(source: string): string[] {
  return [...source.matchAll(DECLARED)].flatMap(([, id, message]) => {
    // It throws for an escape that JSON lacks: no id of a text is written so.
    return attempt(() => JSON.parse(id ?? message ?? "") as string) ?? [];
  });
}
