import type { SiteLocale } from "../config/locales.ts";
import type { SiteFile } from "./site-file.ts";

/** Files at the top of the output that speak to the host: it reads them nowhere else. */
const FOR_HOST = /^(_[^/]*|\.[^/]*|CNAME|robots\.txt)$/;
const REDIRECTS = "_redirects";
/** Files named by their content, which all languages share; but for the data of a language's pages. */
const SHARED = /^assets\/(?!site[^/]*\.json$)/;

/**
 * Puts the files of each language into its folder. What is named by its content is shared; of what
 * speaks to the host the default language's counts, and all redirects.
 *
 * @param sites the default language first
 */
export function filesOfLocales(
  sites: readonly { readonly locale: SiteLocale; readonly files: readonly SiteFile[] }[],
): SiteFile[] {
  const placed = new Map<string, SiteFile>();
  for (const { locale, files } of sites) {
    for (const entry of files) {
      const { file } = entry;
      const before = placed.get(file);
      if (locale.isDefault || (SHARED.test(file) && before === undefined)) placed.set(file, entry);
      else if (file === REDIRECTS) placed.set(file, appended(before, entry));
      else if (isOwnFile(file)) {
        const own = `${locale.folder}${file}`;
        placed.set(own, { ...entry, file: own });
      }
    }
  }
  return [...placed.values()];
}

/** True for a file that every language has for itself, in its folder. */
export function isOwnFile(file: string): boolean {
  return !SHARED.test(file) && !FOR_HOST.test(file);
}

function appended(before: SiteFile | undefined, after: SiteFile): SiteFile {
  if (before === undefined || !("data" in before) || !("data" in after)) return after;
  return { file: after.file, data: `${before.data}${after.data}` };
}
