import { join } from "node:path";
import { isMapping, parseJson } from "../content/data-file.ts";
import { infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";
import type { Texts } from "../shared/translate.ts";
import { shippedTexts } from "../site/model/text-ids.ts";
import { record } from "./docusaurus.ts";
import type { Job } from "./plan.ts";

/** The id that docgen has for one of Docusaurus; undefined where it has none. */
type Rename = (id: string, message: string, own: Texts) => string | undefined;

/** Files of texts in a Docusaurus site. */
const FILES: Readonly<Record<string, Rename>> = {
  // A text of the theme that docgen has with the same values in it.
  "code.json": (id, message, own) => (own[id] !== undefined && slots(own[id]) === slots(message) ? id : undefined),
  "docusaurus-theme-classic/navbar.json": (id) => (id === "logo.alt" ? undefined : `navbar.${id}`),
  "docusaurus-theme-classic/footer.json": (id) =>
    id.replace(/^link\.(?=title\.|item\.label\.)/, "footer.").replace(/^copyright$/, "footer.copyright"),
  "docusaurus-plugin-content-blog/options.json": (id) => `blog.${id}`,
  "docusaurus-plugin-content-docs/current.json": (id) =>
    /^sidebar\.[^.]+\.category\.[^.]+$/.test(id) ? id : undefined,
};

/** The names of the values in a text, and whether it has plurals. */
function slots(text: string): string {
  return (text.match(/\{\w+\}|\|/g) ?? []).sort().join("");
}

/** Joins the texts of each language to one `code.json`. */
export async function putTranslations({ root, put, tell }: Job, locales: readonly string[]): Promise<void> {
  // Any language that docgen brings names all of its texts.
  const texts = await shippedTexts("de");
  for (const locale of locales) {
    const made: Record<string, unknown> = {};
    for (const [file, rename] of Object.entries(FILES)) {
      const path = `i18n/${locale}/${file}`;
      const absolute = join(root, path);
      if (infoOf(absolute)?.isFile() !== true) continue;
      const parsed = parseJson(readRegular(absolute).toString("utf8"));
      if ("fault" in parsed || !isMapping(parsed.value)) {
        tell(path, "hand", "is no JSON and left out");
        continue;
      }
      let left = 0;
      for (const [id, entry] of Object.entries(parsed.value)) {
        const own = rename(id, String(record(entry).message), texts);
        if (own === undefined) left += 1;
        else made[own] = entry;
      }
      if (left > 0) tell(path, "changed", `${left} of its texts are left out: docgen has none of these ids`);
    }
    if (Object.keys(made).length > 0)
      put(`content/i18n/${locale}/code.json`, { text: `${JSON.stringify(made, null, 2)}\n` });
  }
}
