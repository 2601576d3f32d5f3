import { join } from "node:path";
import { isMapping, parseJson } from "../content/data-file.ts";
import { infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import type { Texts } from "../shared/translate.ts";
import { shippedTexts } from "../site/model/text-ids.ts";
import { record } from "./docusaurus.ts";
import type { Job } from "./plan.ts";

/** Texts of the interface in one file, as docgen has them. */
export interface TranslatedTexts {
  /** Relative to the new root. */
  readonly path: string;
  readonly text: string;
}

/** Files of texts in a Docusaurus site, and how their ids begin in docgen. */
const FILES: readonly (readonly [
  file: string,
  rename: (id: string, message: string, own: Texts) => string | undefined,
])[] = [
  // A text of the theme that docgen has with the same values in it.
  ["code.json", (id, message, own) => (own[id] !== undefined && slots(own[id]) === slots(message) ? id : undefined)],
  ["docusaurus-theme-classic/navbar.json", (id) => (id === "logo.alt" ? undefined : `navbar.${id}`)],
  [
    "docusaurus-theme-classic/footer.json",
    (id) =>
      id
        .replace(/^link\.title\./, "footer.title.")
        .replace(/^link\.item\.label\./, "footer.item.label.")
        .replace(/^copyright$/, "footer.copyright"),
  ],
  [
    "docusaurus-plugin-content-docs/current.json",
    (id) => (/^sidebar\.[^.]+\.category\.[^.]+$/.test(id) ? id : undefined),
  ],
];

/** The names of the values in a text, and whether it has plurals. */
function slots(text: string): string {
  return (text.match(/\{\w+\}|\|/g) ?? []).sort().join("");
}

/** Joins the texts of each language to one `code.json`. */
export async function translations(
  { root, tell }: Pick<Job, "root" | "tell">,
  locales: readonly string[],
): Promise<TranslatedTexts[]> {
  // Any language that docgen brings names all of its texts.
  const texts = await shippedTexts("de");
  return locales.flatMap((locale) => {
    const made: Record<string, unknown> = {};
    for (const [file, rename] of FILES) {
      const path = `i18n/${locale}/${file}`;
      const absolute = join(root, path);
      if (infoOf(absolute)?.isFile() !== true) continue;
      const parsed = parseJson(readRegular(absolute).toString("utf8"));
      if ("fault" in parsed || !isMapping(parsed.value)) {
        tell(path, "hand", "is no JSON and left out");
        continue;
      }
      const own = Object.entries(parsed.value).map(
        ([id, entry]) => [rename(id, String(record(entry).message), texts), entry] as const,
      );
      const left = own.filter(([id]) => id === undefined).length;
      if (left > 0) tell(path, "changed", `${left} of its texts are left out: docgen has none of these ids`);
      for (const [id, entry] of own) if (id !== undefined) made[id] = entry;
    }
    return Object.keys(made).length === 0
      ? []
      : [{ path: `content/i18n/${locale}/code.json`, text: `${JSON.stringify(made, null, 2)}\n` }];
  });
}
