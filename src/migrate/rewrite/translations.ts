import { join } from "node:path";
import { isMapping } from "../../content/data-file.ts";
import { namesIn } from "../../shared/file-info.ts";
import { count } from "../../shared/text.ts";
import type { Texts } from "../../shared/translate.ts";
import { shippedTexts } from "../../site/inputs/interface-texts.ts";
import { type ContentSet, isMainBlog, type Job } from "../job.ts";
import { localesOf, plannedText, translationsOf } from "../plan/new-paths.ts";
import { record } from "../read/config-values.ts";
import { parsedCode } from "../read/page-imports.ts";
import { readData } from "../read/read-data.ts";
import type { SidebarsOfSite } from "../read/read-sidebars.ts";
import { SHIM } from "./docusaurus-shim.ts";

/** Returns docgen's id for an id of Docusaurus; undefined if there is none. */
type Rename = (id: string, message: string, shipped: Texts, code: string) => string | undefined;

/** Files of translated texts in a Docusaurus site. */
const FILES: Readonly<Record<string, Rename>> = {
  // Texts of the theme that docgen has with the same placeholders, and those of React pages and components.
  "code.json": (id, message, shipped, code) => {
    const isSame = Object.hasOwn(shipped, id) && slots(shipped[id] ?? "") === slots(message);
    return isSame || code.includes(plainCode(id)) ? id : undefined;
  },
  "docusaurus-theme-classic/navbar.json": (id) => (id === "logo.alt" ? undefined : `navbar.${id}`),
  "docusaurus-theme-classic/footer.json": (id) =>
    id.replace(/^link\.(?=title\.|item\.label\.)/, "footer.").replace(/^copyright$/, "footer.copyright"),
};

/** The file with the names of a blog. */
function blogFile(set: ContentSet): [string, Rename] {
  const key = isMainBlog(set) ? "blog" : `blogs.${set.target}`;
  return [`${translationsOf("blog", set.id)}/options.json`, (id) => `${key}.${id}`];
}

/** Identifies the placeholders in a text, and whether it has plural forms. */
function slots(text: string): string {
  return (text.match(/\{\w+\}|\|/g) ?? []).sort().join("");
}

/** Files with labels of a set of docs and its versions. Titles of generated indexes can't be translated in docgen. */
function docsFiles(root: string, locale: string, set: string, { nameOf }: SidebarsOfSite): [string, Rename][] {
  const folder = translationsOf("docs", set);
  const rename = (version: string) => (id: string) => {
    if (id === "version.label") return `docs.${set}.version.${version}`;
    const [, name = "", kind, label] =
      /^sidebar\.(?:version-[^/]*\/)?([^.]+)\.(category|link|doc)\.(.+)$/.exec(id) ?? [];
    if (label === undefined || /\.link\.generated-index\.(?:title|description)$/.test(label)) return undefined;
    return `sidebar.${nameOf(set, name)}.${kind}.${label}`;
  };
  const versions = namesIn(join(root, "i18n", locale, folder)).filter((name) => /^version-.+\.json$/.test(name));
  return ["current.json", ...versions.sort()].map((name) => [
    `${folder}/${name}`,
    rename(name.replace(/^version-|\.json$/g, "")),
  ]);
}

/** Merges the texts of each language into one `code.json`, and reports those that stay in the default language. */
export async function putTranslations(job: Job, sidebars: SidebarsOfSite): Promise<void> {
  const { root, docusaurus, hasFile, put, noteFile } = job;
  // The ids are the same in every language that docgen ships.
  const texts = await shippedTexts("de");
  const modules = [...job.files].filter(([path]) => /\.[cm]?[jt]sx?$/.test(path));
  const code = plainCode(modules.map(([, file]) => plannedText(file)).join("\n"));
  for (const locale of localesOf(docusaurus.config.i18n)) {
    const merged: Record<string, unknown> = {};
    const ofSets = docusaurus.sets.flatMap((set) => {
      if (set.kind === "blog") return [blogFile(set)];
      return set.kind === "docs" ? docsFiles(root, locale, set.id, sidebars) : [];
    });
    const files = [...Object.entries(FILES), ...ofSets];
    for (const [file, rename] of files) {
      const path = `i18n/${locale}/${file}`;
      const absolute = join(root, path);
      if (!hasFile(absolute)) continue;
      const data = readData(absolute);
      if (!isMapping(data)) {
        noteFile(path, "hand", "is not JSON and is not migrated");
        continue;
      }
      let left = 0;
      for (const [id, entry] of Object.entries(data)) {
        const { message } = record(entry);
        const newId = rename(id, String(message), texts, code);
        // Texts of versions come after those of the current docs, and a label has a single translation in docgen.
        if (newId === undefined || record(merged[newId] ?? entry).message !== message) left += 1;
        else merged[newId] = entry;
      }
      if (left > 0) noteFile(path, "changed", `removed ${count(left, "text")} with ids that docgen doesn't have`);
    }
    if (Object.keys(merged).length > 0)
      put(`content/i18n/${locale}/code.json`, { text: `${JSON.stringify(merged, null, 2)}\n` });
  }
  await noteEarlyTexts(job);
}

/** Code in which texts can be found: in JSX, they may go over several lines. */
function plainCode(code: string): string {
  return code.replace(/\\(?=["'`])/g, "").replace(/\s+/g, " ");
}

/**
 * Reports modules that translate while they are loaded. Docusaurus loads them once for each language, docgen once for
 * all, so the texts stay in the default language.
 */
async function noteEarlyTexts({ files, docusaurus, noteFile }: Job): Promise<void> {
  if (localesOf(docusaurus.config.i18n).length === 0) return;
  for (const [path, file] of files) {
    if (!/\.[cm]?[jt]sx?$/.test(path) || path === SHIM) continue;
    const text = plannedText(file);
    if (!/\btranslate\(/.test(text)) continue;
    const parsed = await parsedCode(text);
    if (parsed !== undefined && callsEarly(parsed.program)) {
      const message =
        "translate() outside of a component stays in the default language: call it in the component, or write <Translate>";
      noteFile(path, "hand", message);
    }
  }
}

/** Whether code calls `translate` when its module is loaded. */
function callsEarly(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(callsEarly);
  if (typeof node !== "object" || node === null) return false;
  const { type, callee } = node as { readonly type?: string; readonly callee?: { readonly name?: string } };
  if (type !== undefined && /Function|^MethodDefinition$|^PropertyDefinition$/.test(type)) return false;
  return (type === "CallExpression" && callee?.name === "translate") || Object.values(node).some(callsEarly);
}
