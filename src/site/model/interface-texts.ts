import type { SiteConfig } from "../../config/schema.ts";
import { translationsFolder } from "../../content/overlay.ts";
import type { Content } from "../../content/types.ts";
import { didYouMean } from "../../shared/nearest.ts";
import type { Problem } from "../../shared/problem.ts";
import type { Texts } from "../../shared/translate.ts";
import type { TextIds } from "./text-ids.ts";
import { labelIds } from "./translate-labels.ts";

/** Interface texts of a locale. */
export interface InterfaceTexts {
  /** Texts for the browser's scripts outside React. */
  readonly client: Texts;
  /** Ids in `code.json` that don't exist. */
  readonly problems: readonly Problem[];
}

/** Sorts the translated texts of the interface. @param textIds called only if there are translated texts */
export async function interfaceTexts(
  config: SiteConfig,
  content: Content,
  locale: string,
  textIds: () => Promise<TextIds>,
): Promise<InterfaceTexts> {
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
