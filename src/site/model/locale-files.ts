/** Files for the host, which reads them only at the top of the output. */
const FOR_HOST = /^(_[^/]*|\.[^/]*|CNAME|robots\.txt)$/;
/** Files named by their hash, which all locales share, except for the data of a locale's pages. */
const SHARED = /^assets\/(?!site[^/]*\.json$)/;

/**
 * Path of a locale's file in the output: in the locale's folder. Hashed files are shared; files for the host
 * exist only for the default locale.
 *
 * @param isPage pages are in the folder whatever their names
 * @returns undefined for a file that exists only for the default locale
 */
export function outputPathOf(
  file: string,
  { isDefault, folder }: { readonly isDefault: boolean; readonly folder: string },
  isPage: boolean,
): string | undefined {
  if (isDefault || (!isPage && SHARED.test(file))) return file;
  return !isPage && FOR_HOST.test(file) ? undefined : folder + file;
}
