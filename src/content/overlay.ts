import { isDeepStrictEqual } from "node:util";
import type { SiteConfig } from "../config/schema.ts";
import { didYouMean, nearestOrValid } from "../shared/nearest.ts";
import { hasErrors, type Problem, problemOf } from "../shared/problem.ts";
import type { Category, ParsedCategory } from "./category.ts";
import type { SourcePage } from "./content-types.ts";
import type { FrontMatter } from "./front-matter-schema.ts";
import { contentPath } from "./version-trees.ts";
import type { FoundFile } from "./walk.ts";

/** A file below `content/` for one locale. */
export interface ContentFile extends FoundFile {
  /** Path relative to `content/`; a translation has the path of its original. */
  readonly inside: string;
  readonly original?: FoundFile;
}

/** The content of one locale. */
interface Overlay {
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

/** A page and its problems. */
export interface ReadPage {
  readonly source: SourcePage;
  readonly problems: readonly Problem[];
}

/** Keys that a translation doesn't inherit from its original. */
const NOT_INHERITED: readonly (keyof FrontMatter)[] = [
  "title",
  "title_meta",
  "hide_title",
  "sidebar_label",
  "description",
  "keywords",
  "pagination_label",
  "custom_edit_url",
  "last_update",
  "reviewed",
];

/**
 * Replaces a page by its translation, which keeps the route, so that each page exists in every language. If the
 * translation is a draft or one of the two has errors, the original is kept.
 */
export function translatedPage(original: ReadPage, translation: ReadPage, drafts: boolean): ReadPage {
  const problems = [...original.problems, ...translation.problems];
  if (hasErrors(problems)) return { source: original.source, problems };
  const { source } = translation;
  const meta = source.frontMatter;
  if (meta.draft === true && !drafts) return { source: original.source, problems };
  const kept = Object.entries(original.source.frontMatter).filter(
    ([key]) => !NOT_INHERITED.includes(key as keyof FrontMatter),
  );
  for (const key of ["slug", "id"] as const) {
    if (meta[key] === undefined || meta[key] === original.source.frontMatter[key]) continue;
    const message = `a translation has the same URL as its original, ${original.source.route}`;
    const position = { path: source.path, line: source.keyLines[key] ?? 1 };
    problems.push(problemOf({ ...position, code: "translation", message, hint: `remove "${key}"` }));
  }
  const { route, id, isIndex } = original.source;
  return { source: { ...source, route, id, isIndex, frontMatter: { ...Object.fromEntries(kept), ...meta } }, problems };
}

/** Replaces the texts of a category by a translation. Its label leads to the same page in every language. */
export function translatedCategory(original: Category | undefined, translation: ParsedCategory): ParsedCategory {
  const { link, ...rest } = translation.category;
  const category = { ...original, ...rest };
  const keep = (what: string, key: string): ParsedCategory => {
    const message = `a translation has the same ${what} as its original`;
    const position = { path: translation.path, line: translation.linkLine };
    const problem = problemOf({ ...position, code: "translation", message, hint: `remove "${key}"` });
    return { ...translation, category, problems: [...translation.problems, problem] };
  };
  const kept: Category["link"] = original?.link === undefined ? { type: "generated-index" } : original.link;
  if (link === undefined || isDeepStrictEqual(link, kept)) return { ...translation, category };
  if (link?.type !== "generated-index" || kept?.type !== "generated-index") return keep("link", "link");
  const { slug = kept.slug, ...texts } = link;
  if (slug !== kept.slug) return keep("URL", "slug");
  return { ...translation, category: { ...category, link: { ...kept, ...texts } } };
}
