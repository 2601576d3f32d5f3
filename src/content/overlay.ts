import type { SiteConfig } from "../config/schema.ts";
import { didYouMean, nearestOrValid } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { contentPath } from "./version-trees.ts";
import type { FoundFile } from "./walk.ts";

/** A file below `content/` for one locale. */
export interface ContentFile extends FoundFile {
  /** Path relative to `content/`; a translation has the path of its original. */
  readonly inside: string;
  readonly original?: FoundFile;
}

/** The content of one locale. */
export interface Overlay {
  readonly files: readonly ContentFile[];
  /** Translations of the interface, `content/i18n/<locale>/code.json`. */
  readonly texts: FoundFile | undefined;
  readonly problems: readonly Problem[];
}

const HOME = "content/";
const TRANSLATIONS = "i18n/";

/** Folder with a locale's translations; mirrors `content/`. */
export function translationsFolder(locale: string): string {
  return `${HOME}${TRANSLATIONS}${locale}/`;
}

/** Whether a file is a translation into a locale. @param path relative to the site's root */
export function isTranslation(path: string, locale: string): boolean {
  return contentPath(path).startsWith(translationsFolder(locale));
}

/** Replaces files by their translations: `content/i18n/fr/docs/a.md` for `content/docs/a.md`. Others are kept. */
export function overlayLocale(walked: readonly FoundFile[], locale: string, { i18n }: SiteConfig): Overlay {
  const folder = translationsFolder(locale);
  const translations = new Map<string, FoundFile>();
  const originals: FoundFile[] = [];
  const foreign = new Set<string>();
  for (const file of walked) {
    const path = contentPath(file.path);
    if (path.startsWith(folder)) translations.set(path.slice(folder.length), file);
    else if (!path.startsWith(HOME + TRANSLATIONS)) originals.push(file);
    else foreign.add(path.slice(HOME.length + TRANSLATIONS.length).split("/", 1)[0] ?? "");
  }
  const texts = translations.get("code.json");
  translations.delete("code.json");
  const files = originals.map((file): ContentFile => {
    const inside = contentPath(file.path).slice(HOME.length);
    const translation = translations.get(inside);
    translations.delete(inside);
    return translation === undefined ? { ...file, inside } : { ...translation, inside, original: file };
  });
  const added = [...translations].map(([inside, file]): ContentFile => ({ ...file, inside }));
  const unknown = [...foreign].filter((name) => !i18n.locales.includes(name) && !name.startsWith("."));
  const problems = unknown.map((name) => {
    const path = HOME + TRANSLATIONS + name;
    const message = `"${name}" is not a locale of the site${didYouMean(name, i18n.locales)}`;
    const hint = "add it to i18n.locales, or remove the folder";
    return problemOf({ path, severity: "warning", code: "translation", message, hint });
  });
  return { files: [...files, ...added], texts, problems };
}

/** Warns of what docgen doesn't read in the folder of a locale, and of pages in a folder with a mistyped name. */
export function strayFolders(files: readonly ContentFile[], names: readonly string[], locale: string): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { path, inside, original } of files) {
    const isLocal = isTranslation(path, locale);
    const isRead = names.some((name) => inside.startsWith(`${name}/`)) || /^_|^readme\b/i.test(inside);
    // Other folders of versions are reported with the list of versions.
    if (isRead || original !== undefined || !(isLocal || /^(?!.*versioned_docs\/).*\.mdx?$/.test(inside))) continue;
    const [first = "", second = ""] = inside.split("/");
    const folder = names.some((name) => name.startsWith(`${first}/`)) ? `${first}/${second}` : first;
    const guess = nearestOrValid(folder, isLocal ? [...names, "code.json"] : names);
    const isBeside = files.some((file) => file.inside.startsWith(`${folder}/`) && !isTranslation(file.path, locale));
    if (isLocal ? isBeside : !guess.startsWith(";") && !/^index\.mdx?$/.test(inside)) continue;
    const place = (isLocal ? translationsFolder(locale) : HOME) + folder;
    const [message, hint] = [`has no effect: docgen reads nothing here${guess}`, "rename it, move it, or remove it"];
    problems.set(place, problemOf({ path: place, severity: "warning", code: "file", message, hint }));
  }
  return [...problems.values()];
}
