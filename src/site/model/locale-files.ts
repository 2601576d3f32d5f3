/** Files at the top of the output that speak to the host: it reads them nowhere else. */
const FOR_HOST = /^(_[^/]*|\.[^/]*|CNAME|robots\.txt)$/;
/** Files named by their content, which all languages share; but for the data of a language's pages. */
const SHARED = /^assets\/(?!site[^/]*\.json$)/;

/**
 * Where a file of a language goes: into its folder. What is named by its content is shared; of what speaks to the host
 * the default language's counts.
 *
 * @param isPage pages go there whatever their names
 * @returns undefined for a file that only the default language has
 */
export function outputPathOf(
  file: string,
  { isDefault, folder }: { readonly isDefault: boolean; readonly folder: string },
  isPage: boolean,
): string | undefined {
  if (isDefault || (!isPage && SHARED.test(file))) return file;
  return !isPage && FOR_HOST.test(file) ? undefined : folder + file;
}
