/** Files for the host, which are read only at the root of the output. */
const FOR_HOST = /^(_[^/]*|\.[^/]*|CNAME|robots\.txt)$/;
/** Files with a content hash in their names, which all locales share; not the site data of a locale. */
const SHARED = /^assets\/(?!site[^/]*\.json$)/;

/**
 * Path of a locale's file in the output folder: in the locale's own folder, except for shared files.
 *
 * @param isPage whether the file is a page, which is in the locale's folder whatever its name
 * @returns undefined for a file for the host, which exists only for the default locale, in another locale
 */
export function outputPathOf(
  file: string,
  { isDefault, folder }: { readonly isDefault: boolean; readonly folder: string },
  isPage: boolean,
): string | undefined {
  if (isDefault || (!isPage && SHARED.test(file))) return file;
  return !isPage && FOR_HOST.test(file) ? undefined : folder + file;
}
