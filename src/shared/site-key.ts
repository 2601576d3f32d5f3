/** Key of a site's own values in the browser's storage: another site of the host may have the same name for its own. */
export function siteKey(name: string, baseUrl: string): string {
  return baseUrl === "/" ? name : `${name} ${baseUrl}`;
}
