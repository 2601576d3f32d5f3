/** Storage key of a value that belongs to one site: several sites on the same origin share the browser's storage. */
export function siteKey(name: string, baseUrl: string): string {
  return baseUrl === "/" ? name : `${name} ${baseUrl}`;
}
